/** Sandbox clocks for tests: they stand still unless made to run with the machine's. */
import type { Instant } from '../../core/index.ts'
import type { SandboxClocks } from '../sandbox-clocks.ts'

interface ManualClock {
  /** What it shows; for one that runs, what it is ahead of the machine. */
  value: number
  runs: boolean
  held: boolean
}

export interface ManualClocks extends SandboxClocks {
  set(sandbox: string, instant: Instant): void
  /** Lets the clock run from `instant` with the machine's. */
  run(sandbox: string, instant: Instant): void
  remove(sandbox: string): void
}

/** Each that is not removed stands at `start` at first. */
export function createManualClocks(start: Instant): ManualClocks {
  const clocks = new Map<string, ManualClock>()
  const removed = new Set<string>()

  function clockOf(sandbox: string): ManualClock {
    const clock = clocks.get(sandbox) ?? { value: start, runs: false, held: false }
    clocks.set(sandbox, clock)
    return clock
  }

  function read(sandbox: string) {
    const { value, runs, held } = clockOf(sandbox)
    const moves = runs && !held
    return { now: moves ? Date.now() + value : value, runs: moves }
  }

  return {
    read: async sandbox => (removed.has(sandbox) ? undefined : read(sandbox)),
    remove: sandbox => void removed.add(sandbox),
    set: (sandbox, instant) => void clocks.set(sandbox, { value: instant, runs: false, held: false }),
    run: (sandbox, instant) => void clocks.set(sandbox, { value: instant - Date.now(), runs: true, held: false }),

    async hold(sandbox) {
      const { now } = read(sandbox)
      Object.assign(clockOf(sandbox), { value: now, held: true })
    },

    async moveTo(sandbox, instant) {
      const clock = clockOf(sandbox)
      if (!clock.held || instant < clock.value) throw new Error('The clock is not held, or would go back.')
      clock.value = instant
    },

    async release(sandbox) {
      const clock = clockOf(sandbox)
      if (clock.runs) clock.value -= Date.now()
      clock.held = false
    },
  }
}
