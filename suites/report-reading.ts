/** Reading a report as the laws of paging need it: page after page, up to a bound, in any page size. */
import { Unjudged } from '../src/conformance/index.ts'
import type { CaseContext, Deviation, ReportSample } from '../src/conformance/index.ts'
import type { ReportPage, ReportRequest, Row } from '../src/core/index.ts'
import { sameRows } from './row-comparison.ts'

export interface Reading {
  rows: readonly Row[]
  /** Pages that had rows. */
  pages: number
  /** Whether the report's end was seen, rather than the bound reached. */
  ended: boolean
  /** How it ended: `after page 4 came an empty page`. */
  end: string
}

export type Finding = { holds: true; evidence: string } | { holds: false; deviation: Deviation }

/** So many rows of a deployment's report are looked at; of a mock's, all. */
const mostRows = 30
const mostOnMock = 2_000

export function bound({ isMock }: CaseContext): number {
  return isMock ? mostOnMock : mostRows
}

/** A page size in which the whole is read in few requests, and that is likely to be allowed. */
export function largeSize(context: CaseContext): number {
  return Math.min(context.isMock ? 50 : mostRows, largestSize(context) ?? mostRows)
}

/** The request for a sample report. */
export function asking({ id, parameters }: Pick<ReportSample, 'id' | 'parameters'>): ReportRequest {
  return { id, parameters }
}

/** A page with rows, without any word about paging: what the other requests compare with. */
export async function readable(context: CaseContext): Promise<ReportPage> {
  const sample = context.sample('report')
  const page = context.given(await context.client().runReport(asking(sample)), `the report ${sample.id}`)
  if (page.rows.length === 0) {
    context.unjudged(`the report ${sample.id} has no rows`, 'Name a report with rows in samples.report.')
  }
  return page
}

/**
 * The rows of the pages in turn. The first must be readable, or nothing is judged; whatever follows is counted as the
 * end when it is no page with new rows, since nobody knows what lies past the end (GAP-PAGING).
 */
export async function readPages(
  context: CaseContext,
  { size, first, most }: { size: number; first: number; most: number },
): Promise<Reading> {
  const request = { ...asking(context.sample('report')), pageSize: size }
  const client = context.client()
  const rows: Row[] = []
  let previous: ReportPage | undefined
  for (let page = first; ; page += 1) {
    const what = `page ${page} in pages of ${size}`
    const result = context.answered(await client.runReport({ ...request, page }), what)
    const pages = page - first
    const over = (end: string): Reading => ({ rows: rows.slice(0, most), pages, ended: true, end })
    if (previous === undefined && !result.ok) context.given(result, what)
    if (!result.ok) return over(`page ${page} could not be had: ${result.error.message}`)
    if (result.value.rows.length === 0) return over(`page ${page} is empty`)
    if (previous !== undefined && sameRows(previous.rows, result.value.rows)) return over(`page ${page} is page ${page - 1} once more`)
    previous = result.value
    rows.push(...previous.rows)
    if (rows.length >= most) return { rows: rows.slice(0, most), pages: pages + 1, ended: false, end: `after ${most} rows` }
  }
}

/**
 * Judges a law of paging by pages that count from `first`. A deployment that counts from one lower than the contract
 * says breaks no law, and one whose data change meanwhile does not either.
 */
export async function judgePaging(context: CaseContext, law: (first: number) => Promise<Finding>): Promise<string> {
  const finding = await law(1)
  if (finding.holds) return finding.evidence
  if (await lowerBaseHolds(context, law)) {
    context.unjudged(
      'the pages seem to count from one lower than the contract says',
      'Write the number of the first page into an overlay: the minimum of the page.',
    )
  }
  return insisted(context, () => law(1), finding)
}

/** Judges a law about data that others may be changing: it is broken if it is so every time. */
export async function judgeSteadily(context: CaseContext, law: () => Promise<Finding>): Promise<string> {
  const finding = await law()
  return finding.holds ? finding.evidence : insisted(context, law, finding)
}

async function insisted(
  context: CaseContext,
  law: () => Promise<Finding>,
  { deviation }: Extract<Finding, { holds: false }>,
): Promise<string> {
  // Nobody else is in a mock's sandbox, and no case that writes shares it.
  for (let again = 0; again < (context.isMock ? 0 : 2); again += 1) {
    if ((await law()).holds) {
      context.unjudged(
        `it was seen once and not again, so the data may have changed meanwhile: ${deviation.message}`,
        'Judge it while nobody works, or on a report whose data rest.',
      )
    }
  }
  return context.broken(deviation)
}

async function lowerBaseHolds(context: CaseContext, law: (first: number) => Promise<Finding>): Promise<boolean> {
  const request = { ...asking(context.sample('report')), pageSize: 2 }
  const zero = await context.client().runReport({ ...request, page: 0 })
  if (!zero.ok || zero.value.rows.length === 0) return false
  try {
    return (await law(0)).holds
  } catch (error) {
    if (error instanceof Unjudged) return false
    throw error
  }
}

/** The most rows that the contract lets one ask for; undefined when it sets no bound. */
export function largestSize(context: CaseContext): number | undefined {
  const fits = (pageSize: number) => {
    const { operations } = context.contract
    const { headers, body } = operations.runReport.encodeRequest({ ...asking(context.sample('report')), pageSize })
    return operations.runReport.decodeRequest({ path: {}, query: {}, headers, body }).ok
  }
  let [low, high] = [1, 2 ** 30]
  if (!fits(low) || fits(high)) return undefined
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
