/** A run that is to end before its time. */
import { setTimeout as pause } from 'node:timers/promises'
import { Unjudged } from './judgement.ts'

export function interrupted(): Unjudged {
  return new Unjudged('the run was interrupted', 'Run it again.')
}

/**
 * The work's result, or a rejection with `Unjudged` once the signal was given and so many milliseconds have passed. The
 * work itself goes on.
 */
export async function interruptible<T>(work: Promise<T>, signal: AbortSignal | undefined, graceMs = 0): Promise<T> {
  if (signal === undefined) return work
  const cut = Promise.withResolvers<never>()
  // One of the two settles after the other, and nobody listens any more.
  cut.promise.catch(() => {})
  const end = () => {
    pause(graceMs, undefined, { ref: false }).then(() => cut.reject(interrupted()), () => {})
  }
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, cut.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
