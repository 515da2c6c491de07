import { setTimeout as pause } from 'node:timers/promises'
import type { Clock, Instant } from '../../../core/index.ts'

/** The longest time that a timer can count. */
const longestTimer = 2 ** 31 - 1

/** Resolves at the instant, or when it is stopped before. */
export async function pauseUntil(instant: Instant, { clock, stop }: { clock: Clock; stop: AbortSignal }): Promise<void> {
  for (let rest = instant - clock.now(); rest > 0 && !stop.aborted; rest = instant - clock.now()) {
    await pause(Math.min(rest, longestTimer), undefined, { signal: stop }).catch((error: unknown) => {
      if (!stop.aborted) throw error
    })
  }
}
