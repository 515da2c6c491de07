/** Waits for something to become so, without asking again and again. */
import { refusal, success } from '../../core/index.ts'
import type { Outcome } from '../../core/index.ts'
import type { Duration } from '../../webhooks/index.ts'

export interface Waiting<T> {
  /** Looked at once at the beginning and after each call of the listener. */
  look(): Promise<T | undefined>
  /** Has the listener called whenever it may have become so; gives the way to stop that. */
  watch(listener: () => void): () => void
  /** Real time. */
  within: Duration
  /** What was waited for, as the end of a sentence. */
  what: string
}

/** Node fires timers that are set for longer at once. */
const longestTimer: Duration = 2_147_483_647

/** Refuses as `notFound` when it did not become so in time. Rejects when looking does. */
export async function waitFor<T>({ look, watch, within, what }: Waiting<T>): Promise<Outcome<T>> {
  const until = performance.now() + within
  let stirred = true
  let wake = (): void => {}
  const stop = watch(() => {
    stirred = true
    wake()
  })
  try {
    for (;;) {
      // What stirs while it is looked at is looked at again.
      while (stirred) {
        stirred = false
        const found = await look()
        if (found !== undefined) return success(found)
      }
      const left = until - performance.now()
      if (left <= 0) return refusal({ kind: 'notFound', message: `Within ${within} ms there was no ${what}.` })
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, longestTimer))
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
        if (stirred) wake()
      })
    }
  } finally {
    stop()
  }
}
