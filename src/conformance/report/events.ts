/** What happens in a run, a JSON line each (NDJSON). */
import type { RunEvent, RunReport } from '../run-report.ts'

/** With its line end; for a stream that somebody follows. The last one leaves out the exchanges, which came before. */
export function eventLine(event: RunEvent): string {
  return `${JSON.stringify(event.type === 'runEnded' ? { ...event, report: withoutExchanges(event.report) } : event)}\n`
}

function withoutExchanges(report: RunReport): RunReport {
  return { ...report, cases: report.cases.map((one) => ({ ...one, exchanges: [], notifications: [] })) }
}

/** The same of a run that is over: its events, but for the beginnings of cases. */
export function eventLines(report: RunReport): string {
  const { run, startedAt: at, target, cases, notices } = report
  const events: RunEvent[] = [
    { type: 'runStarted', run, at, target, cases: cases.map(({ id }) => id) },
    ...cases.map((one): RunEvent => ({ type: 'caseEnded', case: one })),
    ...notices.map((message): RunEvent => ({ type: 'notice', message })),
    { type: 'runEnded', report },
  ]
  return events.map(eventLine).join('')
}
