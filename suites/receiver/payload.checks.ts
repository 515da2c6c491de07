/** Whether the receiver takes whatever a notification may hold, and survives what is none (GAP-HOOK-BODY). */
import type { CheckArea } from '../../src/conformance/receiver-check/index.ts'
import { damagedChecks } from './payload-damaged.ts'
import { acceptedFormChecks } from './payload-forms.ts'
import { sizeChecks } from './payload-size.ts'
import { textChecks } from './payload-text.ts'

export const payloadChecks: CheckArea = {
  area: 'payload',
  title: 'Payload',
  checks: [...damagedChecks, ...acceptedFormChecks, ...textChecks, ...sizeChecks],
}
