/** Makes the failures of a client: their sentences, and the key out of all of it. */
import type { Refusal, Violation } from '../core/index.ts'
import type { KeyConcealment } from './key-concealment.ts'
import type { CallError, Exchange, Failure, Malformed, Refused, TimedOut, Unexpected, Unreachable } from './result.ts'
import type { Sent } from './transport.ts'

/** `what` is the operation, or the request's method and target. */
export interface Failures {
  refused(what: string, exchange: Exchange, refusal: Refusal): Failure<Refused>
  unexpected(what: string, exchange: Exchange, reason: string): Failure<Unexpected>
  malformed(what: string, exchange: Exchange, violations: readonly Violation[]): Failure<Malformed>
  unanswered(what: string, sent: Exclude<Sent, { exchange: Exchange }>): Failure<Unreachable | TimedOut>
}

/** Refusals and violations must come from an answer without the key already: what cuts a text may cut a key. */
export function createFailures(concealed: KeyConcealment): Failures {
  const fail = <Reason extends CallError>(error: Reason): Failure<Reason> => ({
    ok: false,
    error: { ...error, message: concealed.text(error.message) },
  })
  const shown = ({ request, answer }: Exchange): Exchange => ({ request, answer: concealed.answer(answer) })
  return {
    refused(what, exchange, refusal) {
      const said = refusal.message === undefined ? '' : `: ${refusal.message}`
      const message = `${what} was refused (${exchange.answer.status} ${refusal.code})${said}`
      return fail({ kind: 'refused', message, refusal, exchange: shown(exchange) })
    },
    unexpected(what, exchange, reason) {
      const message = `${what} got an unexpected answer: ${reason}`
      return fail({ kind: 'unexpected', message, reason: concealed.text(reason), exchange: shown(exchange) })
    },
    malformed(what, exchange, violations) {
      const message = `${what} got an answer that breaks the contract: ${summary(violations)}`
      return fail({ kind: 'malformed', message, violations, exchange: shown(exchange) })
    },
    unanswered(what, sent) {
      if (sent.outcome === 'timedOut') {
        const { timeoutMs } = sent
        return fail({ kind: 'timedOut', message: `${what} got no complete answer in ${timeoutMs} ms`, timeoutMs })
      }
      const cause = concealed.text(sent.cause)
      return fail({ kind: 'unreachable', message: `${what} got no complete answer: ${cause}`, cause })
    },
  }
}

function summary(violations: readonly Violation[]): string {
  const [first] = violations
  if (first === undefined) return 'in a value that holds the key'
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : ''
  return `${first.pointer} ${first.message}${more}`
}
