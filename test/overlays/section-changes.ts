/** What sections and fields are called, also by each other's names. */
import * as fc from 'fast-check'
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject } from '../../src/core/index.ts'
import { change } from './change.ts'
import type { Change } from './change.ts'
import { objectAt } from './places.ts'

const sections = ['entities', 'invoices', 'sales', 'stock']
const lineFields = ['item_id', 'quantity', 'unit_price', 'discount_percent', 'tax_percent', 'amount']

export function namingSections(): fc.Arbitrary<Change> {
  const names = fc.oneof(
    fc.constantFrom(...sections).map((first) => [first, ...sections.filter((name) => name !== first)]),
    fc.constant(['terceros', 'facturas', 'ventas', 'almacén']),
    fc.constant(['1', '2', '3', 'stock']),
  )
  return names.map((called) =>
    change(`call the sections ${called.join(', ')}`, (document) => {
      for (const [index, section] of sections.entries()) objectAt(document, 'x-sections', section).name = called[index] ?? section
    }),
  )
}

/** Every field by the name of the one some places on, or by a new name, or only some of them. */
export function namingFields(): fc.Arbitrary<Change> {
  const style = fc.constantFrom('one another', 'new names', 'one new name')
  return fc.tuple(fc.constantFrom(...sections), style, fc.boolean()).map(([section, how, withLines]) =>
    change(`call the fields of ${section} by ${how}${withLines ? ', those of lines too' : ''}`, (document) => {
      const declared = objectAt(document, 'x-sections', section)
      const fields: JsonObject = isJsonObject(declared.fields) ? declared.fields : {}
      const own = Object.keys(fields).filter((name) => !name.includes('.'))
      const renamed = { ...namesFor(own, how), ...(withLines && own.includes('lines') ? prefixed(namesFor(lineFields, how)) : {}) }
      declared.fields = { ...fields, ...renamed }
    }),
  )
}

function namesFor(names: readonly string[], how: string): Record<string, string> {
  const called = (name: string, index: number) => {
    if (how === 'one another') return names[(index + 1) % names.length] ?? name
    return how === 'new names' || index === 0 ? `campo ${index}` : name
  }
  return Object.fromEntries(names.map((name, index) => [name, called(name, index)]))
}

function prefixed(names: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([name, called]) => [`lines.${name}`, called]))
}
