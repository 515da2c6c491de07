import { expect, test } from 'vitest'
import { readRunReport, RunReportError } from './run-file/index.ts'
import { toyRun } from './report/testing/toy-run.ts'
import type { RunReport } from './run-report.ts'

const { report } = await toyRun()

function statement(of: RunReport, id: string) {
  return of.statements.find((one) => one.id === id)
}

test('a report has every case and every statement, whatever was run', () => {
  expect(report.cases.map(({ id, result }) => [id, result.verdict])).toEqual([
    ['PING-PASS', 'pass'],
    ['PING-FAIL', 'fail'],
    ['PING-ALSO-FAIL', 'fail'],
    ['REP-CONFIRMED', 'confirmed'],
    ['REP-REFUTED', 'refuted'],
    ['REP-OPEN', 'inconclusive'],
    ['REP-LACKING', 'inconclusive'],
    ['REP-NOT-RUN', 'not-run'],
    ['REP-ERROR', 'suite-error'],
  ])
  expect(report.statements.filter(({ kind }) => kind === 'fact')).toHaveLength(38)
  expect(report.statements.filter(({ kind }) => kind === 'gap')).toHaveLength(21)
  expect(report.exitCode).toBe(1)
})

test('each statement tells its state and why', () => {
  expect(statement(report, 'PING-1')).toMatchObject({ state: 'proven', cases: ['PING-PASS'], why: '' })
  expect(statement(report, 'PING-3')).toMatchObject({ state: 'broken', cases: ['PING-FAIL'], why: expect.stringContaining('PING-FAIL: broken:') })
  expect(statement(report, 'GAP-PAGING')).toMatchObject({ state: 'confirmed', why: '' })
  expect(statement(report, 'GAP-ERRORS')).toMatchObject({ state: 'refuted', why: 'REP-REFUTED: it is otherwise here' })
  expect(statement(report, 'REP-3')).toMatchObject({ state: 'open', why: expect.stringContaining('it needs leave to create') })
  expect(statement(report, 'REP-4')).toMatchObject({ state: 'open', why: 'REP-ERROR: the suite itself failed' })
  expect(statement(report, 'REP-5')).toMatchObject({ state: 'open', why: 'no case is about it' })
  expect(statement(report, 'AUTH-4')).toMatchObject({ state: 'untestable', why: 'keys are made where nobody looks' })
})

test('a statement of which some cases are open is open, and says how many held', async () => {
  const suites = [{
    area: 'a',
    title: 'A',
    cases: (['A-HELD', 'A-OPEN'] as const).map((id) => ({
      id,
      title: id,
      basis: { kind: 'stated' as const, statements: ['REP-1'] },
      safety: 'read' as const,
      needs: id === 'A-OPEN' ? (['document'] as const) : [],
      evidence: '',
      run: async () => 'held',
    })),
  }]
  const { report: half } = await toyRun({ suites })
  expect(statement(half, 'REP-1')).toMatchObject({ state: 'open', why: expect.stringMatching(/^1 of 2 cases held; A-OPEN: /) })
  expect(half.exitCode).toBe(0)
})

test('credentials in the address of the target are taken out', () => {
  expect(report.target.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})

test('a known deviation does not fail the run, and does not make it green', async () => {
  const baseline = ['PING-FAIL', 'PING-ALSO-FAIL'].map((id) => ({ case: id, owner: 'web', reason: 'later', expires: '2026-11-20', place: 'b:1:1' }))
  const { report: excused } = await toyRun({ baseline, only: ['PING'] })
  expect(excused.exitCode).toBe(0)
  expect(excused.cases[1]?.known).toEqual({ owner: 'web', reason: 'later', expires: '2026-11-20' })
  expect(statement(excused, 'PING-2')?.state).toBe('broken')
  const { report: nothingElse } = await toyRun({ baseline, only: ['PING-FAIL'] })
  expect(nothingElse.exitCode).toBe(2)
})

test('records that could not be deleted, and stated facts that overlays contradict, are notices', async () => {
  const { report: noticed } = await toyRun({
    completed: { cases: [], requests: 0, snapshot: { reports: {} }, leftovers: [{ section: 'entities', recordId: 7, why: 'refused' }] },
    contract: { overlays: [], overridden: [{ message: 'GET is POST', statements: ['REP-6'] }] },
    notices: ['Configure it so.'],
  })
  expect(noticed.notices).toEqual([
    'By explicit leave, the contract contradicts the documentation: GET is POST',
    'A record of this run is still there; delete by hand, or with ensayo conform --sweep ens-toy.',
    'Configure it so.',
  ])
})

test('a report that was written is read back as it was', async () => {
  const text = JSON.stringify(report)
  expect(await readRunReport({ text, file: 'run.json' })).toEqual(JSON.parse(text))
})

test.each([
  ['{', /^run\.json: this is not JSON \(.*\); give a report/],
  ['[]', /^run\.json: this is no report of a run; give one/],
  ['{"format":"ensayo-diff"}', /this is no report of a run/],
  ['{"format":"ensayo-run","formatVersion":2}', /format version 2, and this program knows up to 1; read it with a newer/],
])('text that is no report is refused with the reason: %s', async (text, message) => {
  await expect(readRunReport({ text, file: 'run.json' })).rejects.toThrow(message)
  await expect(readRunReport({ text, file: 'run.json' })).rejects.toBeInstanceOf(RunReportError)
})

test('a report that was cut or changed is refused at the place', async () => {
  const [first, ...others] = report.cases
  const changed = { ...report, cases: [{ ...first, result: { verdict: 'pass' } }, ...others] }
  await expect(readRunReport({ text: JSON.stringify(changed), file: 'run.json' })).rejects.toThrow(
    /run\.json: \/cases\/0\/result must have required property 'evidence'/,
  )
  const unknown = { ...report, cases: [{ ...first, result: { verdict: 'perhaps' } }, ...others] }
  await expect(readRunReport({ text: JSON.stringify(unknown), file: 'run.json' })).rejects.toThrow(/\/cases\/0\/result\/verdict must be equal to one of the allowed values \(pass, /)
})
