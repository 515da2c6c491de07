/** What a run comes to, in figures and in one sentence. */
import type { CaseReport, RunReport } from '../run-report.ts'
import { verdictNames } from '../verdict.ts'
import type { VerdictName } from '../verdict.ts'
import { counted } from './words.ts'

export type Tally = Record<VerdictName, number>

export function tallyOf(cases: readonly CaseReport[]): Tally {
  const tally: Tally = { pass: 0, confirmed: 0, fail: 0, refuted: 0, inconclusive: 0, 'not-run': 0, 'suite-error': 0 }
  for (const { result } of cases) tally[result.verdict] += 1
  return tally
}

/** `12 pass, 1 fail`; verdicts that do not occur are left out. */
export function tallyText(tally: Tally): string {
  return verdictNames.flatMap((name) => (tally[name] === 0 ? [] : [`${tally[name]} ${name}`])).join(', ') || 'no cases'
}

export interface AreaScore {
  area: string
  title: string
  cases: readonly CaseReport[]
  /** What the service's documentation states, or what a receiver must do. */
  duties: { held: number; judged: number }
  /** Assumptions, or what a receiver should do. */
  others: { held: number; judged: number }
  unjudged: number
  /** Per cent of the judged duties that held; undefined when none was judged. */
  score?: number
}

/** In the report's order; areas without cases are left out. */
export function scoreAreas({ areas, cases }: RunReport): AreaScore[] {
  const titles = new Map(areas.map(({ area, title }) => [area, title]))
  const names = new Set([...titles.keys(), ...cases.map(({ area }) => area)])
  return [...names].flatMap((area) => {
    const own = cases.filter((one) => one.area === area)
    if (own.length === 0) return []
    const { pass, fail, confirmed, refuted, ...unjudged } = tallyOf(own)
    const duties = { held: pass, judged: pass + fail }
    return [{
      area,
      title: titles.get(area) ?? area,
      cases: own,
      duties,
      others: { held: confirmed, judged: confirmed + refuted },
      unjudged: unjudged.inconclusive + unjudged['not-run'] + unjudged['suite-error'],
      ...(duties.judged === 0 ? {} : { score: Math.floor((100 * duties.held) / duties.judged) }),
    }]
  })
}

export interface Headline {
  tone: 'good' | 'bad' | 'unclear'
  /** A word or two. */
  title: string
  sentence: string
}

export function headlineOf(report: RunReport): Headline {
  const { cases, exitCode, subject } = report
  const tally = tallyOf(cases)
  const known = cases.filter((one) => one.known !== undefined).length
  const failing = tally.fail - known
  const aside = known === 0 ? '' : `, and ${counted(known, 'known deviation')}`
  const law = subject === 'service' ? 'law' : 'duty'
  const laws = subject === 'service' ? 'laws' : 'duties'
  if (exitCode === 1) {
    return {
      tone: 'bad',
      title: subject === 'service' ? 'Does not conform' : 'Not sound yet',
      sentence: `${counted(failing, law, laws)} of ${tally.pass + tally.fail} judged ${failing === 1 ? 'is' : 'are'} broken${aside}.`,
    }
  }
  if (exitCode === 0) {
    return {
      tone: 'good',
      title: subject === 'service' ? 'Conforms' : 'Sound',
      sentence: tally.pass === 0
        ? `${counted(tally.confirmed, subject === 'service' ? 'assumption' : 'piece of advice', subject === 'service' ? 'assumptions' : 'pieces of advice')} held; nothing ${subject === 'service' ? 'stated' : 'due'} was judged${aside}.`
        : `${known === 0 ? 'Every' : 'Every other'} ${law} that was judged holds: ${tally.pass}${aside}.`,
    }
  }
  const errors = tally['suite-error']
  return {
    tone: 'unclear',
    title: 'Not judged',
    sentence: errors > 0 ? `This program itself failed in ${counted(errors, 'case')}.`
      : tally.pass + tally.confirmed > 0
        ? `The run ended before its time; ${counted(tally.pass + tally.confirmed, 'case')} held until then${aside}.`
        : `Nothing could be proven in ${counted(cases.length, 'case')}${aside}.`,
  }
}

/** What fails the run first, then our own faults, then excused ones. */
export function failuresOf({ cases }: RunReport): { failing: CaseReport[]; errors: CaseReport[]; known: CaseReport[] } {
  const failed = cases.filter(({ result }) => result.verdict === 'fail')
  return {
    failing: failed.filter(({ known }) => known === undefined),
    errors: cases.filter(({ result }) => result.verdict === 'suite-error'),
    known: failed.filter(({ known }) => known !== undefined),
  }
}

export interface Advice {
  cure: string
  /** The cases that it would make it possible to judge. */
  ids: string[]
}

/** What would make more of it possible to judge, the most helpful first; not what is said of one case alone. */
export function adviceOf({ cases }: RunReport): Advice[] {
  const advices = new Map<string, Advice>()
  for (const { id, result } of cases) {
    if (result.verdict !== 'inconclusive' && result.verdict !== 'not-run') continue
    // What was not run was not run for a reason that its cure takes for granted.
    const cure = result.verdict === 'not-run' ? `${result.reason.charAt(0).toUpperCase()}${result.reason.slice(1)}. ${result.cure}` : result.cure
    if (cure === '' || cure.includes(id)) continue
    const advice = advices.get(cure) ?? { cure, ids: [] }
    advice.ids.push(id)
    advices.set(cure, advice)
  }
  return [...advices.values()].toSorted((a, b) => b.ids.length - a.ids.length)
}

/** The last exchange, which most verdicts rest on. */
export function tellingExchange({ exchanges, notifications }: CaseReport): CaseReport['exchanges'][number] | undefined {
  return exchanges.at(-1) ?? notifications.at(-1)
}
