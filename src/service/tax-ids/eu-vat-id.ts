import * as at from 'stdnum/lib/cjs/at/uid.js'
import * as be from 'stdnum/lib/cjs/be/vat.js'
import * as bg from 'stdnum/lib/cjs/bg/vat.js'
import * as bgEgn from 'stdnum/lib/cjs/bg/egn.js'
import * as bgPnf from 'stdnum/lib/cjs/bg/pnf.js'
import * as cy from 'stdnum/lib/cjs/cy/vat.js'
import * as cz from 'stdnum/lib/cjs/cz/dic.js'
import * as de from 'stdnum/lib/cjs/de/vat.js'
import * as dk from 'stdnum/lib/cjs/dk/cvr.js'
import * as ee from 'stdnum/lib/cjs/ee/kmkr.js'
import * as es from 'stdnum/lib/cjs/es/nif.js'
import * as fi from 'stdnum/lib/cjs/fi/alv.js'
import * as fr from 'stdnum/lib/cjs/fr/tva.js'
import * as gb from 'stdnum/lib/cjs/gb/vat.js'
import * as gr from 'stdnum/lib/cjs/gr/vat.js'
import * as hr from 'stdnum/lib/cjs/hr/oib.js'
import * as hu from 'stdnum/lib/cjs/hu/anum.js'
import * as ie from 'stdnum/lib/cjs/ie/vat.js'
import * as it from 'stdnum/lib/cjs/it/iva.js'
import * as lt from 'stdnum/lib/cjs/lt/pvm.js'
import * as lu from 'stdnum/lib/cjs/lu/tva.js'
import * as lv from 'stdnum/lib/cjs/lv/pvn.js'
import * as mt from 'stdnum/lib/cjs/mt/vat.js'
import * as nl from 'stdnum/lib/cjs/nl/btw.js'
import * as pl from 'stdnum/lib/cjs/pl/nip.js'
import * as pt from 'stdnum/lib/cjs/pt/nif.js'
import * as ro from 'stdnum/lib/cjs/ro/cui.js'
import * as se from 'stdnum/lib/cjs/se/vat.js'
import * as si from 'stdnum/lib/cjs/si/ddv.js'
import * as sk from 'stdnum/lib/cjs/sk/dph.js'
import { normalise } from './normalise.ts'

/** What a VAT number says by itself, before anybody is asked who owns it. */
export interface VatIdFinding {
  /** Upper case, without separators, with the country prefix when there is one. */
  value: string
  /** The prefix: `EL` for Greece, `XI` for Northern Ireland, otherwise the ISO 3166 code. */
  country?: string
  fault?: 'malformed' | 'checkDigit' | 'notEu'
}

interface MemberState {
  /** What follows the prefix, as VIES describes it. */
  pattern: RegExp
  hasValidCheckDigit(number: string): boolean
}

/** Whose VAT numbers count inside the EU: the member states', and those of Northern Ireland for goods. */
const memberStates = new Map<string, MemberState>([
  ['AT', state(/^U\d{8}$/, at)],
  ['BE', state(/^[01]\d{9}$/, be)],
  ['BG', { pattern: /^\d{9,10}$/, hasValidCheckDigit: isBulgarian }],
  ['CY', state(/^\d{8}[A-Z]$/, cy)],
  ['CZ', state(/^\d{8,10}$/, cz)],
  ['DE', state(/^\d{9}$/, de)],
  ['DK', state(/^\d{8}$/, dk)],
  ['EE', state(/^\d{9}$/, ee)],
  ['EL', state(/^\d{9}$/, gr)],
  ['ES', state(/^(?:[0-9K-MX-Z]\d{7}[A-Z]|[A-HJNP-SU-W]\d{7}[0-9A-J])$/, es)],
  ['FI', state(/^\d{8}$/, fi)],
  ['FR', state(/^[0-9A-HJ-NP-Z]{2}\d{9}$/, fr)],
  ['HR', state(/^\d{11}$/, hr)],
  ['HU', state(/^\d{8}$/, hu)],
  ['IE', state(/^(?:\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/, ie)],
  ['IT', state(/^\d{11}$/, it)],
  ['LT', state(/^(?:\d{9}|\d{12})$/, lt)],
  ['LU', state(/^\d{8}$/, lu)],
  ['LV', state(/^\d{11}$/, lv)],
  ['MT', state(/^\d{8}$/, mt)],
  ['NL', state(/^\d{9}B\d{2}$/, nl)],
  ['PL', state(/^\d{10}$/, pl)],
  ['PT', state(/^\d{9}$/, pt)],
  ['RO', state(/^\d{2,10}$/, ro)],
  ['SE', state(/^\d{12}$/, se)],
  ['SI', state(/^\d{8}$/, si)],
  ['SK', state(/^\d{10}$/, sk)],
  ['XI', state(/^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/, gb)],
])

/**
 * Checks shape and check digit of a VAT number in any usual spelling, with its prefix or with the country
 * apart; both may be there. A prefix of two letters that no member state uses (`GB`, `CH`) is `notEu`.
 */
export function checkVatId(text: string, country?: string): VatIdFinding {
  const given = normalise(text)
  const prefix = country === undefined ? given.slice(0, 2) : normalise(country)
  if (!/^[A-Z]{2}$/.test(prefix)) return { value: given, fault: 'malformed' }
  const code = prefix === 'GR' ? 'EL' : prefix
  const number = withoutPrefix(given, code)
  const value = code + number
  const found = memberStates.get(code)
  if (found === undefined) return { value, country: code, fault: 'notEu' }
  if (!found.pattern.test(number)) return { value, country: code, fault: 'malformed' }
  return found.hasValidCheckDigit(number)
    ? { value, country: code }
    : { value, country: code, fault: 'checkDigit' }
}

function withoutPrefix(value: string, code: string): string {
  const prefix = value.slice(0, 2)
  return prefix === code || (prefix === 'GR' && code === 'EL') ? value.slice(2) : value
}

function state(pattern: RegExp, { validate }: Pick<typeof at, 'validate'>): MemberState {
  return { pattern, hasValidCheckDigit: (number) => validate(number).isValid }
}

/**
 * Nine digits belong to a company, ten to a person, a foreigner or another body. stdnum 1.12 has the test for
 * the last of these reversed (it takes every number but the right ones), so it is made here.
 */
function isBulgarian(number: string): boolean {
  if (number.length === 9) return bg.validate(number).isValid
  return bgEgn.validate(number).isValid || bgPnf.validate(number).isValid || isOtherBulgarian(number)
}

function isOtherBulgarian(number: string): boolean {
  const weights = [4, 3, 2, 7, 6, 5, 4, 3, 2]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  // A remainder of 1 would need the check digit 10, so no number has it.
  return (11 - (sum % 11)) % 11 === Number(number[9])
}
