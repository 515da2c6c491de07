/** REP-1 … REP-3, REP-6: a report by its ID, in pages, with files. Column names have a suite of their own. */
import type { Case, CaseContext, Suite } from '../src/conformance/index.ts'
import { reportAnswers } from './report-answers.ts'
import { reportAssumptions } from './report-assumptions.ts'
import { reportFiles } from './report-files.ts'
import { asking, bound, judgePaging, judgeSteadily, largeSize, readable, readPages } from './report-reading.ts'
import type { Finding } from './report-reading.ts'
import { absentRows, columnNames, firstDifference, missingRows, repeatedRows, sameRows, shownRow } from './row-comparison.ts'

const paging = { kind: 'stated', statements: ['REP-2'] } as const

/** Sizes by which no default and no large page can be divided. */
function smallSize({ isMock }: CaseContext): number {
  return isMock ? 19 : 7
}

function tooFewRows(context: CaseContext, rows: number, wanted: string): never {
  return context.unjudged(`the report has ${rows} rows, too few for ${wanted}`, 'Name a longer report in samples.report.')
}

/** The whole report, or its beginning, in large pages and in small ones. */
async function inTwoSizes(context: CaseContext, first: number) {
  const most = bound(context)
  const whole = await readPages(context, { size: largeSize(context), first, most })
  const joined = await readPages(context, { size: smallSize(context), first, most })
  if (Math.max(whole.rows.length, joined.rows.length) <= smallSize(context)) tooFewRows(context, whole.rows.length, 'several pages')
  const extent = whole.ended ? 'the whole report' : `the first ${most} rows`
  return { whole, joined, extent }
}

const byId: readonly Case[] = [
  {
    id: 'REP-BY-ID',
    title: 'POST with a report ID in the JSON body gives that report',
    basis: { kind: 'stated', statements: ['REP-1', 'REP-6'] },
    safety: 'read',
    needs: ['fullKey', 'report'],
    evidence: 'Rows, with columns that the profile knows of this report.',
    async run(context) {
      const { rows } = await readable(context)
      const { id, columns } = context.sample('report')
      const known = Object.keys(columns)
      if (known.length === 0) {
        context.unjudged('no column of the report is known', 'Name its columns in samples.report.columns.')
      }
      const safe = context.answered(
        await context.client().runReport({ ...asking(context.sample('report')), safeColumnNames: true }),
        'the report with safe names',
      )
      const found = new Set([...columnNames(rows), ...(safe.ok ? columnNames(safe.value.rows) : [])])
      const shown = known.filter((name) => found.has(name))
      context.check(shown.length > 0, {
        message: `what came for the report ${id} has none of its columns`,
        expected: known.join(', '),
        found: [...found].join(', '),
        cure: 'If these are its columns, correct samples.report.columns.',
      })
      if (shown.length < known.length) context.note(`Not among the columns: ${known.filter((name) => !found.has(name)).join(', ')}.`)
      return `The report ${id} came with ${rows.length} rows and ${shown.length} of ${known.length} known columns.`
    },
  },
  {
    id: 'REP-UNKNOWN-ID',
    title: 'An ID that no report has gives no rows',
    basis: { kind: 'stated', statements: ['REP-1'] },
    safety: 'read',
    needs: ['fullKey', 'report'],
    evidence: 'A refusal, or an answer without rows, where the known report has some.',
    async run(context) {
      const { rows } = await readable(context)
      const id = context.sample('report').unknownId ?? `no-report-${Math.floor(context.random() * 1e9)}`
      const asked = { ...asking(context.sample('report')), id }
      const answer = await context.send(context.request('runReport', asked))
      const treatment = context.treatment('runReport', answer)
      if (treatment.kind === 'refused') return `The ID ${id} was refused with ${treatment.status}; the known report has ${rows.length} rows.`
      const page = context.meaning('runReport', answer, asked)
      if (page === undefined) {
        return context.unjudged(
          `the answer for the ID ${id} cannot be read${treatment.kind === 'unclear' ? `: ${treatment.reason}` : ''}`,
          'Write down in an overlay how this deployment refuses.',
        )
      }
      context.check(page.rows.length === 0, {
        message: `${page.rows.length} rows came for the ID ${id}, which no report has`,
        expected: 'a refusal, or no rows',
        found: sameRows(page.rows, rows) ? 'the rows of another report' : shownRow(page.rows[0]),
      })
      return `The ID ${id} gave no rows; the known report has ${rows.length}.`
    },
  },
  {
    id: 'REP-OTHER-ID',
    title: 'Another report ID gives another report',
    basis: { kind: 'stated', statements: ['REP-1'] },
    safety: 'read',
    needs: ['fullKey', 'report'],
    evidence: 'Two reports with rows that differ.',
    async run(context) {
      const { rows } = await readable(context)
      const { report, section, filesReport, forbidden } = context.samples
      const others = [filesReport, section?.report, forbidden?.report === undefined ? undefined : { id: forbidden.report, parameters: {} }]
      const other = others.find((candidate) => candidate !== undefined && candidate.id !== report?.id)
      if (other === undefined) {
        return context.unjudged('only one report is known', 'Name another one in samples.filesReport or samples.forbidden.report.')
      }
      const page = context.given(await context.client().runReport(asking(other)), `the report ${other.id}`)
      if (page.rows.length === 0) context.unjudged(`the report ${other.id} has no rows`, 'Name a report with rows.')
      context.check(!sameRows(rows, page.rows), {
        message: `the reports ${report?.id ?? ''} and ${other.id} came with the same rows`,
        expected: 'the report that the ID names',
        found: shownRow(page.rows[0]),
      })
      return `${report?.id ?? ''} gave ${rows.length} rows and ${other.id} other ${page.rows.length}.`
    },
  },
]

const pages: readonly Case[] = [
  {
    id: 'REP-PAGE-LIMIT',
    title: 'A page has at most as many rows as resultsPerPage says',
    basis: paging,
    safety: 'read',
    needs: ['fullKey', 'report'],
    evidence: 'Pages in several sizes with no more rows than that, and with different numbers of rows.',
    async run(context) {
      await readable(context)
      const client = context.client()
      const request = { ...asking(context.sample('report')), page: 1 }
      const counts: { size: number; rows: number }[] = []
      for (const size of [5, 1, 2, 10]) {
        const result = await client.runReport({ ...request, pageSize: size })
        // Which sizes are allowed is not known; the first one shows whether it works at all.
        if (counts.length === 0) context.given(result, `a page of ${size}`)
        if (result.ok) counts.push({ size, rows: result.value.rows.length })
      }
      const seen = counts.map(({ size, rows }) => `${rows} for ${size}`).join(', ')
      const excess = counts.find(({ size, rows }) => rows > size)
      if (excess !== undefined) {
        context.broken({
          message: `a page has ${excess.rows} rows although resultsPerPage is ${excess.size}`,
          expected: `at most ${excess.size}`,
          found: seen,
        })
      }
      if (new Set(counts.map(({ rows }) => rows)).size < 2) tooFewRows(context, counts[0]?.rows ?? 0, `pages in several sizes: ${seen}`)
      return `Rows on a page: ${seen}.`
    },
  },
  {
    id: 'REP-PAGE-STEERS',
    title: 'Another page number gives other rows',
    basis: paging,
    safety: 'read',
    needs: ['fullKey', 'report'],
    evidence: 'Two pages with different rows.',
    async run(context) {
      await readable(context)
      return judgePaging(context, async (first): Promise<Finding> => {
        const request = { ...asking(context.sample('report')), pageSize: 2 }
        const [one, other] = [
          context.given(await context.client().runReport({ ...request, page: first }), `page ${first}`).rows,
          context.given(await context.client().runReport({ ...request, page: first + 1 }), `page ${first + 1}`).rows,
        ]
        if (!sameRows(one, other) && other.length > 0) return { holds: true, evidence: `Pages ${first} and ${first + 1} of 2 rows have different rows.` }
        // A report whose first rows are all alike has pages that are.
        const large = await readPages(context, { size: 10, first, most: 10 })
        if (missingRows(large.rows, one).length === 0) tooFewRows(context, large.rows.length, 'two pages')
        return {
          holds: false,
          deviation: {
            message: `pages ${first} and ${first + 1} of 2 rows do not show what a larger page does`,
            expected: shownRow(missingRows(large.rows, one)[0]),
            found: shownRow(other[0]),
          },
        }
      })
    },
  },
  {
    id: 'REP-PAGES-COMPLETE',
    title: 'No row is missing from the pages joined',
    basis: paging,
    safety: 'read',
    needs: ['fullKey', 'report'],
    evidence: 'Every row of the large pages on one of the small pages.',
    async run(context) {
      await readable(context)
      return judgePaging(context, async (first): Promise<Finding> => {
        const { whole, joined, extent } = await inTwoSizes(context, first)
        const missing = absentRows(whole.rows, joined.rows)
        // The large pages may be the ones that lack rows.
        const lacking = missing.length > 0 ? missing : absentRows(joined.rows, whole.rows)
        if (lacking.length === 0) {
          return { holds: true, evidence: `${joined.rows.length} rows on ${joined.pages} pages are those of ${extent}.` }
        }
        const where = missing.length > 0 ? `${joined.pages} pages of ${smallSize(context)}` : `${whole.pages} larger pages`
        return {
          holds: false,
          deviation: { message: `${lacking.length} rows are missing on ${where}`, expected: shownRow(lacking[0]), found: missing.length > 0 ? joined.end : whole.end },
        }
      })
    },
  },
  {
    id: 'REP-PAGES-NO-REPEAT',
    title: 'No row comes on two pages',
    basis: paging,
    safety: 'read',
    needs: ['fullKey', 'report'],
    evidence: 'Several pages, joined, without a row that comes more often than in the whole.',
    async run(context) {
      await readable(context)
      return judgePaging(context, async (first): Promise<Finding> => {
        const { whole, joined } = await inTwoSizes(context, first)
        if (joined.pages < 2) tooFewRows(context, joined.rows.length, 'several pages')
        const repeated = repeatedRows(joined.rows, whole.rows)
        if (repeated.length === 0) return { holds: true, evidence: `${joined.rows.length} rows on ${joined.pages} pages, none twice.` }
        return {
          holds: false,
          deviation: { message: `${repeated.length} rows come on several pages`, expected: 'each row once', found: shownRow(repeated[0]) },
        }
      })
    },
  },
  {
    id: 'REP-SIZES-AGREE',
    title: 'Pages of different sizes show the same rows',
    basis: paging,
    safety: 'read',
    needs: ['fullKey', 'report'],
    evidence: 'Pages of 3 and pages of 5, joined, with equal rows.',
    async run(context) {
      await readable(context)
      return judgePaging(context, async (first): Promise<Finding> => {
        const threes = await readPages(context, { size: 3, first, most: 15 })
        const fives = await readPages(context, { size: 5, first, most: 15 })
        if (Math.max(threes.rows.length, fives.rows.length) <= 5) tooFewRows(context, fives.rows.length, 'several pages')
        const at = firstDifference(threes.rows, fives.rows)
        if (at === undefined) return { holds: true, evidence: `${threes.pages} pages of 3 and ${fives.pages} of 5 have the same ${threes.rows.length} rows.` }
        if (missingRows(threes.rows, fives.rows).length + missingRows(fives.rows, threes.rows).length === 0) {
          context.unjudged('the rows are the same, in an order that depends on the size of the pages', 'Which order a report has is not documented.')
        }
        return {
          holds: false,
          deviation: { message: `row ${at + 1} is another in pages of 3 than in pages of 5`, expected: shownRow(fives.rows[at]), found: shownRow(threes.rows[at]) },
        }
      })
    },
  },
  {
    id: 'REP-ORDER-STABLE',
    title: 'The same page has the same rows in the same order every time',
    basis: paging,
    safety: 'read',
    needs: ['fullKey', 'report'],
    evidence: 'One page of several rows, read three times.',
    async run(context) {
      await readable(context)
      const request = { ...asking(context.sample('report')), page: 1, pageSize: 8 }
      return judgeSteadily(context, async (): Promise<Finding> => {
        const first = context.given(await context.client().runReport(request), 'the page')
        if (first.rows.length < 2) tooFewRows(context, first.rows.length, 'an order')
        for (const time of ['second', 'third']) {
          const again = context.must(await context.client().runReport(request), `the page, for the ${time} time`)
          const at = firstDifference(first.rows, again.rows)
          if (at === undefined) continue
          return {
            holds: false,
            deviation: { message: `row ${at + 1} of the page is another the ${time} time`, expected: shownRow(first.rows[at]), found: shownRow(again.rows[at]) },
          }
        }
        return { holds: true, evidence: `${first.rows.length} rows came in the same order three times.` }
      })
    },
  },
]

export const reportsSuite: Suite = {
  area: 'reports',
  title: 'Reports',
  cases: [...byId, ...pages, ...reportFiles, ...reportAssumptions, ...reportAnswers],
}
