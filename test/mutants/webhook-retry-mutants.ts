/** HOOK-5, HOOK-6: what is accepted, and what is sent again. */
import type { Mutant, Relay } from './mutant.ts'
import { passOn } from './mutated-place.ts'
import { placed, relayed, withEvent } from './notice.ts'
import { jsonOf } from './mutant.ts'

/** Another outcome than the receiver's is told to the mock, which retries accordingly. */
function taken(as: (status: number | undefined, attempt: number) => number | undefined): Pick<Mutant, 'inPlace'> {
  return relayed(() => {
    const attempts = attemptsOf()
    return async (notice, forward) => as(await forward(notice), attempts(notice.body))
  })
}

/** Counts the attempts to send the same. */
function attemptsOf(): (body: string) => number {
  const counts = new Map<string, number>()
  return (body) => {
    const count = (counts.get(body) ?? 0) + 1
    counts.set(body, count)
    return count
  }
}

const isSuccess = (status: number | undefined) => status !== undefined && status >= 200 && status < 300

/** The connection is given up after so long; the mock is told so. */
function leavingAfter(milliseconds: number): Relay {
  return async (notice, forward) => {
    const limit = AbortSignal.timeout(milliseconds)
    const status = await forward({ ...notice, left: AbortSignal.any([notice.left, limit]) })
    return limit.aborted ? 504 : status
  }
}

export const webhookRetryMutants: readonly Mutant[] = [
  { name: 'hook-retried-never', wrong: 'Nothing is ever sent again.', ...taken(() => 200) },
  { name: 'hook-resets-final', wrong: 'Nothing is sent again after a broken connection.', ...taken((status) => status ?? 200) },
  {
    name: 'hook-time-outs-final',
    wrong: 'Nothing is sent again after waiting in vain.',
    ...relayed(() => {
      const left = new Set<string>()
      return async (notice, forward) => {
        if (left.has(notice.body)) return 200
        const status = await forward(notice)
        if (notice.left.aborted) left.add(notice.body)
        return status
      }
    }),
  },
  { name: 'hook-retried-once', wrong: 'It is sent again once only.', ...taken((status, attempt) => (attempt > 1 ? 200 : status)) },
  { name: 'hook-statuses-final', wrong: 'Any answer ends the delivery.', ...taken((status) => status && 200) },
  {
    name: 'hook-4xx-final',
    wrong: 'An answer 4xx ends the delivery.',
    ...taken((status = 500) => (status >= 400 && status < 500 ? 200 : status)),
  },
  { name: 'hook-5xx-final', wrong: 'An answer 5xx ends the delivery.', ...taken((status) => (status !== undefined && status >= 500 ? 200 : status)) },
  {
    name: 'hook-accepted-again',
    wrong: 'What was accepted is sent again.',
    ...taken((status, attempt) => (attempt === 1 && isSuccess(status) ? 500 : status)),
  },
  {
    name: 'hook-only-200',
    wrong: 'Nothing but 200 accepts a notification.',
    ...taken((status) => (status === 200 || !isSuccess(status) ? status : 500)),
  },
  { name: 'hook-5-seconds', wrong: 'The sender waits for 5 seconds only.', ...relayed(() => leavingAfter(5000)) },
  {
    name: 'hook-redirected',
    wrong: 'Redirects are followed.',
    ...relayed(() => (notice) => passOn(notice, 'follow')),
  },
  {
    name: 'hook-attempt-told',
    wrong: 'The body tells the number of the attempt.',
    ...placed(() => {
      const attempts = attemptsOf()
      return { relay: () => (notice, forward) => forward(withEvent(notice, { ...jsonOf(notice), attempt: attempts(notice.body) })) }
    }),
  },
]
