import { expect, test } from 'vitest'
import { toyRun, toySuites } from '../report/testing/toy-run.ts'
import type { RunReport } from '../run-report.ts'
import { reportStatements } from '../statement-report.ts'
import type { Verdict } from '../verdict.ts'
import { diffMarkdown, diffRuns, diffText } from './index.ts'

const { report } = await toyRun()
const plain = { paint: (_: unknown, text: string) => text }

/** The same run, had these cases come to something else. */
function changed(verdicts: Record<string, Verdict>, rest: Partial<RunReport> = {}): RunReport {
  const cases = report.cases.map((one) => ({ ...one, result: verdicts[one.id] ?? one.result }))
  const catalogue = report.statements.map(({ id, kind, text }) => ({ id, kind, text }))
  return { ...report, cases, statements: reportStatements({ cases, statements: catalogue, untestable: {} }), ...rest }
}

test('a run does not differ from itself', () => {
  const diff = diffRuns(report, report)
  expect(diff.exitCode).toBe(0)
  expect(diff.cases.map(({ comparison }) => comparison)).toEqual([
    'same', 'same', 'same', 'same', 'same', 'undecided', 'undecided', 'undecided', 'undecided',
  ])
  expect(diffText(diff, plain)).toContain('No difference in 5 cases that both runs judged.')
})

test('a case that holds here and not there differs, and so do its statements', () => {
  const other = changed({
    'PING-PASS': { verdict: 'fail', deviation: { message: '500 | <b>' } },
    'REP-REFUTED': { verdict: 'confirmed', evidence: 'it is so' },
    'REP-OPEN': { verdict: 'pass', evidence: 'seen' },
  })
  const diff = diffRuns(report, other)
  expect(diff.exitCode).toBe(1)
  expect(diff.cases.filter(({ comparison }) => comparison === 'differs').map(({ id, a, b }) => [id, a?.verdict, b?.verdict])).toEqual([
    ['PING-PASS', 'pass', 'fail'],
    ['REP-REFUTED', 'refuted', 'confirmed'],
  ])
  expect(diff.cases.find(({ id }) => id === 'REP-OPEN')?.comparison).toBe('undecided')
  expect(diff.statements.filter(({ comparison }) => comparison === 'differs').map(({ id, a, b }) => [id, a, b])).toEqual([
    ['PING-1', 'proven', 'broken'],
    ['GAP-ERRORS', 'refuted', 'confirmed'],
  ])
  const text = diffText(diff, plain)
  expect(text).toMatch(/^≠ PING-PASS The law of PING-PASS holds\n {4}A pass .*\(deployment\)\n {4}B fail +500 \| <b> \(deployment\)$/m)
  expect(text).toContain('2 of 5 cases that both runs judged differ.')
  const markdown = diffMarkdown(diff)
  expect(markdown).toContain('**fail** 500 &#124; &lt;b&gt;')
  expect(JSON.parse(JSON.stringify(diff))).toEqual(diff)
})

test('cases that only one run knows are told of, and decide nothing', () => {
  const [first, ...others] = report.cases
  const diff = diffRuns({ ...report, cases: others }, { ...report, cases: first === undefined ? [] : [first, ...others.slice(1)] })
  expect(diff.cases.filter(({ comparison }) => comparison === 'missing').map(({ id }) => id)).toEqual(['PING-FAIL', 'PING-PASS'])
  expect(diff.exitCode).toBe(0)
  expect(diffText(diff, plain)).toContain('Known to one only: PING-FAIL (A), PING-PASS (B)')
})

test('where nothing was judged in both runs, nothing is said to agree', async () => {
  const { report: nothing } = await toyRun({ only: ['NONE'], suites: toySuites })
  const diff = diffRuns(report, nothing)
  expect(diff.exitCode).toBe(2)
  expect(diffText(diff, plain)).toContain('Nothing could be compared')
})

test('what makes runs hard to compare is told', () => {
  const other = changed({}, { seed: 8, subject: 'receiver', tool: { name: 'ensayo', version: '2.0.0' }, contract: { overlays: [{ file: 'a.yaml', title: 'Ejemplo', version: '1' }], overridden: [] } })
  expect(diffRuns(report, other).notices).toEqual([
    'One run judged a service, the other a receiver.',
    'The runs are of different versions: 1.2.3 and 2.0.0.',
    'The seeds differ (7 and 8), so generated requests do as well.',
    'The contracts have different overlays: none; Ejemplo 1.',
  ])
})
