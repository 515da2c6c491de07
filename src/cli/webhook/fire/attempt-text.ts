import { formatDuration } from '../../../webhooks/index.ts'
import type { AttemptOutcome } from '../../../webhooks/index.ts'
import type { Redaction } from '../../../conformance/index.ts'
import { printable } from '../terminal.ts'

const longestExcerpt = 120

type Described = AttemptOutcome & { answer?: { body: string } | undefined }

/** What became of an attempt. */
export function verdictOf(attempt: Described): string {
  switch (attempt.outcome) {
    case 'delivered':
      return `delivered, ${attempt.status}`
    case 'rejected':
      return `rejected, ${attempt.status}${attempt.retryAfter === undefined ? '' : `, asks to wait ${formatDuration(attempt.retryAfter)}`}`
    case 'timedOut':
      return 'timed out after 10 s (HOOK-5)'
    case 'unreachable':
      return `unreachable: ${printable(attempt.cause)}`
  }
}

/** The start of what the receiver answered, fit to be printed; empty when there was nothing. */
export function excerptOf({ answer }: Described, redaction: Redaction): string {
  return answer === undefined ? '' : printable(redaction.text(answer.body).trim(), longestExcerpt)
}
