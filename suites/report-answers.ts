/** How the contract assumes that the answer of a report looks: refuted where it is otherwise, which is nobody's fault. */
import type { Case, CaseContext } from '../src/conformance/index.ts'
import type { ColumnType, JsonValue, ReportPage, ReportRequest } from '../src/core/index.ts'
import { asking, bound, largeSize, readable, readPages } from './report-reading.ts'
import { columnNames, sameRows } from './row-comparison.ts'

const needs = ['fullKey', 'report'] as const
const result = { kind: 'assumed', gap: 'GAP-REPORT-RESULT' } as const

function asked(context: CaseContext): ReportRequest {
  return asking(context.sample('report'))
}

/** The answer alone, without what the request says already. */
async function told(context: CaseContext, wanted: ReportRequest): Promise<Partial<ReportPage>> {
  const page = await context.client().runReport(wanted)
  context.given(page, 'the page')
  if (!page.ok) return {}
  const decoded = context.contract.operations.runReport.decodeAnswer(page.exchange.answer)
  return decoded.kind === 'answer' ? decoded.value : {}
}

export const reportAnswers: readonly Case[] = [
  {
    id: 'REP-AS-DESCRIBED',
    title: 'A page of a report looks as the contract assumes',
    basis: result,
    safety: 'read',
    needs,
    evidence: 'An answer that keeps the contract, with rows.',
    async run(context) {
      const page = await context.client().runReport(asked(context))
      if (!page.ok && (page.error.kind === 'malformed' || page.error.kind === 'unexpected')) {
        if (page.error.exchange.answer.status >= 300) context.given(page, 'the report')
        context.broken({ message: page.error.message, expected: 'an answer as the contract describes it' })
      }
      const { rows } = context.given(page, 'the report')
      if (rows.length === 0) context.unjudged('the report has no rows', 'Name one with rows in samples.report.')
      return `A page with ${rows.length} rows keeps the contract.`
    },
  },
  {
    id: 'REP-TOTAL-ROWS',
    title: 'The number of rows that a page tells is that of the whole report',
    basis: result,
    safety: 'read',
    needs,
    evidence: 'As many rows on all pages joined, or none past the page that has to be the last.',
    async run(context) {
      await readable(context)
      const { totalRows } = await told(context, { ...asked(context), page: 1, pageSize: 2 })
      if (totalRows === undefined) return context.unjudged('the deployment tells no total', 'It cannot be judged here.')
      const { rows, ended } = await readPages(context, { size: largeSize(context), first: 1, most: bound(context) })
      if (ended) {
        context.check(rows.length === totalRows, { message: `the report is told to have ${totalRows} rows and has ${rows.length}`, expected: String(rows.length), found: String(totalRows) })
        return `The report has ${rows.length} rows, as is told.`
      }
      const last = Math.ceil(totalRows / 2)
      const end = context.given(await context.client().runReport({ ...asked(context), page: last, pageSize: 2 }), `page ${last}`)
      const beyond = await context.client().runReport({ ...asked(context), page: last + 1, pageSize: 2 })
      const rest = totalRows - 2 * (last - 1)
      const nothing = !beyond.ok || beyond.value.rows.length === 0 || sameRows(beyond.value.rows, end.rows)
      context.check(end.rows.length === rest && nothing, {
        message: `a report of ${totalRows} rows does not end on page ${last} of 2`,
        expected: `${rest} rows, and none after`,
        found: `${end.rows.length} rows, and ${beyond.ok ? beyond.value.rows.length : 0} after`,
      })
      return `The report is told to have ${totalRows} rows and ends on page ${last} of 2.`
    },
  },
  {
    id: 'REP-TOTAL-PAGES',
    title: 'What a page tells about further pages is true',
    basis: result,
    safety: 'read',
    needs,
    evidence: 'As many pages as told, or a further page exactly where one is announced.',
    async run(context) {
      await readable(context)
      const size = largeSize(context)
      const { totalPages, hasMore } = await told(context, { ...asked(context), page: 1, pageSize: size })
      if (totalPages === undefined && hasMore === undefined) return context.unjudged('the deployment tells nothing about further pages', 'It cannot be judged here.')
      const rowsOn = async (page: number) => {
        const found = await context.client().runReport({ ...asked(context), page, pageSize: size })
        return found.ok ? found.value.rows : []
      }
      const hasRows = async (page: number) => (await rowsOn(page)).length > 0
      if (totalPages !== undefined) {
        const [end, after] = [await rowsOn(totalPages), await rowsOn(totalPages + 1)]
        // What lies past the end may as well be the last page once more (GAP-PAGING).
        const [last, beyond] = [end.length > 0, after.length > 0 && !sameRows(end, after)]
        context.check(last && !beyond, {
          message: `${totalPages} pages of ${size} are told, which is not how many there are`,
          expected: `rows on page ${totalPages}, and none on the next`,
          found: `${last ? 'rows' : 'none'} on page ${totalPages}, and ${beyond ? 'rows' : 'none'} on the next`,
        })
        return `Page ${totalPages} of ${size} is the last, as is told.`
      }
      const { pages, ended } = await readPages(context, { size, first: 1, most: bound(context) })
      const last = ended ? await told(context, { ...asked(context), page: pages, pageSize: size }) : { hasMore: false }
      const follows = pages > 1 || (await hasRows(2))
      context.check(hasMore === follows && last.hasMore === false, {
        message: 'whether a further page follows is told wrongly',
        expected: `${follows} on page 1${ended ? `, false on page ${pages}` : ''}`,
        found: `${hasMore ?? 'nothing'}, ${last.hasMore ?? 'nothing'}`,
      })
      return `That more follows is told on page 1 of ${size} rows${ended ? `, that nothing does on page ${pages}` : ''}.`
    },
  },
  {
    id: 'REP-PAGE-TOLD',
    title: 'A page tells which it is, and of which size',
    basis: result,
    safety: 'read',
    needs,
    evidence: 'The number and the size that were asked for, of two pages.',
    async run(context) {
      await readable(context)
      for (const [page, pageSize] of [[1, 2], [2, 3]] as const) {
        const said = await told(context, { ...asked(context), page, pageSize })
        if (said.page === undefined) return context.unjudged('the deployment does not tell it', 'It cannot be judged here.')
        context.check(said.page === page && (said.pageSize ?? pageSize) === pageSize, {
          message: `page ${page} of ${pageSize} rows calls itself otherwise`,
          expected: `page ${page} of ${pageSize}`,
          found: `page ${said.page} of ${said.pageSize ?? 'unknown size'}`,
        })
      }
      return 'Two pages told the number and the size that were asked for.'
    },
  },
  {
    id: 'REP-COLUMNS-DESCRIBED',
    title: 'The columns that a page describes are those of its rows',
    basis: result,
    safety: 'read',
    needs,
    evidence: 'The same names in the description and in every row.',
    async run(context) {
      const page = await readable(context)
      const described = page.columns.map(({ name }) => name)
      if (described.length === 0) context.unjudged('the deployment describes no columns', 'It cannot be judged here.')
      const found = columnNames(page.rows)
      const odd = [...described.filter((name) => !found.includes(name)), ...found.filter((name) => !described.includes(name))]
      context.check(odd.length === 0, { message: `described and shown columns differ: ${odd.join(', ')}`, expected: found.join(', '), found: described.join(', ') })
      return `${described.length} columns are described, and each row has them.`
    },
  },
  {
    id: 'REP-COLUMN-TYPES',
    title: 'The values of a column are of the type that its description gives',
    basis: result,
    safety: 'read',
    needs,
    evidence: 'Values other than null for at least one column, all of its type.',
    async run(context) {
      const { rows, columns } = await readable(context)
      let judged = 0
      for (const { name, type } of columns) {
        for (const value of rows.map((row) => row[name])) {
          if (value === null || value === undefined) continue
          context.check(isOf(type, value), { message: `a value of the column ${name} is not of its type`, expected: type, found: JSON.stringify(value) })
          judged += 1
        }
      }
      if (judged === 0) context.unjudged('the deployment describes no columns', 'It cannot be judged here.')
      return `${judged} values in ${columns.length} columns are of the types described.`
    },
  },
]

function isOf(type: ColumnType, value: JsonValue): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string'
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
    case 'instant':
      return typeof value === 'string' && /T.*Z$/.test(value) && !Number.isNaN(Date.parse(value))
  }
}
