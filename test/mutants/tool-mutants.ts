import type { OperationId } from '../../src/core/index.ts'
import type { JsonObject } from '../../src/core/index.ts'
import { altering, answerOf, jsonOf, textIn, withAnswer, withRequest } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const tools = ['validateTaxId', 'validateVatId'] as const

/** TOOL-1, TOOL-2 and what is assumed of the tools. */
export const toolMutants: readonly Mutant[] = [
  { name: 'tool-tax-all-valid', wrong: 'Every tax identifier is valid.', ...saying('validateTaxId', valid) },
  { name: 'tool-tax-none-valid', wrong: 'No tax identifier is valid.', ...saying('validateTaxId', (verdict) => ({ ...verdict, valid: false, reason: 'unknown' })) },
  { name: 'tool-tax-companies-unchecked', wrong: 'Check characters of companies are not looked at.', ...saying('validateTaxId', (verdict) => (verdict['kind'] === 'company' ? valid(verdict) : verdict)) },
  { name: 'tool-tax-individuals-unchecked', wrong: 'Check letters of individuals are not looked at.', ...saying('validateTaxId', (verdict) => (verdict['kind'] === 'individual' ? valid(verdict) : verdict)) },
  { name: 'tool-vat-all-valid', wrong: 'Every VAT identifier is valid.', ...saying('validateVatId', valid) },
  { name: 'tool-vat-none-valid', wrong: 'No VAT identifier is valid.', ...saying('validateVatId', (verdict) => ({ ...verdict, valid: false, reason: 'unknown' })) },
  { name: 'tool-vat-one-state', wrong: 'VAT identifiers of one state only are known.', ...saying('validateVatId', (verdict) => (String(verdict['country']) === 'ES' ? verdict : { ...verdict, valid: false, reason: 'unknown' })) },
  { name: 'tool-vat-unchecked', wrong: 'Check digits of one state are not looked at.', ...saying('validateVatId', (verdict) => (verdict['country'] === 'IT' ? valid(verdict) : verdict)) },
  { name: 'tool-vat-abroad', wrong: 'Identifiers of countries outside the Union are valid.', ...saying('validateVatId', (verdict) => (verdict['country'] === 'US' ? valid(verdict) : verdict)) },
  { name: 'tool-tax-flips', wrong: 'A wrong tax identifier is valid every third time.', ...saying('validateTaxId', (verdict, times) => (times % 3 === 0 ? valid(verdict) : verdict)) },
  { name: 'tool-vat-flips', wrong: 'A wrong VAT identifier is valid every third time.', ...saying('validateVatId', (verdict, times) => (times % 3 === 0 ? valid(verdict) : verdict)) },
  ...tools.map(
    (id): Mutant => ({
      name: `tool-reason-${id}`,
      wrong: 'Whatever is wrong with an identifier, it is called unknown.',
      ...saying(id, (verdict) => ('reason' in verdict ? { ...verdict, reason: 'unknown' } : verdict)),
    }),
  ),
  { name: 'tool-tax-kind', wrong: 'Everybody is a company.', ...saying('validateTaxId', (verdict) => ({ ...verdict, kind: 'company' })) },
  {
    name: 'tool-tax-name',
    wrong: 'The name is not compared.',
    ...altering(['validateTaxId'], () => (request, forward) => forward(withRequest(request, ({ name: _, ...body }) => body))),
  },
  ...tools.map(
    (id): Mutant => ({
      name: `tool-strict-${id}`,
      wrong: 'Identifiers with spaces or dashes are refused.',
      ...altering([id], () => (request, forward) =>
        /[\s-]/.test(String(jsonOf(request)?.['value'])) ? Promise.resolve(answerOf(422)) : forward(request)),
    }),
  ),
  {
    name: 'tool-vat-country',
    wrong: 'The country given apart is not looked at.',
    ...altering(['validateVatId'], () => (request, forward) => forward(withRequest(request, ({ country: _, ...body }) => body))),
  },
  {
    name: 'tool-vat-any-country',
    wrong: 'A VAT identifier is valid in whatever country is given apart.',
    ...altering(['validateVatId'], () => async (request, forward) => {
      const answer = await forward(request)
      return jsonOf(request)?.['country'] === undefined ? answer : withAnswer(answer, valid)
    }),
  },
]

/** The verdict changed; `times` counts how often that identifier was asked for. */
function saying(id: OperationId, change: (verdict: JsonObject, times: number) => JsonObject): Partial<Mutant> {
  return altering([id], () => {
    const times = new Map<string, number>()
    return async (request, forward) => {
      const asked = textIn(request)
      times.set(asked, (times.get(asked) ?? 0) + 1)
      return withAnswer(await forward(request), (verdict) => change(verdict, times.get(asked) ?? 1))
    }
  })
}

function valid({ reason: _, ...verdict }: JsonObject): JsonObject {
  return { ...verdict, valid: true }
}
