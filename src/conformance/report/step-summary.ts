/** The Markdown that GitHub Actions shows as a step's summary. */
import type { CaseReport, RunReport, StatementReport } from '../run-report.ts'
import { codeText, plainText, table } from './markdown.ts'
import { adviceOf, failuresOf, headlineOf, scoreAreas, tallyOf, tallyText } from './summary.ts'
import { basisText, counted, cureOf, deviationOf, durationText, said, stateWords, targetText } from './words.ts'
import { shortened } from './visible-text.ts'

/** So many failures are told whole: GitHub refuses a summary of more than 1 MiB. */
const mostFailures = 50

export function stepSummary(report: RunReport): string {
  const { title, sentence, tone } = headlineOf(report)
  const sign = tone === 'good' ? '✅' : tone === 'bad' ? '❌' : '⚠️'
  const sections = [
    `## ${sign} ${title}: ${plainText(targetText(report))}`,
    `${plainText(sentence)} ${tallyText(tallyOf(report.cases))}; ${counted(report.requests, 'request')} in ${durationText(report.durationMs)}, run ${codeText(report.run)}.`,
    ...failureSections(report),
    ...(report.subject === 'service' ? statementSections(report) : [areaTable(report)]),
    ...adviceSection(report),
    ...(report.notices.length === 0 ? [] : [`### Notices\n\n${report.notices.map((notice) => `- ${plainText(notice)}`).join('\n')}`]),
  ]
  return `${sections.join('\n\n')}\n`
}

function failureSections(report: RunReport): string[] {
  const { failing, errors, known } = failuresOf(report)
  const all = [...failing, ...errors, ...known]
  if (all.length === 0) return []
  const more = all.length - mostFailures
  return ['### What is broken', ...all.slice(0, mostFailures).map(failureText), ...(more > 0 ? [`… and ${more} more.`] : [])]
}

function failureText(one: CaseReport): string {
  const deviation = deviationOf(one.result)
  const rows: [string, string | undefined][] = [
    ['expected', deviation?.expected],
    ['found', deviation?.found],
    ['why', one.reason],
    ['cure', cureOf(one.result)],
    ['known', one.known === undefined ? undefined : `until ${one.known.expires}, ${one.known.owner}: ${one.known.reason}`],
    ['again', one.repeat === '' ? undefined : one.repeat],
  ]
  const told = rows.flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${codeText(shortened(value, 1000))}`]))
  return `**${plainText(one.id)}** ${plainText(one.title)} (${plainText(basisText(one.basis))})  \n${plainText(shortened(said(one.result), 1000))}\n\n${told.join('\n')}`
}

function statementSections({ statements }: RunReport): string[] {
  const rows = (listed: readonly StatementReport[]) =>
    listed.map(({ id, state, text, why }) => [
      `${stateWords[state].sign} ${id}`,
      stateWords[state].word,
      plainText(text),
      plainText(shortened(why, 300)),
    ])
  const section = (name: string, kind: StatementReport['kind'], done: StatementReport['state']) => {
    const listed = statements.filter((one) => one.kind === kind)
    const held = listed.filter(({ state }) => state === done).length
    const grid = table(['statement', 'state', 'what it says', 'why'], rows(listed))
    return `<details><summary>${name}: ${held} of ${listed.length} ${done}</summary>\n\n${grid}\n\n</details>`
  }
  if (statements.length === 0) return []
  return [section('Stated facts', 'fact', 'proven'), section('Assumptions', 'gap', 'confirmed')]
}

function adviceSection(report: RunReport): string[] {
  const advices = adviceOf(report)
  if (advices.length === 0) return []
  return [`### To judge more\n\n${advices.map(({ cure, ids }) => `- ${counted(ids.length, 'case')}: ${plainText(cure)}`).join('\n')}`]
}

function areaTable(report: RunReport): string {
  const rows = scoreAreas(report).map(({ title, score, duties, others, unjudged }) => [
    plainText(title),
    score === undefined ? '–' : `${score} %`,
    `${duties.held} of ${duties.judged}`,
    `${others.held} of ${others.judged}`,
    String(unjudged),
  ])
  return table(['area', 'score', 'must', 'should', 'not judged'], rows)
}
