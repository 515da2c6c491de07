/** Every check of a receiver, by area. */
import type { CheckArea } from '../../src/conformance/receiver-check/index.ts'
import { acceptanceChecks } from './acceptance.checks.ts'
import { authenticationChecks } from './authentication.checks.ts'
import { deliveryChecks } from './delivery.checks.ts'
import { httpChecks } from './http.checks.ts'
import { loadChecks } from './load.checks.ts'
import { payloadChecks } from './payload.checks.ts'
import { timeChecks } from './time.checks.ts'

export const receiverAreas: readonly CheckArea[] = [
  acceptanceChecks,
  authenticationChecks,
  payloadChecks,
  httpChecks,
  timeChecks,
  loadChecks,
  deliveryChecks,
]
