/** REP-3: `withFiles`. Where the files stand in the answer is an assumption (GAP-REPORT-RESULT). */
import type { Case, CaseContext } from '../src/conformance/index.ts'
import type { ReportPage } from '../src/core/index.ts'
import { asking, judgeSteadily, readable } from './report-reading.ts'
import type { Finding } from './report-reading.ts'
import { firstDifference, shownRow } from './row-comparison.ts'

/** The report whose rows have files, without them and with them. */
async function withAndWithout(context: CaseContext): Promise<{ plain: ReportPage; full: ReportPage; unaffected: boolean }> {
  const sample = context.samples.filesReport
  if (sample === undefined) {
    return context.unjudged('no report is known whose rows have files', 'Add samples.filesReport to the profile: its id.')
  }
  const client = context.client()
  const plain = await client.runReport(asking(sample))
  const full = await client.runReport({ ...asking(sample), withFiles: true })
  const pages = {
    plain: context.given(plain, `the report ${sample.id}`),
    full: context.given(full, `the report ${sample.id} with its files`),
  }
  const bodies = [plain, full].map((result) => (result.ok ? JSON.stringify(result.exchange.answer.body) : ''))
  return { ...pages, unaffected: bodies[0] === bodies[1] }
}

export const reportFiles: readonly Case[] = [
  {
    id: 'REP-FILES-ROWS',
    title: 'withFiles changes no row',
    basis: { kind: 'stated', statements: ['REP-3'] },
    safety: 'read',
    needs: ['fullKey', 'report'],
    evidence: 'The same rows with and without it.',
    async run(context) {
      await readable(context)
      const request = asking(context.samples.filesReport ?? context.sample('report'))
      return judgeSteadily(context, async (): Promise<Finding> => {
        const plain = context.given(await context.client().runReport(request), 'the report')
        const full = context.given(await context.client().runReport({ ...request, withFiles: true }), 'the report with its files')
        if (plain.rows.length === 0) context.unjudged('the report has no rows', 'Name one with rows in samples.report.')
        const at = firstDifference(plain.rows, full.rows)
        if (at === undefined) return { holds: true, evidence: `${full.rows.length} rows came alike with and without withFiles.` }
        return {
          holds: false,
          deviation: { message: `row ${at + 1} is another with withFiles`, expected: shownRow(plain.rows[at]), found: shownRow(full.rows[at]) },
        }
      })
    },
  },
  {
    id: 'REP-FILES-COME',
    title: 'withFiles adds the files that belong to the data',
    basis: { kind: 'stated', statements: ['REP-3'] },
    safety: 'read',
    needs: ['fullKey', 'report'],
    evidence: 'At least one file with content.',
    async run(context) {
      const { full, unaffected } = await withAndWithout(context)
      if (full.rows.length === 0) context.unjudged('the report has no rows', 'Name one with rows in samples.filesReport.')
      const files = full.files ?? []
      const empty = files.find(({ content }) => content.length === 0)
      if (empty !== undefined && files.every(({ content }) => content.length === 0)) {
        context.broken({ message: 'the files are empty', expected: 'their content', found: `${empty.name}: 0 bytes` })
      }
      if (files.length > 0) {
        const [file] = files
        return `${files.length} files came, the first of them ${file?.name ?? ''} with ${file?.content.length ?? 0} bytes.`
      }
      if (unaffected) {
        context.broken({
          message: 'withFiles changes nothing in the answer',
          expected: 'the files that belong to the data',
          found: 'the same answer as without it',
          cure: 'If the rows on the first page have no files, name another report in samples.filesReport.',
        })
      }
      return context.unjudged(
        'the answer with files differs, but there are none where the contract has them',
        'Write down in an overlay where the files are: the role report.files.',
      )
    },
  },
  {
    id: 'REP-FILES-UNASKED',
    title: 'Without withFiles no files come',
    basis: { kind: 'assumed', gap: 'GAP-REPORT-REQUEST' },
    safety: 'read',
    needs: ['fullKey', 'report'],
    evidence: 'Files when asked for, none otherwise.',
    async run(context) {
      const { plain, full } = await withAndWithout(context)
      const asked = full.files?.length ?? 0
      if (asked === 0) context.unjudged('no files come even when asked for', 'See the case REP-FILES-COME.')
      const unasked = plain.files?.length ?? 0
      context.check(unasked === 0, { message: `${unasked} files came without being asked for`, expected: 'none', found: String(unasked) })
      return `${asked} files came when asked for and none otherwise.`
    },
  },
  {
    id: 'REP-FILES-BELONG',
    title: 'Each file says to which record of the page it belongs',
    basis: { kind: 'assumed', gap: 'GAP-REPORT-RESULT' },
    safety: 'read',
    needs: ['fullKey', 'report'],
    evidence: 'Files, each with the id of a record that a row shows.',
    async run(context) {
      const { full } = await withAndWithout(context)
      const files = full.files ?? []
      if (files.length === 0) context.unjudged('no files come', 'See the case REP-FILES-COME.')
      const values = new Set(full.rows.flatMap((row) => Object.values(row).map(String)))
      const stray = files.find(({ recordId }) => !values.has(String(recordId)))
      context.check(stray === undefined, {
        message: `the file ${stray?.name ?? ''} belongs to no row of the page`,
        expected: 'the id of a record on the page',
        found: String(stray?.recordId),
      })
      return `${files.length} files belong to records on the page.`
    },
  },
]
