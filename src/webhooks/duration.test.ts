import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDuration, parseDuration } from './duration.ts'

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['1m30s', 90_000],
  ['2h', 7_200_000],
  ['14d', 1_209_600_000],
  ['1d2h3m4s5ms', 93_784_005],
  ['0s', 0],
])('%s is %d ms', (text, expected) => {
  expect(parseDuration(text)).toBe(expected)
})

test.each(['', '5', 's', '1.5s', '-1s', '1s1m', '1s1s', '1 s', ' 1s', '1S', '1e3s', '3651d', '99999999999999999999d'])(
  '"%s" is no duration',
  text => {
    expect(parseDuration(text)).toBeUndefined()
  },
)

test('what is written is read as the same length, in the larger units', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 3650 * 86_400_000 }), duration => {
    expect(parseDuration(formatDuration(duration))).toBe(duration)
  }))
  expect([0, 90_000, 5_400_000, 86_400_000].map(formatDuration)).toEqual(['0s', '1m30s', '1h30m', '1d'])
})
