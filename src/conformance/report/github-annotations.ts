/** Workflow commands that GitHub Actions shows beside the run. */
import type { RunReport } from '../run-report.ts'
import { failuresOf } from './summary.ts'
import { shortened, visibleBlock } from './visible-text.ts'
import { counted, cureOf, deviationOf, said } from './words.ts'

/** GitHub shows so many of a kind for a step. */
const mostOfAKind = 10

/** Lines for standard output; empty when there is nothing to say. */
export function githubAnnotations(report: RunReport): string {
  const { failing, errors, known } = failuresOf(report)
  const unjudged = report.cases.filter(({ result }) => result.verdict === 'inconclusive')
  const failures = [...failing, ...errors].map(({ id, title, result, repeat }) => {
    const deviation = deviationOf(result)
    const lines = [
      said(result),
      ...(deviation?.expected === undefined ? [] : [`expected: ${deviation.expected}`]),
      ...(deviation?.found === undefined ? [] : [`found: ${deviation.found}`]),
      ...(deviation?.cure === undefined ? [] : [deviation.cure]),
      ...(repeat === '' ? [] : [`again: ${repeat}`]),
    ]
    return { title: `${id}: ${title}`, text: lines.join('\n') }
  })
  const warnings = [
    ...report.notices.map((text) => ({ title: 'ensayo', text })),
    ...(unjudged.length === 0 ? [] : [{
      title: `${counted(unjudged.length, 'case')} could not be judged`,
      text: unjudged.map(({ id, result }) => `${id}: ${said(result)}. ${cureOf(result) ?? ''}`.trim()).join('\n'),
    }]),
  ]
  const excused = known.map(({ id, result, known: by }) => ({
    title: `${id}: known until ${by?.expires ?? ''}`,
    text: `${said(result)}\n${by?.owner ?? ''}: ${by?.reason ?? ''}`,
  }))
  return [...commands('error', failures), ...commands('warning', warnings), ...commands('notice', excused)].join('')
}

interface Annotation {
  title: string
  text: string
}

function commands(kind: 'error' | 'warning' | 'notice', annotations: readonly Annotation[]): string[] {
  const shown = annotations.length > mostOfAKind ? annotations.slice(0, mostOfAKind - 1) : annotations
  const more = annotations.slice(shown.length)
  const last = more.length === 0 ? [] : [{ title: `${more.length} more`, text: more.map(({ title }) => title).join('\n') }]
  return [...shown, ...last].map(({ title, text }) => `::${kind} title=${property(shortened(title, 200))}::${data(shortened(text, 4000))}\n`)
}

/** A line end would end the command, and what follows could be one of the target's. */
function data(text: string): string {
  return visibleBlock(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
