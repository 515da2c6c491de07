/** What a case may come to, and what a whole run comes to. */

/** Why the thing checked has to be so. */
export type Basis =
  /** The documentation says so; ids of its statements. */
  | { kind: 'stated'; statements: readonly string[] }
  /** An assumption of this project; the gap it fills. */
  | { kind: 'assumed'; gap: string }
  /** A receiver of webhooks has to; where that is laid down. */
  | { kind: 'must'; source: string }
  /** A receiver of webhooks had better; who advises it. */
  | { kind: 'should'; source: string }

export type Verdict =
  /** A stated fact, or what a receiver must do, was seen to hold; `evidence` says what was seen. */
  | { verdict: 'pass'; evidence: string }
  /** The same of an assumption, or of what a receiver should do. */
  | { verdict: 'confirmed'; evidence: string }
  /** A stated fact, or a duty of a receiver, was seen broken. */
  | { verdict: 'fail'; deviation: Deviation }
  /** An assumption does not hold here, which is nobody's fault; or a receiver does not follow an advice. */
  | { verdict: 'refuted'; deviation: Deviation }
  /** It could not be seen either way. */
  | { verdict: 'inconclusive'; reason: string; cure: string }
  /** It was not allowed, or not asked for. */
  | { verdict: 'not-run'; reason: string; cure: string }
  /** Our own fault. */
  | { verdict: 'suite-error'; error: string }

export type VerdictName = Verdict['verdict']

export const verdictNames: readonly VerdictName[] = [
  'pass',
  'confirmed',
  'fail',
  'refuted',
  'inconclusive',
  'not-run',
  'suite-error',
]

/** How the thing seen differs from the law. */
export interface Deviation {
  /** One sentence. */
  message: string
  expected?: string
  found?: string
  /** What to do about it, in two sentences at most. */
  cure?: string
}

/** Of what had not come to its end when somebody ended the run. */
export const interrupted: Verdict = { verdict: 'not-run', reason: 'the run was interrupted', cure: 'Run it again.' }

/** What a law that held, or did not, is called on this basis. */
export function held(basis: Basis, evidence: string): Verdict {
  return isDuty(basis) ? { verdict: 'pass', evidence } : { verdict: 'confirmed', evidence }
}

export function broken(basis: Basis, deviation: Deviation): Verdict {
  return isDuty(basis) ? { verdict: 'fail', deviation } : { verdict: 'refuted', deviation }
}

function isDuty(basis: Basis): boolean {
  return basis.kind === 'stated' || basis.kind === 'must'
}

/** 0 conforms, 1 something stated is broken, 2 it could not be judged: nothing was, or the suite itself failed. */
export function exitCodeOf(verdicts: readonly VerdictName[]): 0 | 1 | 2 {
  if (verdicts.includes('fail')) return 1
  if (verdicts.includes('suite-error')) return 2
  return verdicts.includes('pass') || verdicts.includes('confirmed') ? 0 : 2
}

/** The same verdict with every text from outside reworded: secrets taken out. */
export function reworded(verdict: Verdict, text: (source: string) => string): Verdict {
  switch (verdict.verdict) {
    case 'pass':
    case 'confirmed':
      return { ...verdict, evidence: text(verdict.evidence) }
    case 'fail':
    case 'refuted': {
      const { message, expected, found, cure } = verdict.deviation
      return {
        ...verdict,
        deviation: {
          message: text(message),
          ...(expected === undefined ? {} : { expected: text(expected) }),
          ...(found === undefined ? {} : { found: text(found) }),
          ...(cure === undefined ? {} : { cure }),
        },
      }
    }
    case 'inconclusive':
    case 'not-run':
      return { ...verdict, reason: text(verdict.reason) }
    case 'suite-error':
      return { ...verdict, error: text(verdict.error) }
  }
}
