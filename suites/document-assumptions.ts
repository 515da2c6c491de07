/** What the contract assumes of documents: refuted where a deployment does otherwise, which is nobody's fault. */
import type { Case } from '../src/conformance/index.ts'
import { documentFormats } from '../src/core/index.ts'
import type { JsonObject } from '../src/core/index.ts'
import { asking, formatsOf, known, textIn } from './document-reading.ts'
import { alteredRequest } from './request-alteration.ts'
import { missingTexts } from './shown-text.ts'

const needs = ['fullKey', 'document'] as const
const request = { kind: 'assumed', gap: 'GAP-DOCUMENT-REQUEST' } as const

/** The same parameters about the neighbouring record: each number is one higher. */
function neighbouring(parameters: JsonObject, by: number): JsonObject {
  const moved = Object.entries(parameters).map(([name, value]) => [name, typeof value === 'number' ? value + by : value])
  return Object.fromEntries(moved)
}

export const documentAssumptions: readonly Case[] = [
  {
    id: 'DOC-AS-DESCRIBED',
    title: 'Documents come as the contract assumes',
    basis: { kind: 'assumed', gap: 'GAP-DOCUMENT-RESULT' },
    safety: 'read',
    needs,
    evidence: 'An answer in each format that keeps the contract, and is in that format.',
    async run(context) {
      await known(context)
      const formats = formatsOf(context)
      for (const format of formats) {
        const result = await context.client().generateDocument({ ...asking(context), format })
        if (!result.ok && (result.error.kind === 'malformed' || result.error.kind === 'unexpected')) {
          context.broken({ message: result.error.message, expected: 'an answer as the contract describes it' })
        }
        context.given(result, `the document as ${format}`)
      }
      return `The document came as the contract has it: ${formats.join(', ')}.`
    },
  },
  {
    id: 'DOC-DEFAULT-FORMAT',
    title: 'Without a format the document comes in the one that the contract assumes',
    basis: request,
    safety: 'read',
    needs,
    evidence: 'The document in that format.',
    async run(context) {
      await known(context)
      const { operations } = context.contract
      const { headers, body } = operations.generateDocument.encodeRequest(asking(context))
      const decoded = operations.generateDocument.decodeRequest({ path: {}, query: {}, headers, body })
      const expected = decoded.ok ? decoded.value.format : undefined
      if (expected === undefined) return context.unjudged('the contract assumes no format', 'Write the default into an overlay.')
      const { format } = context.given(await context.client().generateDocument(asking(context)), 'the document without a format')
      context.check(format === expected, { message: `without a format the document comes as ${format}`, expected, found: format })
      return `Without a format the document comes as ${format}.`
    },
  },
  {
    id: 'DOC-BAD-FORMAT',
    title: 'A format that there is not is refused',
    basis: request,
    safety: 'read',
    needs,
    evidence: 'A refusal, where the formats there are are answered.',
    async run(context) {
      await known(context)
      const [html, pdf] = (['html', 'pdf'] as const).map((format) => context.request('generateDocument', { ...asking(context), format }))
      const bad = html === undefined || pdf === undefined ? undefined : alteredRequest(html, pdf, 'no-such-format')
      if (bad === undefined) return context.unjudged('the format does not stand in the body', 'It cannot be judged here.')
      const treatment = context.treatment('generateDocument', await context.send(bad))
      if (treatment.kind === 'unclear' && treatment.status < 500) context.unjudged(treatment.reason, 'Describe this answer in an overlay.')
      context.check(treatment.kind === 'refused', { message: 'a format that there is not is not refused', expected: 'a refusal', found: `status ${treatment.status}` })
      return `The format was refused with ${treatment.status}; there are ${documentFormats.join(', ')}.`
    },
  },
  {
    id: 'DOC-NO-ID',
    title: 'A document request without an ID is refused',
    basis: request,
    safety: 'read',
    needs,
    evidence: 'A refusal, where the same request with the ID is answered.',
    async run(context) {
      await known(context)
      const asked = asking(context)
      const bad = alteredRequest(context.request('generateDocument', asked), context.request('generateDocument', { ...asked, id: `${asked.id}-other` }), undefined)
      if (bad === undefined) return context.unjudged('the ID does not stand in the body', 'See the effective contract.')
      const treatment = context.treatment('generateDocument', await context.send(bad))
      if (treatment.kind === 'unclear' && treatment.status < 500) context.unjudged(treatment.reason, 'Describe this answer in an overlay.')
      context.check(treatment.kind === 'refused', { message: 'a request without an ID is not refused', expected: 'a refusal', found: `status ${treatment.status}` })
      return `A request without an ID was refused with ${treatment.status}.`
    },
  },
  {
    id: 'DOC-PARAMETERS',
    title: 'The parameters choose the record that the document is about',
    basis: request,
    safety: 'read',
    needs,
    evidence: 'A document with other contents for another record.',
    async run(context) {
      const { format, text } = await known(context)
      const { parameters, contains } = context.sample('document')
      if (!Object.values(parameters).some((value) => typeof value === 'number')) {
        context.unjudged('no parameter of the sample is a number that another record could have', 'Name a document about a numbered record in samples.document.')
      }
      for (const by of [1, 2, 3]) {
        const other = await textIn(context, format, { ...asking(context), parameters: neighbouring(parameters, by) })
        if (other === undefined) continue
        context.check(missingTexts(other, contains).length > 0, {
          message: 'the document about another record shows the same values',
          expected: `not all of ${contains.join(', ')}`,
          found: other === text ? 'the same document' : 'another document with all of them',
        })
        return `The document about another record does not show ${missingTexts(other, contains).join(', ')}.`
      }
      return context.unjudged('the records with the next numbers have no document', 'Name a document about another record in samples.document.')
    },
  },
  {
    id: 'DOC-REPEATABLE',
    title: 'The same document asked for twice shows the same values',
    basis: { kind: 'assumed', gap: 'GAP-DOCUMENT-RESULT' },
    safety: 'read',
    needs,
    evidence: 'Two equal texts, apart from the times in them.',
    async run(context) {
      const { format, text } = await known(context)
      const [first, second] = [text, await textIn(context, format)].map((one) => one?.replace(times, ''))
      if (first === undefined || second === undefined) return context.unjudged('the document came only once', 'See its own cases.')
      context.check(first === second, { message: 'the same document differs the second time', expected: first.slice(0, 200), found: second.slice(0, 200) })
      return `${first.length} characters were the same twice.`
    },
  },
]

/** When it was made, as many a document says. */
const times = /\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?|\d{1,2}:\d{2}(?::\d{2})?/g
