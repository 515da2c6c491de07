import { expect, test } from 'vitest'
import { soakCases } from './soak-cases.ts'
import type { SoakReport } from './soak-report.ts'

const report: SoakReport = {
  wish: { durationMs: 1000, rate: 10 },
  sent: 20,
  accepted: 20,
  duplicates: 0,
  cut: 0,
  retries: 0,
  givenUp: 0,
  records: 5,
  latencyMs: { p50: 1, p90: 1, p99: 1, max: 1 },
  slices: [],
}
const seen: NonNullable<SoakReport['state']> = { lost: [], doubled: [], stale: [], told: 5, seen: 5, isBlank: false }

const verdicts = (changes: Partial<SoakReport>, isInterrupted = false) =>
  soakCases({ ...report, ...changes }, { repeat: 'again', isInterrupted }).map(({ result }) => result.verdict)

test('what was seen in the state passes', () => {
  expect(verdicts({ state: seen })).toEqual(['pass', 'pass', 'pass', 'pass'])
})

test('what is lost, doubled or stale fails', () => {
  expect(verdicts({ state: { ...seen, lost: ['1'], doubled: ['2'], stale: ['3'] } })).toEqual(['pass', 'fail', 'fail', 'fail'])
})

test('where nothing was accepted, nothing has to be there', () => {
  const state = { ...seen, told: 0, seen: 0 }
  expect(verdicts({ accepted: 0, givenUp: 4, state })).toEqual(['fail', 'inconclusive', 'inconclusive', 'inconclusive'])
})

test('a probe that shows nothing shows no loss either', () => {
  const state = { ...seen, lost: ['1', '2', '3', '4', '5'], seen: 0, isBlank: true }
  expect(verdicts({ state })).toEqual(['pass', 'inconclusive', 'inconclusive', 'inconclusive'])
})

test('where the state shows others but none of the records, they are lost, and nothing is known of the rest', () => {
  const state = { ...seen, lost: ['1', '2', '3', '4', '5'], seen: 0 }
  expect(verdicts({ state })).toEqual(['pass', 'fail', 'inconclusive', 'inconclusive'])
})

test('without a probe, or when somebody has interrupted it, the state is not judged', () => {
  expect(verdicts({})).toEqual(['pass', 'inconclusive', 'inconclusive', 'inconclusive'])
  expect(verdicts({ givenUp: 9 }, true)).toEqual(['not-run', 'not-run', 'not-run', 'not-run'])
})
