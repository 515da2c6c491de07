/** What verdicts, bases and figures are called wherever people read them. */
import type { RunReport, StatementState } from '../run-report.ts'
import type { Basis, Deviation, Verdict, VerdictName } from '../verdict.ts'

/** A word and a sign of one column, so that nothing depends on colour alone. */
export const verdictWords: Record<VerdictName, { word: string; sign: string; meaning: string }> = {
  pass: { word: 'pass', sign: '✓', meaning: 'was seen to hold' },
  confirmed: { word: 'confirmed', sign: '✓', meaning: 'an assumption that holds here' },
  fail: { word: 'fail', sign: '✗', meaning: 'was seen broken' },
  refuted: { word: 'refuted', sign: '≠', meaning: 'an assumption that does not hold here, which is nobody’s fault' },
  inconclusive: { word: 'inconclusive', sign: '?', meaning: 'could not be judged' },
  'not-run': { word: 'not run', sign: '–', meaning: 'was not allowed, or not asked for' },
  'suite-error': { word: 'suite error', sign: '!', meaning: 'a fault of this program' },
}

export const stateWords: Record<StatementState, { word: string; sign: string }> = {
  proven: { word: 'proven', sign: '✓' },
  broken: { word: 'broken', sign: '✗' },
  confirmed: { word: 'confirmed', sign: '✓' },
  refuted: { word: 'refuted', sign: '≠' },
  open: { word: 'open', sign: '?' },
  untestable: { word: 'untestable', sign: '–' },
}

/** `stated: REP-2, REP-3`. */
export function basisText(basis: Basis): string {
  switch (basis.kind) {
    case 'stated':
      return `stated: ${basis.statements.join(', ')}`
    case 'assumed':
      return `assumed: ${basis.gap}`
    case 'must':
      return `must: ${basis.source}`
    case 'should':
      return `should: ${basis.source}`
  }
}

/** The one sentence of a verdict. */
export function said(verdict: Verdict): string {
  switch (verdict.verdict) {
    case 'pass':
    case 'confirmed':
      return verdict.evidence
    case 'fail':
    case 'refuted':
      return verdict.deviation.message
    case 'inconclusive':
    case 'not-run':
      return verdict.reason
    case 'suite-error':
      return verdict.error.split('\n')[0] ?? ''
  }
}

export function deviationOf(verdict: Verdict): Deviation | undefined {
  return verdict.verdict === 'fail' || verdict.verdict === 'refuted' ? verdict.deviation : undefined
}

/** What would mend it, or make it possible to judge. */
export function cureOf(verdict: Verdict): string | undefined {
  return verdict.verdict === 'inconclusive' || verdict.verdict === 'not-run' ? verdict.cure : deviationOf(verdict)?.cure
}

/** `3 ms`, `1.2 s`, `2 min 5 s`. */
export function durationText(ms: number): string {
  if (ms >= 120_000) return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
  if (ms >= 1000) return `${(ms / 1000).toFixed(ms >= 10_000 ? 0 : 1)} s`
  return `${Math.round(ms)} ms`
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `2026-11-20 13:42 UTC`. */
export function instantText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** What was judged, for a heading. */
export function targetText({ target }: RunReport): string {
  return target.kind === 'mock' ? `the mock at ${target.url}` : target.kind === 'receiver' ? `the receiver ${target.url}` : target.url
}
