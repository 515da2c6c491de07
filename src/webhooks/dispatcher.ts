/**
 * Makes the deliveries that are due: claims them, sends them and settles them. At least once, in no order
 * unless a webhook's policy asks for one. One dispatcher serves all sandboxes of a process; several may share
 * a store.
 */
import type { Clock, Instant } from '../core/index.ts'
import type { SandboxId } from '../store/index.ts'
import type { Backlog, DeliveryStore } from './delivery-store.ts'
import type { Duration } from './duration.ts'
import type { Happened } from './happened.ts'
import type { NotificationFormat } from './outgoing-notification.ts'
import type { SandboxClocks } from './sandbox-clocks.ts'
import { createRounds } from './rounds.ts'
import type { DispatcherFault } from './rounds.ts'
import { createSandboxWork, forget, stopTimer, takeHappened, tellWatchers, watch } from './sandbox-work.ts'
import type { SandboxWork } from './sandbox-work.ts'
import type { Sender } from './sender.ts'

export interface DispatcherDeps {
  store: DeliveryStore
  clocks: SandboxClocks
  sender: Sender
  /** How the contract in use writes a notification. */
  format: NotificationFormat
  /** The machine's clock, for leases. */
  clock: Clock
  /** Told of each attempt once it is stored. */
  onHappened?: (happened: Happened) => void
  onFault?: (fault: DispatcherFault) => void
  /** Real time for which a delivery is claimed; it must outlast five attempts that time out. 60 s unless given. */
  leaseMs?: Duration
  /** Real time after which all sandboxes are looked at, for a store that others write to; never unless given. */
  pollMs?: Duration
  /** Real time before a store that failed is asked again; 500 ms unless given. */
  faultMs?: Duration
}

/** What happened in a sandbox since somebody was told last. */
export interface Summary {
  happened: Happened[]
  /** How many earlier ones are left out; the store has them. */
  dropped: number
  /** When the next delivery is due, on the sandbox's clock. */
  nextDueAt?: Instant
}

export interface Dispatcher {
  /** Takes up what an earlier process left. Rejects when the store does. */
  start(): Promise<void>
  /** There may be something to do: after a commit with new deliveries, and after the clock was changed. */
  wake(sandbox: SandboxId): void
  /**
   * Resolves when nothing in the sandbox is due or under way. Retries that are due later are not waited for.
   * Rejects when the store does, and when the dispatcher is closed or the sandbox forgotten meanwhile.
   */
  settle(sandbox: SandboxId): Promise<Summary>
  /**
   * Moves the sandbox's clock to an instant, from one due time to the next, so that each attempt is made at
   * exactly its own; resolves as `settle` does. The clock stands still for attempts and goes on afterwards as
   * it went before. Rejects with a RangeError when it would go back.
   */
  advance(sandbox: SandboxId, to: Instant): Promise<Summary>
  /** The sandbox is deleted or replaced: attempts under way end without trace. */
  forget(sandbox: SandboxId): void
  /** Begins nothing more and waits for the attempts under way, at most `withinMs` (11 s unless given). */
  close(withinMs?: Duration): Promise<void>
}

/**
 * So many times what a target gets at once is claimed, so that the next ones are at hand when the first are
 * over, while more are being claimed. The last of them waits for as many attempts, each of which may take its
 * whole limit.
 */
const heldAhead = 4

/** While somebody waits: how often what others do is looked at, in a shared store or at a busy target. */
const othersMs: Duration = 25

/** And when attempts of our own are under way, the end of which is told. */
const ownMs: Duration = 10_000

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { store, clocks, sender, clock, onHappened, onFault, leaseMs = 60_000, pollMs, faultMs = 500 } = deps
  const works = new Map<SandboxId, SandboxWork>()
  const perTarget = sender.perTarget * heldAhead
  const { look, settled } = createRounds({
    ...deps, perTarget, leaseMs, faultMs, onHappened, onFault, workOf, isOver,
  })
  let closed = false
  let poll: NodeJS.Timeout | undefined

  function workOf(sandbox: SandboxId): SandboxWork {
    const known = works.get(sandbox)
    if (known !== undefined && !known.forgotten) return known
    const work = createSandboxWork(sandbox)
    works.set(sandbox, work)
    return work
  }

  function isOver(work: SandboxWork): boolean {
    return closed || work.forgotten
  }

  /** Resolves when the sandbox is quiet at the instant its clock shows. */
  async function quiet(work: SandboxWork): Promise<Backlog & { now: Instant }> {
    for (;;) {
      await look(work)
      while (work.inHand.size > 0 && !isOver(work)) await watch(work, ownMs)
      if (isOver(work)) throw new Error(closed ? 'The dispatcher is closed.' : `There is no sandbox ${work.id}.`)
      const reading = await clocks.read(work.id)
      if (reading === undefined) continue
      const backlog = await store.backlog(work.id, reading.now, clock.now())
      const { due, claimed } = backlog
      if (due.length === 0 && claimed === 0 && work.inHand.size === 0) return { ...backlog, now: reading.now }
      if (work.inHand.size === 0) await watch(work, othersMs)
    }
  }

  async function step(work: SandboxWork, to: Instant): Promise<Backlog> {
    for (;;) {
      const { now, nextDueAt } = await quiet(work)
      if (to < now) throw new RangeError('A clock does not go back.')
      if (nextDueAt === undefined || nextDueAt > to) break
      await clocks.moveTo(work.id, nextDueAt)
    }
    await clocks.moveTo(work.id, to)
    return quiet(work)
  }

  function summaryOf(work: SandboxWork, { nextDueAt }: Backlog): Summary {
    return { ...takeHappened(work), ...(nextDueAt === undefined ? {} : { nextDueAt }) }
  }

  /** One at a time for each sandbox: two that move one clock would take each other's steps. */
  function inTurn<T>(work: SandboxWork, wait: () => Promise<T>): Promise<T> {
    const result = work.lastWait.then(wait)
    work.lastWait = result.catch(() => {})
    return result
  }

  /** What a last round has still claimed is handed back by its attempt, which finds that it is not wanted. */
  async function ended(): Promise<void> {
    await Promise.all([...works.values()].flatMap(work => work.rounds ?? []))
    await settled()
  }

  async function lookAtAll(): Promise<void> {
    for (const sandbox of await store.sandboxesWithDeliveries()) void look(workOf(sandbox))
  }

  return {
    async start() {
      await lookAtAll()
      if (pollMs === undefined || closed) return
      poll = setInterval(() => {
        lookAtAll().catch((error: unknown) => onFault?.({ during: 'looking', error }))
      }, pollMs).unref()
    },

    wake: sandbox => void look(workOf(sandbox)),

    settle(sandbox) {
      const work = workOf(sandbox)
      return inTurn(work, async () => summaryOf(work, await quiet(work)))
    },

    advance(sandbox, to) {
      const work = workOf(sandbox)
      return inTurn(work, async () => {
        await clocks.hold(sandbox)
        try {
          return summaryOf(work, await step(work, to))
        } finally {
          await clocks.release(sandbox)
          void look(work)
        }
      })
    },

    forget(sandbox) {
      const work = works.get(sandbox)
      if (work !== undefined) forget(work)
      works.delete(sandbox)
    },

    async close(withinMs = 11_000) {
      closed = true
      clearInterval(poll)
      for (const work of works.values()) {
        stopTimer(work)
        tellWatchers(work)
      }
      await Promise.race([ended(), pause(withinMs)])
    },
  }
}

function pause(ms: Duration): Promise<void> {
  return new Promise(resolve => void setTimeout(resolve, ms).unref())
}
