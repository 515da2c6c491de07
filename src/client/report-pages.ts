/** A whole report, page after page (REP-2). What lies past the last page is not known (GAP-PAGING). */
import type { ReportPage, ReportRequest, Row } from '../core/index.ts'
import type { Exchange, Failure, Result } from './result.ts'

export interface PageSource {
  runReport(request: ReportRequest): Promise<Result<ReportPage>>
  /** The failure of an answer that makes no sense after the one before it. */
  unexpected(exchange: Exchange, reason: string): Failure
}

/** How many pages in a row may be equal when all their rows are equal too, which may well be the data. */
const mostEqualPages = 1_000

/**
 * The pages from `request.page` (default 1) to the last. A failure is the last thing yielded. The first page
 * is yielded even if it has no rows, for its columns.
 */
export async function* reportPages(
  source: PageSource,
  request: ReportRequest,
): AsyncGenerator<Result<ReportPage>, void, void> {
  let previous: ReportPage | undefined
  let rowsSeen = 0
  let equalPages = 0
  let turned = false
  for (let asked = request.page ?? 1; ; asked += 1) {
    const result = await source.runReport({ ...request, page: asked })
    if (!result.ok) {
      yield result
      return
    }
    const page = result.value
    if (previous !== undefined) {
      if (page.rows.length === 0) return
      equalPages = sameRows(previous.rows, page.rows) ? equalPages + 1 : 0
      if (isRepetition(previous, page, equalPages)) {
        // Past the end some give the last page again; one that never turned a page rather ignores the number.
        if (turned && !promisesMore(page)) return
        yield source.unexpected(result.exchange, `page ${asked} is page ${asked - 1} once more`)
        return
      }
      turned ||= equalPages === 0
    }
    yield result
    rowsSeen += page.rows.length
    if (isLastPage(page, asked, rowsSeen)) return
    previous = page
  }
}

/** The rows of `reportPages`, one by one. A failure is the last thing yielded. */
export async function* reportRows(
  source: PageSource,
  request: ReportRequest,
): AsyncGenerator<{ ok: true; value: Row } | Failure, void, void> {
  for await (const page of reportPages(source, request)) {
    if (!page.ok) {
      yield page
      return
    }
    for (const value of page.value.rows) yield { ok: true, value }
  }
}

/**
 * Whether nothing follows. A total decides where the deployment tells one, then its word that there is more;
 * where it tells neither, a page that is not full is the last.
 */
function isLastPage(page: ReportPage, asked: number, rowsSeen: number): boolean {
  if (page.rows.length === 0 || page.hasMore === false) return true
  if (page.totalPages !== undefined) return asked >= page.totalPages
  if (page.totalRows !== undefined) return rowsSeen >= page.totalRows
  if (page.hasMore === true) return false
  return page.rows.length < page.pageSize
}

/**
 * Whether a deployment that was asked for the next page gave the same again. Its page number tells, or
 * different rows that all come back in the same order. A page full of one row may well come again; only a
 * report that tells no end cannot go on with it for ever.
 */
function isRepetition(previous: ReportPage, page: ReportPage, equalPages: number): boolean {
  if (page.page === previous.page) return true
  if (equalPages === 0) return false
  const [first, ...others] = page.rows
  if (others.some((row) => !sameRow(row, first))) return true
  return equalPages >= mostEqualPages && page.totalPages === undefined && page.totalRows === undefined
}

function promisesMore({ totalPages, totalRows, hasMore }: ReportPage): boolean {
  return totalPages !== undefined || totalRows !== undefined || hasMore === true
}

function sameRows(some: readonly Row[], others: readonly Row[]): boolean {
  return some.length === others.length && some.every((row, index) => sameRow(row, others[index]))
}

function sameRow(row: Row, other: Row | undefined): boolean {
  return JSON.stringify(row) === JSON.stringify(other)
}
