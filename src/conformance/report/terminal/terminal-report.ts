/** A run's end on a terminal: what is wrong first, then statement by statement. */
import type { CaseReport, RunReport, StatementReport } from '../../run-report.ts'
import { verdictNames } from '../../verdict.ts'
import { adviceOf, failuresOf, headlineOf, scoreAreas, tallyOf, tellingExchange } from '../summary.ts'
import { shortened, visibleLine } from '../visible-text.ts'
import { basisText, counted, cureOf, deviationOf, durationText, said, stateWords, targetText, verdictWords } from '../words.ts'
import { soakLines } from './soak.ts'
import { hanging, stateColours, verdictColours, wrapped } from './layout.ts'
import type { Format, Paint } from './layout.ts'

export interface TerminalOptions {
  paint: Paint
  /** Of the terminal, in columns. */
  width: number
}

/** Ends with a line end. Nothing in it comes from the target unescaped. */
export function terminalReport(report: RunReport, { paint, width }: TerminalOptions): string {
  const page: Page = { paint, width: Math.max(40, Math.min(width, 140)) }
  const sections = [
    failures(report, page),
    soakLines(report, paint),
    report.subject === 'service' ? statementTable(report, page) : areaTable(report, page),
    report.subject === 'service' ? advice(report, page) : unjudged(report, page),
    notices(report, page),
    ending(report, page),
  ]
  return `${sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')).join('\n\n')}\n`
}

interface Page {
  paint: Paint
  width: number
}

function failures(report: RunReport, page: Page): string[] {
  const { failing, errors, known } = failuresOf(report)
  return [...failing, ...errors, ...known].flatMap((one, index) => [...(index === 0 ? [] : ['']), ...failure(one, page)])
}

function failure(one: CaseReport, { paint, width }: Page): string[] {
  const { result, known } = one
  const { word, sign } = verdictWords[result.verdict]
  const deviation = deviationOf(result)
  const colour: Format = known === undefined ? verdictColours[result.verdict] : 'yellow'
  const field = (name: string, value: string | undefined, format?: Format): string[] => {
    if (value === undefined || value === '') return []
    const text = shortened(visibleLine(value), 2000)
    const [first = '', ...rest] = hanging(`  ${name.padEnd(9)} `, text, width)
    const heading = 12
    const shown = (line: string) => (format === undefined ? line : paint(format, line))
    return [paint('gray', first.slice(0, heading)) + shown(first.slice(heading)), ...rest.map(shown)]
  }
  const exchange = tellingExchange(one)
  const asked = exchange === undefined ? undefined : `${exchange.request.method} ${exchange.request.url}`
  const answered = exchange?.answer === undefined ? (exchange?.failure ?? 'no answer') : String(exchange.answer.status)
  return [
    `${paint('bold', paint(colour, `${sign} ${word}`))}  ${paint('bold', one.id)}  ${visibleLine(one.title)} ${paint('gray', `(${basisText(one.basis)})`)}`,
    ...(known === undefined ? [] : field('known', `until ${known.expires}, ${known.owner}: ${known.reason}`)),
    ...(result.verdict === 'suite-error' ? field('error', result.error) : field('seen', said(result), 'bold')),
    ...field('expected', deviation?.expected),
    ...field('found', deviation?.found),
    ...field('why', one.reason),
    ...field('cure', cureOf(result)),
    ...(asked === undefined ? [] : field('exchange', `${asked} → ${answered}${one.exchanges.length > 1 ? `, the last of ${one.exchanges.length}` : ''}`)),
    // A command line is copied, so it is not wrapped.
    ...(exchange === undefined || exchange.curl === '' ? [] : [`${paint('gray', '  curl      ')}${shortened(visibleLine(exchange.curl), 1000)}`]),
    ...(one.repeat === '' ? [] : [`${paint('gray', '  again     ')}${visibleLine(one.repeat)}`]),
  ]
}

function statementTable({ statements }: RunReport, page: Page): string[] {
  if (statements.length === 0) return []
  const facts = statements.filter(({ kind }) => kind === 'fact')
  const gaps = statements.filter(({ kind }) => kind === 'gap')
  const states = (listed: readonly StatementReport[], names: readonly StatementReport['state'][]) =>
    names.flatMap((name) => {
      const count = listed.filter(({ state }) => state === name).length
      return count === 0 ? [] : [`${count} ${name}`]
    }).join(', ')
  return [
    page.paint('bold', `Stated facts: ${states(facts, ['proven', 'broken', 'open', 'untestable'])}`),
    ...statementRows(facts, page),
    '',
    page.paint('bold', `Assumptions: ${states(gaps, ['confirmed', 'refuted', 'open', 'untestable'])}`),
    ...statementRows(gaps, page),
  ]
}

function statementRows(statements: readonly StatementReport[], { paint, width }: Page): string[] {
  const [told, alike] = apart(statements)
  const widest = Math.max(0, ...told.map(({ id }) => id.length))
  const row = ({ id, state, text, why, cases }: StatementReport): string[] => {
    const { word, sign } = stateWords[state]
    const heading = `  ${sign} ${id.padEnd(widest)}  ${word.padEnd(10)} `
    if (state !== 'proven' && state !== 'confirmed') return coloured(state, heading, hanging(heading, visibleLine(why), width))
    // What holds takes one line; what does not is told whole.
    const by = ` (${counted(cases.length, 'case')})`
    const line = shortened(text, Math.max(20, width - heading.length - by.length)) + by
    return [paint(stateColours[state], heading) + paint('gray', line)]
  }
  const together = ({ state, why, ids }: Alike): string[] => {
    const { word, sign } = stateWords[state]
    const heading = `  ${sign} ${counted(ids.length, 'statement')} ${word}: `
    return coloured(state, heading, hanging(heading, `${visibleLine(why)} (${ids.join(', ')})`, width))
  }
  const coloured = (state: StatementReport['state'], { length }: string, [first = '', ...rest]: readonly string[]): string[] =>
    [paint(stateColours[state], first.slice(0, length)) + first.slice(length), ...rest]
  return [...told.flatMap(row), ...alike.flatMap(together)]
}

interface Alike {
  state: StatementReport['state']
  why: string
  ids: string[]
}

/** Those that would repeat one reason again and again are told of together. */
function apart(statements: readonly StatementReport[]): [StatementReport[], Alike[]] {
  const groups = new Map<string, Alike>()
  for (const { id, state, why } of statements) {
    const group = groups.get(`${state} ${why}`) ?? { state, why, ids: [] }
    group.ids.push(id)
    groups.set(`${state} ${why}`, group)
  }
  const alike = [...groups.values()].filter(({ why, ids }) => why !== '' && ids.length > 2)
  const together = new Set(alike.flatMap(({ ids }) => ids))
  return [statements.filter(({ id }) => !together.has(id)), alike]
}

function areaTable(report: RunReport, { paint }: Page): string[] {
  const areas = scoreAreas(report)
  const widest = Math.max(4, ...areas.map(({ title }) => title.length))
  const cell = ({ held, judged }: { held: number; judged: number }) => (judged === 0 ? '–' : `${held} of ${judged}`).padStart(10)
  return [
    paint('bold', `  ${'Area'.padEnd(widest)}  score ${'must'.padStart(10)} ${'should'.padStart(10)}  not judged`),
    ...areas.map(({ title, score, duties, others, unjudged: open }) => {
      const shown = (score === undefined ? '–' : `${score} %`).padStart(6)
      const colour: Format = score === undefined ? 'gray' : score === 100 ? 'green' : 'red'
      return `  ${title.padEnd(widest)} ${paint(colour, shown)} ${cell(duties)} ${cell(others)}  ${open === 0 ? '' : paint('yellow', String(open))}`.trimEnd()
    }),
  ]
}

/** More cases than this that were not run for one reason are told together. */
const mostOfOneReason = 5

/** Advice that is not followed, and what could not be judged: a receiver's report has no statements that tell of it. */
function unjudged({ cases }: RunReport, { paint, width }: Page): string[] {
  const notRun = Map.groupBy(cases.filter(({ result }) => result.verdict === 'not-run'), ({ result }) => said(result))
  // What was not asked for is no news one by one.
  const many = [...notRun].filter(([, alike]) => alike.length > mostOfOneReason)
  const together = many.map(([reason, alike]) => {
    const line = `  ${verdictWords['not-run'].sign} ${alike.length} not run: ${visibleLine(reason)}`
    return paint(verdictColours['not-run'], line)
  })
  const told = new Set(many.flatMap(([, alike]) => alike))
  const rest = cases.filter((one) => ['refuted', 'inconclusive', 'not-run'].includes(one.result.verdict) && !told.has(one))
  const widest = Math.max(0, ...rest.map(({ id }) => id.length))
  const oneByOne = rest.flatMap(({ id, result }) => {
    const { word, sign } = verdictWords[result.verdict]
    const heading = `  ${sign} ${id.padEnd(widest)}  ${word.padEnd(12)} `
    const cure = cureOf(result)
    const [first = '', ...others] = hanging(heading, shortened(visibleLine(`${said(result)}${cure === undefined ? '' : ` — ${cure}`}`), 600), width)
    return [paint(verdictColours[result.verdict], first.slice(0, heading.length)) + first.slice(heading.length), ...others]
  })
  return [...together, ...oneByOne]
}

/** What to do so that more is judged. */
function advice(report: RunReport, { paint, width }: Page): string[] {
  const advices = adviceOf(report)
  if (advices.length === 0) return []
  const widest = Math.max(...advices.map(({ ids }) => counted(ids.length, 'case').length))
  return [
    paint('bold', 'To judge more'),
    ...advices.flatMap(({ cure, ids }) => {
      const heading = `  ${counted(ids.length, 'case').padStart(widest)}: `
      const [first = '', ...rest] = hanging(heading, `${visibleLine(cure)}${ids.length > 2 ? '' : ` (${ids.join(', ')})`}`, width)
      return [paint('yellow', first.slice(0, heading.length)) + first.slice(heading.length), ...rest]
    }),
  ]
}

function notices({ notices: listed, leftovers }: RunReport, { paint, width }: Page): string[] {
  const left = leftovers.map(({ section, recordId, why }) => `${section} ${recordId} is still there: ${why}`)
  return [...listed, ...left].flatMap((notice) => {
    const [first = '', ...rest] = hanging('  ! ', visibleLine(notice), width)
    return [paint('yellow', first), ...rest]
  })
}

function ending(report: RunReport, { paint, width }: Page): string[] {
  const { tone, title, sentence } = headlineOf(report)
  const tally = tallyOf(report.cases)
  const present = verdictNames.filter((name) => tally[name] > 0)
  // Broken between figures, never within one: spaces inside them are others until the lines are made.
  const figures = present.map((name) => `${tally[name]}\u00a0${verdictWords[name].word.replaceAll(' ', '\u00a0')}`).join(' · ')
  const coloured = (line: string): string =>
    line.split(' ').map((figure) => {
      const name = present.find((one) => figure === `${tally[one]}\u00a0${verdictWords[one].word.replaceAll(' ', '\u00a0')}`)
      return name === undefined ? paint('gray', figure) : paint(verdictColours[name], figure.replaceAll('\u00a0', ' '))
    }).join(' ')
  const colour: Format = tone === 'good' ? 'green' : tone === 'bad' ? 'red' : 'yellow'
  const [first = '', ...rest] = hanging(`${title}: `, `${visibleLine(targetText(report))}. ${sentence}`, width)
  return [
    ...wrapped(figures, width).map(coloured),
    paint('bold', paint(colour, title)) + first.slice(title.length),
    ...rest,
    paint('gray', `${counted(report.requests, 'request')} in ${durationText(report.durationMs)}, run ${report.run}, seed ${report.seed}`),
  ]
}
