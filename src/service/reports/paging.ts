import { refusal, success } from '../../core/index.ts'
import type { Outcome, ReportRequest, Violation } from '../../core/index.ts'

export interface PageLimits {
  defaultPageSize: number
  maximumPageSize: number
}

export interface Slice {
  page: number
  pageSize: number
  limit: number
  offset: number
}

/**
 * Which rows a request asks for (REP-2; GAP-PAGING for the limits). Pages count from 1. Refuses as `invalid`
 * what is no such number, with the pointers `/page` and `/pageSize`.
 */
export function sliceOf(
  { page = 1, pageSize }: Pick<ReportRequest, 'page' | 'pageSize'>,
  { defaultPageSize, maximumPageSize }: PageLimits,
): Outcome<Slice> {
  const size = pageSize ?? defaultPageSize
  const violations: Violation[] = []
  if (!Number.isInteger(page) || page < 1) {
    violations.push({ pointer: '/page', message: `there is no page ${page}`, expected: 'an integer from 1' })
  }
  if (!Number.isInteger(size) || size < 1 || size > maximumPageSize) {
    const expected = `an integer from 1 to ${maximumPageSize}`
    violations.push({ pointer: '/pageSize', message: `a page cannot have ${size} rows`, expected })
  }
  const [first] = violations
  if (first !== undefined) return refusal({ kind: 'invalid', message: first.message, violations })
  // A page so far out that its rows cannot be counted exactly is past the end, like any other.
  const offset = Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER)
  return success({ page, pageSize: size, limit: size, offset })
}
