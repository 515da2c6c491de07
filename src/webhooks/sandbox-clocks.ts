import type { Awaitable, Instant } from '../core/index.ts'
import type { SandboxId } from '../store/index.ts'

export interface ClockReading {
  now: Instant
  /** False while the clock stands still: then nothing becomes due by itself. */
  runs: boolean
}

/** The sandboxes' clocks, as the dispatcher needs them. Whoever sets one otherwise wakes the dispatcher. */
export interface SandboxClocks {
  /** Undefined when there is no such sandbox (any more). */
  read(sandbox: SandboxId): Awaitable<ClockReading | undefined>
  /** Stops the clock where it is. */
  hold(sandbox: SandboxId): Promise<void>
  /** Sets a clock that is held, forward only. */
  moveTo(sandbox: SandboxId, instant: Instant): Promise<void>
  /** Lets it go on from where it stands, as it went before; a clock that stood still goes on standing. */
  release(sandbox: SandboxId): Promise<void>
}
