import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { createContract } from '../contract/index.ts'
import { bundledContract } from '../contract/load.ts'
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, ReportPage, ReportRequest, Row } from '../core/index.ts'
import { createClient } from './index.ts'
import type { Exchange, Failure, Result } from './index.ts'
import { reportPages, reportRows } from './report-pages.ts'
import type { PageSource } from './report-pages.ts'
import { createLoopbackDeployments } from './testing/loopback-deployments.ts'

const { listen, close } = createLoopbackDeployments()
afterEach(close)

const exchange: Exchange = {
  request: { method: 'POST', url: 'http://service.example/api/reports', headers: {}, body: {} },
  answer: { status: 200, headers: {}, mediaType: 'application/json', body: {} },
}

const rowsFrom = (first: number, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: first + index }))

/** What a report of `rows` rows gives for a page past its end. */
type Past = 'nothing' | 'lastPage'

interface Report {
  rows: readonly Row[]
  pageSize: number
  tells?: (asked: number) => Partial<ReportPage>
  past?: Past
}

/** A deployment that has one report; `asked` records the pages that were asked for. */
function sourceOf(pageFor: (asked: number) => ReportPage | Failure): PageSource & { asked: number[] } {
  const asked: number[] = []
  return {
    asked,
    runReport({ page = 1 }: ReportRequest): Promise<Result<ReportPage>> {
      asked.push(page)
      if (asked.length > 2_000) throw new Error('pages are asked for without end')
      const value = pageFor(page)
      return Promise.resolve('ok' in value ? value : { ok: true, value, exchange })
    },
    unexpected: (at, reason) => ({ ok: false, error: { kind: 'unexpected', message: reason, reason, exchange: at } }),
  }
}

function reporting({ rows, pageSize, tells = () => ({}), past = 'nothing' }: Report) {
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  return sourceOf((asked) => {
    const page = past === 'lastPage' ? Math.min(asked, last) : asked
    return { rows: rows.slice((page - 1) * pageSize, page * pageSize), columns: [], page, pageSize, ...tells(asked) }
  })
}

async function idsOf(source: PageSource, request: ReportRequest = { id: 'x' }): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const row of reportRows(source, request)) found.push(row.ok ? row.value.id : row.error.message)
  return found
}

test.each<[string, Report, number[]]>([
  ['total pages', { rows: rowsFrom(1, 4), pageSize: 2, tells: () => ({ totalPages: 2 }) }, [1, 2]],
  ['total rows', { rows: rowsFrom(1, 4), pageSize: 2, tells: () => ({ totalRows: 4 }) }, [1, 2]],
  ['both totals', { rows: rowsFrom(1, 5), pageSize: 2, tells: () => ({ totalRows: 5, totalPages: 3 }) }, [1, 2, 3]],
  ['no more pages', { rows: rowsFrom(1, 4), pageSize: 2, tells: (asked) => ({ hasMore: asked < 2 }) }, [1, 2]],
  ['no total, a page that is not full', { rows: rowsFrom(1, 3), pageSize: 2 }, [1, 2]],
  ['no total, an empty page', { rows: rowsFrom(1, 4), pageSize: 2 }, [1, 2, 3]],
  ['no total, the last page once more', { rows: rowsFrom(1, 4), pageSize: 2, past: 'lastPage' }, [1, 2, 3]],
  ['no rows at all', { rows: [], pageSize: 2 }, [1]],
  ['no rows and no pages', { rows: [], pageSize: 2, tells: () => ({ totalRows: 0, totalPages: 0 }) }, [1]],
])('a report ends with %s', async (_rule, report, asked) => {
  const source = reporting(report)
  expect(await idsOf(source)).toEqual(report.rows.map(({ id }) => id))
  expect(source.asked).toEqual(asked)
})

test('pages that are not full go on as long as a total or the deployment says so', async () => {
  const pageOf = (tells: Partial<ReportPage>) => (asked: number) => ({
    rows: rowsFrom(asked * 10, 1),
    columns: [],
    page: asked,
    pageSize: 50,
    ...tells,
  })
  expect(await idsOf(sourceOf(pageOf({ totalPages: 3 })))).toEqual([10, 20, 30])
  expect(await idsOf(sourceOf(pageOf({ totalRows: 3 })))).toEqual([10, 20, 30])
  expect(await idsOf(sourceOf((asked) => pageOf({ hasMore: asked < 3 })(asked)))).toEqual([10, 20, 30])
})

test('a report can be read from a later page on', async () => {
  const source = reporting({ rows: rowsFrom(1, 5), pageSize: 2, tells: () => ({ totalRows: 5, totalPages: 3 }) })
  expect(await idsOf(source, { id: 'x', page: 2 })).toEqual([3, 4, 5])
  expect(source.asked).toEqual([2, 3])
})

test('a total of rows does not end a report early that is read from a later page on', async () => {
  const source = reporting({ rows: rowsFrom(1, 6), pageSize: 2, tells: () => ({ totalRows: 6 }) })
  expect(await idsOf(source, { id: 'x', page: 2 })).toEqual([3, 4, 5, 6])
})

test('the pages of a report come as results, an empty report as one page', async () => {
  const pages: unknown[] = []
  const columns: ReportPage['columns'] = [{ name: 'id', label: 'Id', type: 'integer' }]
  const source = reporting({ rows: [], pageSize: 2, tells: () => ({ columns }) })
  for await (const page of reportPages(source, { id: 'x' })) pages.push(page)
  expect(pages).toMatchObject([{ ok: true, value: { rows: [], columns }, exchange }])
})

test('a failure is the last thing that a report gives', async () => {
  const failure: Failure = { ok: false, error: { kind: 'timedOut', message: 'too late', timeoutMs: 1 } }
  const source = sourceOf((asked) =>
    asked === 2 ? failure : { rows: rowsFrom(asked, 1), columns: [], page: asked, pageSize: 1, totalPages: 5 },
  )
  expect(await idsOf(source)).toEqual([1, 'too late'])
  expect(source.asked).toEqual([1, 2])
})

test.each<[string, Partial<ReportPage>]>([
  ['says nothing about its length', {}],
  ['has totals', { totalPages: 9, totalRows: 18 }],
  ['says that there is more', { hasMore: true }],
])('a deployment that always gives the first page and %s is unexpected', async (_what, tells) => {
  const source = sourceOf((asked) => ({ rows: rowsFrom(1, 2), columns: [], page: asked, pageSize: 2, ...tells }))
  expect(await idsOf(source)).toEqual([1, 2, 'page 2 is page 1 once more'])
  expect(source.asked).toEqual([1, 2])
})

test('a deployment that says it gives the first page again is unexpected, whatever the rows', async () => {
  const source = sourceOf((asked) => ({ rows: rowsFrom(asked, 2), columns: [], page: 1, pageSize: 2 }))
  expect(await idsOf(source)).toEqual([1, 2, 'page 2 is page 1 once more'])
})

test('a deployment that stops turning pages before its total is unexpected', async () => {
  const rows = rowsFrom(1, 4)
  const source = reporting({ rows, pageSize: 2, past: 'lastPage', tells: () => ({ totalPages: 5 }) })
  expect(await idsOf(source)).toEqual([1, 2, 3, 4, 'page 3 is page 2 once more'])
})

test('equal rows may fill several pages', async () => {
  const rows = Array.from({ length: 7 }, () => ({ id: 1 }))
  expect(await idsOf(reporting({ rows, pageSize: 2 }))).toEqual(rows.map(() => 1))
})

test('equal rows do not go on for ever', async () => {
  const source = sourceOf((asked) => ({ rows: [{ id: 1 }], columns: [], page: asked, pageSize: 1 }))
  const found = await idsOf(source)
  expect(found.at(-1)).toBe('page 1001 is page 1000 once more')
  expect(found).toHaveLength(1001)
})

test('a deployment without totals and page numbers is read to its end over HTTP', async () => {
  const document: JsonObject = JSON.parse(readFileSync(bundledContract, 'utf8'))
  const schemas = isJsonObject(document.components) ? document.components.schemas : undefined
  const page = isJsonObject(schemas) ? schemas.ReportPage : undefined
  const path = isJsonObject(document.paths) ? document.paths['/api/reports'] : undefined
  const post = isJsonObject(path) ? path.post : undefined
  if (!isJsonObject(page) || !isJsonObject(page.properties) || !isJsonObject(post)) throw new Error('no such report')
  page.required = ['rows']
  page.properties = { rows: page.properties.rows }
  const absent = ['columns', 'page', 'pageSize', 'totalRows', 'totalPages', 'hasMore', 'files']
  post['x-role-absent'] = absent.map((name) => `report.${name}`)
  const contract = createContract(document)

  const { url, received } = await listen((request, response) => {
    const asked: { page: number; resultsPerPage: number } = JSON.parse(request.body)
    const rows = rowsFrom(1, 5).slice((asked.page - 1) * asked.resultsPerPage, asked.page * asked.resultsPerPage)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ rows }))
  })
  const client = createClient({ baseUrl: url, key: 'demo-key-0123456789', contract })
  const found: unknown[] = []
  for await (const row of client.reportRows({ id: 'x', pageSize: 2 })) found.push(row.ok ? row.value.id : row.error)
  expect(found).toEqual([1, 2, 3, 4, 5])
  expect(received).toHaveLength(3)
  const first = await client.reportPages({ id: 'x', pageSize: 9 }).next()
  expect(first.value).toMatchObject({ ok: true, value: { page: 1, pageSize: 9, columns: [] } })
})
