import { validate } from 'stdnum/lib/cjs/es/nif.js'
import type { TaxIdKind } from '../../core/index.ts'
import { normalise } from './normalise.ts'

/** What a Spanish tax identifier says by itself, before anybody is asked who owns it. */
export interface TaxIdFinding {
  /** Upper case, without separators and without the `ES` of a VAT number. */
  value: string
  /** Known whenever the shape is right. */
  kind?: TaxIdKind
  fault?: 'malformed' | 'checkDigit'
}

/**
 * The shapes of the NIF: DNI (eight digits and a letter), K (Spaniards under 14) and L (Spaniards abroad);
 * NIE (X, Y, Z) and M (foreigners without NIE); CIF (the letter is the company's legal form).
 */
const shapes: { kind: TaxIdKind; pattern: RegExp }[] = [
  { kind: 'individual', pattern: /^(?:\d|[KL])\d{7}[A-Z]$/ },
  { kind: 'foreigner', pattern: /^[XYZM]\d{7}[A-Z]$/ },
  { kind: 'company', pattern: /^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/ },
]

/** Checks shape and check digit of a NIF, NIE or CIF in any usual spelling (`b-58.378.431`). */
export function checkTaxId(text: string): TaxIdFinding {
  const value = normalise(text).replace(/^ES(?=.{9}$)/, '')
  const kind = shapes.find(({ pattern }) => pattern.test(value))?.kind
  if (kind === undefined) return { value, fault: 'malformed' }
  return validate(value).isValid ? { value, kind } : { value, kind, fault: 'checkDigit' }
}
