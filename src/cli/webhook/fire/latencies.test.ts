import { expect, test } from 'vitest'
import { createLatencies } from './latencies.ts'

test('percentiles are right to three digits, the longest to the microsecond', () => {
  const latencies = createLatencies()
  for (let at = 1; at <= 1000; at += 1) latencies.add(at / 10)
  expect(latencies.count()).toBe(1000)
  expect(latencies.percentile(50)).toBeCloseTo(50, 0)
  expect(latencies.percentile(99)).toBeCloseTo(99, 0)
  expect(latencies.percentile(100)).toBeCloseTo(100, 0)
})

test('each duration is in the bucket whose end it does not pass', () => {
  const latencies = createLatencies()
  for (const duration of [0.3, 0.5, 0.6, 1, 4, 20_000]) latencies.add(duration)
  expect(latencies.buckets().filter(({ count }) => count > 0)).toEqual([
    { upTo: 0.5, count: 2 },
    { upTo: 1, count: 2 },
    { upTo: 5, count: 1 },
    { upTo: Infinity, count: 1 },
  ])
  expect(latencies.buckets().at(0)).toEqual({ upTo: 0.5, count: 2 })
})

test('without any there is nothing to show', () => {
  const latencies = createLatencies()
  expect([latencies.count(), latencies.percentile(99), latencies.buckets()]).toEqual([0, 0, []])
})
