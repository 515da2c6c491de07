import { expect, test } from 'vitest'
import type { CaseReport } from '../run-report.ts'
import type { Verdict } from '../verdict.ts'
import { applyBaseline } from './baseline.ts'
import { BaselineError, readBaseline } from './read-baseline.ts'

const text = `
- case: REP-ONE
  owner: reports team
  reason: mended in 4.2
  expires: 2026-12-31
- { case: REP-TWO, owner: web, reason: "later: maybe", expires: "2027-01-01" }
`
const read = (source: string) => readBaseline({ text: source, file: 'known.yaml' })

const oneCase = (id: string, result: Verdict): CaseReport => ({
  id,
  area: 'a',
  title: id,
  basis: { kind: 'stated', statements: ['REP-1'] },
  safety: 'read',
  evidence: '',
  result,
  durationMs: 1,
  notes: [],
  exchanges: [],
  notifications: [],
  repeat: '',
})
const fail: Verdict = { verdict: 'fail', deviation: { message: 'no' } }

test('a baseline is YAML or JSON, and knows where its entries stand', async () => {
  const entries = await read(text)
  expect(entries).toEqual([
    { case: 'REP-ONE', owner: 'reports team', reason: 'mended in 4.2', expires: '2026-12-31', place: 'known.yaml:2:3' },
    { case: 'REP-TWO', owner: 'web', reason: 'later: maybe', expires: '2027-01-01', place: 'known.yaml:6:3' },
  ])
  const json = JSON.stringify(entries.map(({ place: _, ...entry }) => entry))
  expect((await read(json)).map(({ place: _, ...entry }) => entry)).toEqual(JSON.parse(json))
  expect(await read('')).toEqual([])
  expect(await read('# nothing yet\n')).toEqual([])
})

test.each([
  ['case: REP-ONE', 'known.yaml:1:1: a baseline is a list; begin each entry with "- case: …"'],
  ['- REP-ONE', 'known.yaml:1:3: an entry is an object; give it case, owner, reason, expires'],
  ['- case: A\n  owner: b\n  reason: c', 'known.yaml:1:3: the entry lacks expires; say until when, such as expires: 2027-03-31'],
  ['- case: A\n  ower: b', 'known.yaml:2:3: an entry has no "ower"; it has case, owner, reason, expires'],
  ['- case: A\n  owner: 7', 'known.yaml:2:10: owner is a text that is not empty; say who answers for it, such as owner: reports team'],
  ['- {case: A, owner: b, reason: c, expires: 2027-02-30}', 'known.yaml:1:43: "2027-02-30" is no date; say until when, such as expires: 2027-03-31'],
  ['- {case: A, owner: b, reason: c, expires: soon}', 'known.yaml:1:43: "soon" is no date; say until when, such as expires: 2027-03-31'],
])('what is wrong with it is told with its place and cure: %s', async (source, message) => {
  await expect(read(source)).rejects.toThrow(new BaselineError(message))
})

test('syntax and a second excuse for one case are refused', async () => {
  await expect(read('- case: [')).rejects.toThrow(/^known\.yaml:\d+:\d+: this is not YAML or JSON: .*; mend the syntax here$/)
  const entry = '- {case: A, owner: b, reason: c, expires: 2027-01-01}\n'
  await expect(read(entry + entry)).rejects.toThrow('known.yaml:2:10: A is excused a second time; keep one entry, here or at known.yaml:1:3')
})

test('a deviation is excused up to and including its last day', async () => {
  const baseline = await read(text)
  const cases = [oneCase('REP-ONE', fail), oneCase('REP-TWO', fail)]
  const onTime = applyBaseline(cases, baseline, '2026-12-31')
  expect(onTime.cases.map(({ known }) => known?.owner)).toEqual(['reports team', 'web'])
  expect(onTime.notices).toEqual([])
  const late = applyBaseline(cases, baseline, '2027-01-01')
  expect(late.cases.map(({ known }) => known?.owner)).toEqual([undefined, 'web'])
  expect(late.notices).toEqual([
    'known.yaml:2:3: the excuse for REP-ONE expired on 2026-12-31, so it fails the run again; reports team should mend it or renew the entry',
  ])
})

test('entries that excuse nothing are told of', async () => {
  const baseline = await read(text)
  const passes = applyBaseline([oneCase('REP-ONE', { verdict: 'pass', evidence: 'seen' })], baseline, '2026-11-20')
  expect(passes.notices).toEqual([
    'known.yaml:2:3: REP-ONE passes now, unexpectedly; remove the entry',
    'known.yaml:6:3: there is no case REP-TWO in this run; remove the entry or correct its id',
  ])
  const open = applyBaseline(
    [
      oneCase('REP-ONE', { verdict: 'not-run', reason: 'no leave', cure: 'give it' }),
      oneCase('REP-TWO', { verdict: 'refuted', deviation: { message: 'otherwise' } }),
    ],
    baseline,
    '2026-11-20',
  )
  expect(open.notices).toEqual(['known.yaml:6:3: REP-TWO is about an assumption, which never fails a run; remove the entry'])
})
