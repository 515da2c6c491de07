/** GAP-TOOLS: what the tools say beyond whether an identifier is valid. */
import type { Case, CaseContext } from '../src/conformance/index.ts'
import { compact, kindOf, loosely, stateOf, withOtherCheck, withOtherDigits } from './identifier-variants.ts'
import { askTaxId, askVatId, taxIdVerdict, vatIdVerdict } from './tool-question.ts'
import type { Ask, ToolVerdict } from './tool-question.ts'

type Found = Extract<ToolVerdict, { kind: 'valid' }>

/** An identifier that is called valid, and what is said of it. */
async function known(
  context: CaseContext,
  ask: Ask,
  values: readonly string[],
): Promise<{ value: string; verdict: Found }> {
  for (const value of values) {
    const verdict = await ask(context, value)
    if (verdict.kind === 'valid') return { value, verdict }
  }
  return context.unjudged('none of the known identifiers is called valid', 'See the cases of TOOL-1 and TOOL-2.')
}

const assumed = { basis: { kind: 'assumed', gap: 'GAP-TOOLS' }, safety: 'read' } as const
const taxIds = ['fullKey', 'taxIds'] as const
const vatIds = ['fullKey', 'vatIds'] as const

export const toolForms: readonly Case[] = [
  {
    id: 'TOOL-TAX-REASON',
    title: 'Of a wrong check character the tax tool says that it is that',
    ...assumed,
    needs: taxIds,
    evidence: 'A valid identifier; for the same with another check character, an answer (not a refusal) with the reason checkDigit.',
    run: (context) => reasonFor(context, askTaxId, context.samples.taxIds.valid, withOtherCheck, 'checkDigit'),
  },
  {
    id: 'TOOL-VAT-REASON',
    title: 'Of a wrong check digit the VAT tool says that it is that',
    ...assumed,
    needs: vatIds,
    evidence: 'A valid identifier; for the same with another digit, an answer (not a refusal) with the reason checkDigit.',
    run: (context) => reasonFor(
      context,
      askVatId,
      context.samples.vatIds.valid,
      (value) => withOtherDigits(value)[0] ?? value,
      'checkDigit',
    ),
  },
  {
    id: 'TOOL-VAT-NON-EU-REASON',
    title: 'Of a country outside the Union the VAT tool says that it is that',
    ...assumed,
    needs: vatIds,
    evidence: 'A valid identifier; for the same with `US` in front, an answer (not a refusal) with the reason notEu.',
    run: (context) => reasonFor(
      context,
      askVatId,
      context.samples.vatIds.valid,
      (value) => `US${compact(value).slice(2)}`,
      'notEu',
    ),
  },
  {
    id: 'TOOL-TAX-MALFORMED',
    title: 'Something that is no identifier at all is answered by the tax tool as malformed',
    ...assumed,
    needs: taxIds,
    evidence: 'A valid identifier; for a word, an answer (not a refusal) with the reason malformed.',
    run: (context) => reasonFor(context, askTaxId, context.samples.taxIds.valid, () => 'ENSAYO', 'malformed'),
  },
  {
    id: 'TOOL-TAX-KIND',
    title: 'The tax tool tells individuals from companies',
    ...assumed,
    needs: taxIds,
    evidence: 'An identifier of an individual and one of a company, each called valid and what it is.',
    async run(context) {
      const seen: string[] = []
      for (const kind of ['individual', 'company'] as const) {
        const values = context.samples.taxIds.valid.filter((value) => kindOf(value) === kind)
        if (values.length === 0) {
          context.unjudged(`no identifier of the kind ${kind} is known`, 'Add one to samples.taxIds.valid.')
        }
        const { value, verdict } = await known(context, askTaxId, values)
        // A foreigner is an individual as well.
        const said = verdict.whose === 'foreigner' ? 'individual' : verdict.whose
        context.check(said === kind, {
          message: `${value} is not called that of the kind ${kind}`,
          expected: kind,
          found: String(verdict.whose),
        })
        seen.push(`${value}: ${verdict.whose}`)
      }
      return `The kinds were told: ${seen.join(', ')}.`
    },
  },
  {
    id: 'TOOL-TAX-NAME',
    title: 'The tax tool compares a name with the one that the agency has',
    ...assumed,
    needs: taxIds,
    evidence: "A valid identifier with its name told; valid with that name, and not with another one, for the name's sake.",
    async run(context) {
      const { value, verdict } = await known(context, askTaxId, context.samples.taxIds.valid)
      if (verdict.name === undefined) return context.unjudged('the tool tells no name', 'Nothing is to be done.')
      const right = await taxIdVerdict(context, { value, name: verdict.name })
      context.check(right.kind === 'valid', {
        message: `${value} is not valid with its own name`,
        expected: 'valid',
        found: right.said,
      })
      const wrong = await taxIdVerdict(context, { value, name: 'Quien No Es, S.L.' })
      context.check(wrong.kind === 'invalid' && wrong.reason === 'nameMismatch', {
        message: `${value} with another name is not answered with that reason`,
        expected: 'invalid (nameMismatch)',
        found: wrong.said,
      })
      return `${value} is valid with its name and, with another one, ${wrong.said}.`
    },
  },
  {
    id: 'TOOL-TAX-LOOSE',
    title: 'Spaces, dashes and letter case do not matter in tax identifiers',
    ...assumed,
    needs: taxIds,
    evidence: 'A valid identifier that is called so when it is written with them, too.',
    run: (context) => alike(context, askTaxId, context.samples.taxIds.valid),
  },
  {
    id: 'TOOL-VAT-LOOSE',
    title: 'Spaces, dashes and letter case do not matter in VAT identifiers',
    ...assumed,
    needs: vatIds,
    evidence: 'A valid identifier that is called so when it is written with them, too.',
    run: (context) => alike(context, askVatId, context.samples.vatIds.valid),
  },
  {
    id: 'TOOL-VAT-COUNTRY',
    title: 'The country of a VAT identifier may be given apart',
    ...assumed,
    needs: vatIds,
    evidence: 'A valid identifier that is called so when its country is given apart, and not with another country.',
    async run(context) {
      const { value } = await known(context, askVatId, context.samples.vatIds.valid)
      const [country, number] = [stateOf(value), compact(value).slice(2)]
      const apart = await vatIdVerdict(context, { value: number, country })
      context.check(apart.kind === 'valid', {
        message: `${number} is not valid with the country ${country} apart`,
        expected: 'valid',
        found: apart.said,
      })
      const other = await vatIdVerdict(context, { value: number, country: country === 'DK' ? 'LU' : 'DK' })
      context.check(other.kind !== 'valid', {
        message: `${number} is valid in another country as well`,
        expected: 'not valid',
        found: other.said,
      })
      return `${number} is valid with ${country} apart, and ${other.said} with another country.`
    },
  },
]

async function reasonFor(
  context: CaseContext,
  ask: Ask,
  values: readonly string[],
  alter: (value: string) => string,
  reason: string,
): Promise<string> {
  const { value } = await known(context, ask, values)
  const altered = alter(value)
  const verdict = await ask(context, altered)
  context.check(verdict.kind === 'invalid' && verdict.reason === reason, {
    message: `${altered} is not answered with that reason`,
    expected: `invalid (${reason})`,
    found: verdict.said,
  })
  return `${value} was called valid; ${altered} was ${verdict.said}.`
}

async function alike(context: CaseContext, ask: Ask, values: readonly string[]): Promise<string> {
  const { value } = await known(context, ask, values)
  const loose = loosely(value)
  const verdict = await ask(context, loose)
  context.check(verdict.kind === 'valid', {
    message: `"${loose}" is not called valid`,
    expected: `valid, as ${value} is`,
    found: verdict.said,
  })
  return `"${loose}" was called valid, as ${value} was.`
}
