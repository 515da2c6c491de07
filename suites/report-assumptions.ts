/** What the contract assumes of report requests and of paging: refuted where a deployment does otherwise, which is nobody's fault. */
import type { Case, CaseContext, HttpRequest } from '../src/conformance/index.ts'
import type { JsonValue, ReportPage, ReportRequest } from '../src/core/index.ts'
import { alteredRequest } from './request-alteration.ts'
import { asking, largestSize, readable } from './report-reading.ts'
import { sameRows, shownRow } from './row-comparison.ts'

const needs = ['fullKey', 'report'] as const
const paging = { kind: 'assumed', gap: 'GAP-PAGING' } as const
const request = { kind: 'assumed', gap: 'GAP-REPORT-REQUEST' } as const

/** A page of a small size is readable; what the bad requests are held against. */
async function pageReadable(context: CaseContext): Promise<ReportPage> {
  await readable(context)
  return context.given(await context.client().runReport({ ...asked(context), page: 1, pageSize: 2 }), 'a page of 2 rows')
}

function asked(context: CaseContext): ReportRequest {
  return asking(context.sample('report'))
}

/** Refuted unless each of the requests is refused. */
async function allRefused(context: CaseContext, requests: Readonly<Record<string, HttpRequest | undefined>>): Promise<string> {
  const statuses: string[] = []
  for (const [what, bad] of Object.entries(requests)) {
    if (bad === undefined) return context.unjudged(`the contract does not say where ${what} stands in the body`, 'See the effective contract.')
    const treatment = context.treatment('runReport', await context.send(bad))
    if (treatment.kind === 'unclear' && treatment.status < 500) context.unjudged(treatment.reason, 'Describe this answer in an overlay.')
    context.check(treatment.kind === 'refused', { message: `${what} is not refused`, expected: 'a refusal', found: `status ${treatment.status}` })
    statuses.push(`${what}: ${treatment.status}`)
  }
  return `Refused were ${statuses.join('; ')}.`
}

/** A page request with a value that no page number, or no page size, has. */
function withBad(context: CaseContext, name: 'page' | 'pageSize', value: JsonValue): HttpRequest | undefined {
  const base = { ...asked(context), page: 1, pageSize: 2 }
  return alteredRequest(context.request('runReport', base), context.request('runReport', { ...base, [name]: 3 }), value)
}

export const reportAssumptions: readonly Case[] = [
  {
    id: 'REP-FIRST-PAGE',
    title: 'Without a page number the first page comes, which has the number that the contract assumes',
    basis: paging,
    safety: 'read',
    needs,
    evidence: 'The same rows with the first number and without any, and no rows one below it.',
    async run(context) {
      const { rows } = await pageReadable(context)
      if (rows.length === 0) context.unjudged('the first page is empty', 'Name a report with rows in samples.report.')
      const open = context.given(await context.client().runReport({ ...asked(context), pageSize: 2 }), 'a page without a number')
      context.check(sameRows(rows, open.rows), {
        message: 'the page without a number is not the first one',
        expected: shownRow(rows[0]),
        found: shownRow(open.rows[0]),
      })
      const below = await context.client().runReport({ ...asked(context), page: 0, pageSize: 2 })
      context.check(!below.ok || below.value.rows.length === 0, 'there are rows on a page before the first')
      return `The first number and none give the same ${rows.length} rows, the number before gives none.`
    },
  },
  {
    id: 'REP-PAST-END',
    title: 'A page past the last one is empty',
    basis: paging,
    safety: 'read',
    needs,
    evidence: 'An answer without rows for a page far past the end.',
    async run(context) {
      await pageReadable(context)
      const far = 100_000
      const wanted = { ...asked(context), page: far, pageSize: 2 }
      const answer = await context.send(context.request('runReport', wanted))
      const treatment = context.treatment('runReport', answer)
      if (treatment.kind === 'refused') context.broken({ message: `page ${far} is refused`, expected: 'no rows', found: `status ${treatment.status}` })
      const page = context.meaning('runReport', answer, wanted)
      if (page === undefined) return context.unjudged(`page ${far} cannot be read: status ${answer.status}`, 'Describe this answer in an overlay.')
      const { rows } = page
      context.check(rows.length === 0, { message: `page ${far} has ${rows.length} rows`, expected: 'no rows', found: shownRow(rows[0]) })
      return `Page ${far} is empty.`
    },
  },
  {
    id: 'REP-DEFAULT-SIZE',
    title: 'Without resultsPerPage a page has as many rows as the contract assumes',
    basis: paging,
    safety: 'read',
    needs,
    evidence: 'A full page, and a following one with rows.',
    async run(context) {
      const { rows } = await readable(context)
      const { headers, body } = context.contract.operations.runReport.encodeRequest(asked(context))
      const decoded = context.contract.operations.runReport.decodeRequest({ path: {}, query: {}, headers, body })
      const size = decoded.ok ? decoded.value.pageSize : undefined
      if (size === undefined) return context.unjudged('the contract assumes no number', 'Write the default into an overlay.')
      const next = context.given(await context.client().runReport({ ...asked(context), page: 2 }), 'the second page')
      if (next.rows.length === 0 && rows.length < size) {
        context.unjudged(`the report has ${rows.length} rows, which do not fill a page of ${size}`, 'Name a longer report in samples.report.')
      }
      context.check(rows.length === size, {
        message: `a page has ${rows.length} rows when no number is asked for`,
        expected: String(size),
        found: String(rows.length),
      })
      return `The first page has ${rows.length} rows, the second ${next.rows.length}.`
    },
  },
  {
    id: 'REP-LARGEST-SIZE',
    title: 'A page larger than the contract allows is refused, the largest is not',
    basis: paging,
    safety: 'load',
    needs,
    evidence: 'An answer for the largest size and a refusal for one row more.',
    async run(context) {
      await pageReadable(context)
      const size = largestSize(context)
      if (size === undefined) return context.unjudged('the contract assumes no largest size', 'Write it into an overlay.')
      const largest = await context.client().runReport({ ...asked(context), pageSize: size })
      if (!largest.ok && largest.error.kind === 'refused') context.broken({ message: `a page of ${size} is refused`, found: largest.error.message })
      const { rows } = context.given(largest, `a page of ${size}`)
      const evidence = await allRefused(context, { [`a page of ${size + 1}`]: context.request('runReport', { ...asked(context), pageSize: size + 1 }) })
      return `A page of ${size} came with ${rows.length} rows. ${evidence}`
    },
  },
  {
    id: 'REP-BAD-PAGE',
    title: 'A page number before the first, or no number, is refused',
    basis: paging,
    safety: 'read',
    needs,
    evidence: 'Refusals, where a good number is answered.',
    async run(context) {
      await pageReadable(context)
      return allRefused(context, {
        'the page before the first': context.request('runReport', { ...asked(context), page: 0, pageSize: 2 }),
        'a negative page': withBad(context, 'page', -7),
        'a page that is text': withBad(context, 'page', 'first'),
      })
    },
  },
  {
    id: 'REP-BAD-SIZE',
    title: 'A resultsPerPage of zero, below, or no number is refused',
    basis: paging,
    safety: 'read',
    needs,
    evidence: 'Refusals, where a good number is answered.',
    async run(context) {
      await pageReadable(context)
      return allRefused(context, {
        'zero rows per page': withBad(context, 'pageSize', 0),
        'a negative number of rows per page': withBad(context, 'pageSize', -7),
        'a number of rows per page that is text': withBad(context, 'pageSize', 'many'),
      })
    },
  },
  {
    id: 'REP-NO-ID',
    title: 'A report request without an ID is refused',
    basis: request,
    safety: 'read',
    needs,
    evidence: 'A refusal, where the same request with the ID is answered.',
    async run(context) {
      await readable(context)
      const named = (id: string) => context.request('runReport', { ...asked(context), id })
      return allRefused(context, { 'a request without an ID': alteredRequest(named(asked(context).id), named('another'), undefined) })
    },
  },
  {
    id: 'REP-UNKNOWN-PARAMETER',
    title: 'A parameter that the report does not have is refused',
    basis: request,
    safety: 'read',
    needs,
    evidence: 'A refusal, where the same request without it is answered.',
    async run(context) {
      await readable(context)
      const parameters = { ...asked(context).parameters, no_such_parameter: 1 }
      return allRefused(context, { 'an unknown parameter': context.request('runReport', { ...asked(context), parameters }) })
    },
  },
]
