/** What the dispatcher remembers of a sandbox while it serves it. */
import type { Instant } from '../core/index.ts'
import type { SandboxId } from '../store/index.ts'
import type { Happened } from './happened.ts'
import type { Webhook } from './webhook.ts'

/** Of what happened since somebody last asked, so much is told. */
const mostHappened = 1000

export interface SandboxWork {
  id: SandboxId
  /** The deliveries that were claimed and are not settled yet. */
  inHand: Set<string>
  /** The rounds that are being made, until no further one is wanted. */
  rounds: Promise<void> | undefined
  /** The next one: a look at all that is due, or only at the rest of what an earlier one found. */
  wanted: 'all' | 'rest' | undefined
  /** The webhooks of which more may be ready than there was room for, in turn; looking at all finds them anew. */
  rest: Webhook[]
  /** When to look again, in the machine's time. */
  timer: { timeout: NodeJS.Timeout; at: Instant } | undefined
  /** The sandbox is no more: nothing is settled any longer. */
  forgotten: boolean
  /** The advances and settlements of this sandbox, one after the other. */
  lastWait: Promise<unknown>
  /** The last of it, up to twice what is told, so that it is cut rarely. */
  happened: Happened[]
  /** How many more happened than are in `happened`. */
  dropped: number
  /** Called when nothing is in hand any more, or nothing is begun any more. */
  watchers: (() => void)[]
}

export function createSandboxWork(id: SandboxId): SandboxWork {
  return {
    id,
    inHand: new Set(),
    rounds: undefined,
    wanted: undefined,
    rest: [],
    timer: undefined,
    forgotten: false,
    lastWait: Promise.resolve(),
    happened: [],
    dropped: 0,
    watchers: [],
  }
}

export function remember(work: SandboxWork, happened: Happened): void {
  work.happened.push(happened)
  if (work.happened.length < 2 * mostHappened) return
  work.happened.splice(0, mostHappened)
  work.dropped += mostHappened
}

/** Hands out what happened and forgets it. */
export function takeHappened(work: SandboxWork): { happened: Happened[]; dropped: number } {
  const happened = work.happened.slice(-mostHappened)
  const dropped = work.dropped + work.happened.length - happened.length
  work.happened = []
  work.dropped = 0
  return { happened, dropped }
}

/** Nothing is begun or settled for it any longer. */
export function forget(work: SandboxWork): void {
  work.forgotten = true
  stopTimer(work)
  tellWatchers(work)
}

export function tellWatchers(work: SandboxWork): void {
  for (const watcher of work.watchers.splice(0)) watcher()
}

/** Resolves when the watchers are told, or after `ms` of real time. */
export function watch(work: SandboxWork, ms: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    work.watchers.push(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

export function stopTimer(work: SandboxWork): void {
  clearTimeout(work.timer?.timeout)
  work.timer = undefined
}
