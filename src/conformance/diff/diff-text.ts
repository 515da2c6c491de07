/** A comparison for people: what differs first, then what could not be compared. */
import { codeText, plainText, shortened, table, visibleLine } from '../report/index.ts'
import type { Paint } from '../report/index.ts'
import type { CaseDiff, CaseSide, DiffedRun, RunDiff } from './run-diff.ts'

/** For a terminal; ends with a line end. */
export function diffText(diff: RunDiff, { paint }: { paint: Paint }): string {
  const { differing, undecided, same, missing } = sorted(diff)
  const side = (name: string, run: DiffedRun, one: CaseSide | undefined) =>
    `    ${paint('gray', name)} ${paint('bold', (one?.verdict ?? 'unknown').padEnd(12))} ${shortened(visibleLine(one?.said ?? 'this run does not know the case'), 400)} ${paint('gray', `(${run.target.kind})`)}`
  const cases = differing.flatMap((one) => [
    `${paint('yellow', '≠')} ${paint('bold', one.id)} ${visibleLine(one.title)}`,
    side('A', diff.a, one.a),
    side('B', diff.b, one.b),
  ])
  const statements = diff.statements.filter(({ comparison }) => comparison === 'differs')
  const lines = [
    `${paint('bold', 'A')} ${described(diff.a)}`,
    `${paint('bold', 'B')} ${described(diff.b)}`,
    '',
    ...diff.notices.map((notice) => paint('yellow', `! ${visibleLine(notice)}`)),
    ...cases,
    ...(cases.length === 0 ? [] : ['']),
    ...statements.map(({ id, a, b }) => `  ${id.padEnd(22)} ${a ?? ''} → ${b ?? ''}`),
    ...(statements.length === 0 ? [] : ['']),
    ...(undecided.length === 0 ? [] : [`Not judged in both: ${undecided.map(openSides).join(', ')}`]),
    ...(missing.length === 0 ? [] : [`Known to one only: ${missing.map(({ id, a }) => `${id} (${a === undefined ? 'B' : 'A'})`).join(', ')}`]),
    paint('bold', conclusion(diff, differing.length, same.length)),
  ]
  return `${lines.join('\n')}\n`
}

/** For a pull request or a step's summary. */
export function diffMarkdown(diff: RunDiff): string {
  const { differing, undecided, same, missing } = sorted(diff)
  const cell = (one: CaseSide | undefined) =>
    one === undefined ? 'unknown' : `**${one.verdict}** ${plainText(shortened(one.said, 300))}`
  const sections = [
    '## Two runs side by side',
    table(['', 'target', 'run', 'version', 'started'], [row('A', diff.a), row('B', diff.b)]),
    ...(diff.notices.length === 0 ? [] : [diff.notices.map((notice) => `- ${plainText(notice)}`).join('\n')]),
    plainText(conclusion(diff, differing.length, same.length)),
    ...(differing.length === 0 ? [] : [
      table(['case', 'A', 'B'], differing.map((one) => [`${codeText(one.id)}<br>${plainText(one.title)}`, cell(one.a), cell(one.b)])),
    ]),
    ...(undecided.length + missing.length === 0 ? [] : [
      `<details><summary>Not compared: ${undecided.length + missing.length}</summary>\n\n${table(['case', 'A', 'B'], [...undecided, ...missing].map((one) => [codeText(one.id), cell(one.a), cell(one.b)]))}\n\n</details>`,
    ]),
  ]
  return `${sections.join('\n\n')}\n`
}

function sorted({ cases }: RunDiff): { differing: CaseDiff[]; undecided: CaseDiff[]; same: CaseDiff[]; missing: CaseDiff[] } {
  const those = (comparison: CaseDiff['comparison']) => cases.filter((one) => one.comparison === comparison)
  return { differing: those('differs'), undecided: those('undecided'), same: those('same'), missing: those('missing') }
}

function described({ target, run, startedAt, version }: DiffedRun): string {
  return `${target.kind} ${visibleLine(target.url)}, run ${run}, ${startedAt.slice(0, 10)}, ensayo ${version}`
}

function row(name: string, { target, run, startedAt, version }: DiffedRun): string[] {
  return [name, `${target.kind} ${codeText(target.url)}`, codeText(run), plainText(version), startedAt.slice(0, 19)]
}

function openSides({ id, a, b }: CaseDiff): string {
  return `${id} (${a?.verdict ?? '–'}, ${b?.verdict ?? '–'})`
}

function conclusion({ exitCode }: RunDiff, differing: number, same: number): string {
  if (exitCode === 2) return 'Nothing could be compared: no case was judged in both runs.'
  return differing === 0 ? `No difference in ${same} cases that both runs judged.` : `${differing} of ${differing + same} cases that both runs judged differ.`
}
