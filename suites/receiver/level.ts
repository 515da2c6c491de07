/** How much a check asks for, and who says so: a statement's id, a section of an RFC, a published guide. */
import type { Check } from '../../src/conformance/receiver-check/index.ts'

export const must = (source: string): Check['basis'] => ({ kind: 'must', source })
export const should = (source: string): Check['basis'] => ({ kind: 'should', source })
