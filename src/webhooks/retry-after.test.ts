import { expect, test } from 'vitest'
import { retryAfterOf } from './retry-after.ts'

const now = Date.UTC(2026, 10, 2, 9, 0, 0)
const asked = (value: string, date?: string) =>
  retryAfterOf({ headers: { 'retry-after': value, ...(date === undefined ? {} : { date }) }, now })

test('seconds are seconds', () => {
  expect([asked('0'), asked('120'), asked(' 5 ')]).toEqual([0, 120_000, 5000])
})

test('a date counts from the date of the answer, and without one from now', () => {
  expect(asked('Mon, 02 Nov 2026 09:10:00 GMT')).toBe(600_000)
  expect(asked('Mon, 02 Nov 2026 09:10:00 GMT', 'Mon, 02 Nov 2026 09:09:30 GMT')).toBe(30_000)
  expect(asked('Mon Nov  2 09:10:00 2026')).toBe(600_000)
  expect(asked('Mon, 02 Nov 2026 08:00:00 GMT')).toBe(0)
})

test.each(['', 'soon', '-5', '1.5', '2026-11-02', 'Mon, 02 Foo 2026 09:10:00 GMT', 'Mon, 42 Nov 2026 09:10:00 GMT'])(
  '"%s" asks for nothing',
  value => {
    expect(asked(value)).toBeUndefined()
  },
)

test('an answer without the header asks for nothing', () => {
  expect(retryAfterOf({ headers: {}, now })).toBeUndefined()
})
