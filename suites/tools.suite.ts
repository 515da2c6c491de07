/** TOOL-1, TOOL-2: whether identifiers are valid. */
import type { Case, CaseContext, Suite } from '../src/conformance/index.ts'
import { kindOf, stateOf, withOtherCheck, withOtherDigits } from './identifier-variants.ts'
import { askTaxId, askVatId, sameVerdict } from './tool-question.ts'
import type { Ask } from './tool-question.ts'
import { toolForms } from './tool-forms.ts'

export const toolsSuite: Suite = {
  area: 'tools',
  title: 'Tools',
  cases: [
    taxIdOf('individual'),
    taxIdOf('company'),
    {
      id: 'TOOL-VAT-CHECK',
      title: 'A VAT identifier with a digit changed is answered differently from a valid one',
      basis: { kind: 'stated', statements: ['TOOL-2'] },
      safety: 'read',
      needs: ['fullKey', 'vatIds'],
      evidence: 'At least one of the known identifiers called valid; for each that is, another answer when a digit of it is changed.',
      async run(context) {
        const { vatIds } = context.samples
        const seen: string[] = []
        for (const value of onePerState(vatIds.valid)) {
          const verdict = await askVatId(context, value)
          if (verdict.kind !== 'valid') continue
          seen.push(`${value} and ${await differing(context, askVatId, value, withOtherDigits(value))}`)
        }
        context.check(seen.length > 0, noneValid('VAT identifiers', 'vatIds'))
        return `Told apart: ${seen.join('; ')}.`
      },
    },
    {
      id: 'TOOL-VAT-STATES',
      title: 'VAT identifiers of several states are validated',
      basis: { kind: 'stated', statements: ['TOOL-2'] },
      safety: 'read',
      needs: ['fullKey', 'vatIds'],
      evidence: 'Known identifiers of at least two states, each called valid.',
      async run(context) {
        const values = onePerState(context.samples.vatIds.valid)
        if (values.length < 2) {
          context.unjudged(
            'VAT identifiers of one state only are known',
            'Add one of another state to samples.vatIds.valid.',
          )
        }
        for (const value of values) {
          const verdict = await askVatId(context, value)
          context.check(verdict.kind === 'valid', {
            message: `the VAT identifier ${value} is not called valid`,
            expected: 'valid',
            found: verdict.said,
            cure: 'See that it still is valid; otherwise take it out of samples.vatIds.valid.',
          })
        }
        return `Called valid: ${values.join(', ')}.`
      },
    },
    {
      id: 'TOOL-VAT-NON-EU',
      title: "An identifier with another country's letters is answered differently from a VAT identifier of the Union",
      basis: { kind: 'stated', statements: ['TOOL-2'] },
      safety: 'read',
      needs: ['fullKey', 'vatIds'],
      evidence: 'A known identifier called valid, and another answer for the same with `US` in front.',
      async run(context) {
        const value = await firstValid(context, askVatId, context.samples.vatIds.valid, 'vatIds')
        const abroad = `US${value.replace(/^\s*[A-Za-z]{2}/, '')}`
        return `Told apart: ${value} and ${await differing(context, askVatId, value, [abroad])}.`
      },
    },
    repeated('TOOL-TAX-SAME', 'TOOL-1', 'national tax identifiers', 'taxIds', askTaxId, withOtherCheck),
    repeated(
      'TOOL-VAT-SAME',
      'TOOL-2',
      'VAT identifiers',
      'vatIds',
      askVatId,
      (value) => withOtherDigits(value)[0] ?? value,
    ),
    ...toolForms,
  ],
}

/** TOOL-1, for each kind of taxpayer. */
function taxIdOf(kind: 'individual' | 'company'): Case {
  const article = kind === 'individual' ? 'an individual' : 'a company'
  return {
    id: `TOOL-TAX-${kind.toUpperCase()}`,
    title: `The national tax identifier of ${article} is told from one with another check character`,
    basis: { kind: 'stated', statements: ['TOOL-1'] },
    safety: 'read',
    needs: ['fullKey', 'taxIds'],
    evidence: `An identifier known to be that of ${article}, called valid, and another answer for the same with its last character changed.`,
    async run(context) {
      const values = context.samples.taxIds.valid.filter((value) => kindOf(value) === kind)
      if (values.length === 0) {
        context.unjudged(`no identifier of ${article} is known`, 'Add one to samples.taxIds.valid.')
      }
      const value = await firstValid(context, askTaxId, values, 'taxIds')
      return `Told apart: ${value} and ${await differing(context, askTaxId, value, [withOtherCheck(value)])}.`
    },
  }
}

function repeated(
  id: string,
  statement: string,
  nouns: string,
  samples: 'taxIds' | 'vatIds',
  ask: Ask,
  alter: (value: string) => string,
): Case {
  return {
    id,
    title: `The same question about ${nouns} has the same answer`,
    basis: { kind: 'stated', statements: [statement] },
    safety: 'read',
    needs: ['fullKey', samples],
    evidence: 'A valid identifier and one with a character changed, asked for three times in turn, with the same answer each time.',
    async run(context) {
      const valid = await firstValid(context, ask, context.samples[samples].valid, samples)
      const asked = [valid, alter(valid)]
      const first = await Promise.all(asked.map((value) => ask(context, value)))
      for (let again = 0; again < 2; again += 1) {
        for (const [at, value] of asked.entries()) {
          const [before, now] = [first[at], await ask(context, value)]
          if (before === undefined || sameVerdict(before, now)) continue
          context.broken({
            message: `${value} is answered differently when it is asked for again`,
            expected: before.said,
            found: now.said,
          })
        }
      }
      return `Three times ${asked.map((value, at) => `${value} was ${first[at]?.said}`).join(', and ')}.`
    },
  }
}

/** The first identifier that is called valid; broken when none is, since all of them are known to be. */
async function firstValid(
  context: CaseContext,
  ask: Ask,
  values: readonly string[],
  samples: string,
): Promise<string> {
  for (const value of values) if ((await ask(context, value)).kind === 'valid') return value
  return context.broken(noneValid(values.join(', '), samples))
}

/** Another answer than that to a valid identifier, for at least one of those that cannot all be valid. */
async function differing(context: CaseContext, ask: Ask, value: string, others: readonly string[]): Promise<string> {
  for (const other of others) {
    const verdict = await ask(context, other)
    if (verdict.kind !== 'valid') return `${other} (${verdict.said})`
  }
  return context.broken({
    message: `${others.join(', ')} ${others.length === 1 ? 'is' : 'are'} called valid as well as ${value}`,
    expected: 'another answer',
    found: 'valid',
  })
}

function noneValid(what: string, samples: string) {
  return {
    message: `none of the known ${what} is called valid`,
    expected: 'valid',
    found: 'not valid',
    cure: `See that they still are valid; otherwise give others in samples.${samples}.valid.`,
  }
}

function onePerState(values: readonly string[]): string[] {
  return [...new Map(values.toReversed().map((value) => [stateOf(value), value])).values()].toReversed()
}
