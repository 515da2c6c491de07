import type { Instant } from '../core/index.ts'
import type { Duration } from './duration.ts'

export interface RetryAfterHeaders {
  /** Lower-case names. */
  headers: Record<string, string>
  /** The machine's time, for answers that do not tell their own. */
  now: Instant
}

/**
 * How long a `Retry-After` header asks to wait (RFC 9110, section 10.2.3): seconds, or an HTTP date. A date
 * is counted from the answer's own `Date`, so that it stays right when the two machines' clocks, or the
 * sandbox's, differ. Undefined when there is none or it cannot be read; a date that has passed is 0.
 */
export function retryAfterOf({ headers, now }: RetryAfterHeaders): Duration | undefined {
  const value = headers['retry-after']?.trim()
  if (value === undefined) return undefined
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1000
  const until = httpDate(value)
  if (until === undefined) return undefined
  const from = headers['date'] === undefined ? undefined : httpDate(headers['date'].trim())
  return Math.max(0, until - (from ?? now))
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** RFC 9110, section 5.6.7: the form in use and asctime's; the third has but two digits for the year. */
const imfFixdate = /^\w{3}, (?<day>\d\d) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/
const asctime = /^\w{3} (?<month>\w{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/

function httpDate(text: string): Instant | undefined {
  const parts = (imfFixdate.exec(text) ?? asctime.exec(text))?.groups
  if (parts === undefined) return undefined
  const month = String(months.indexOf(parts['month'] ?? '') + 1).padStart(2, '0')
  const day = (parts['day'] ?? '').replace(' ', '0')
  const instant = Date.parse(`${parts['year']}-${month}-${day}T${parts['time']}Z`)
  return Number.isNaN(instant) ? undefined : instant
}
