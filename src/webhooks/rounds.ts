/** The dispatcher's rounds: look what is due in a sandbox, claim it, and have it delivered. */
import type { Clock, Instant } from '../core/index.ts'
import type { SandboxId } from '../store/index.ts'
import { deliver } from './deliver.ts'
import type { DeliverDeps } from './deliver.ts'
import type { Backlog, ClaimedDelivery, DeliveryStore } from './delivery-store.ts'
import type { Duration } from './duration.ts'
import { happenedIn } from './happened.ts'
import type { Happened } from './happened.ts'
import { createLanes } from './lanes.ts'
import { forget, remember, stopTimer, tellWatchers } from './sandbox-work.ts'
import { createSettler } from './settler.ts'
import type { SandboxWork } from './sandbox-work.ts'
import { targetOf } from './target.ts'
import type { Target } from './target.ts'
import type { Webhook } from './webhook.ts'

/** What went wrong beside the receivers: the dispatcher goes on, and tries again. */
export interface DispatcherFault {
  during: 'looking' | 'delivering'
  /** Absent when it concerns all of them. */
  sandbox?: SandboxId
  error: unknown
}

export interface RoundsDeps extends Omit<DeliverDeps, 'settler'> {
  store: DeliveryStore
  /** The machine's, for leases. */
  clock: Clock
  /** How many deliveries to one target are held at once. */
  perTarget: number
  leaseMs: Duration
  faultMs: Duration
  onHappened: ((happened: Happened) => void) | undefined
  onFault: ((fault: DispatcherFault) => void) | undefined
  workOf: (sandbox: SandboxId) => SandboxWork
  /** Whether nothing more is to be begun in the sandbox. */
  isOver: (work: SandboxWork) => boolean
}

export interface Rounds {
  /** Makes rounds until nobody has asked for another one. Never rejects: faults are told and tried again. */
  look(work: SandboxWork): Promise<void>
  /** Resolves when no delivery is under way. */
  settled(): Promise<void>
}

/** Node fires timers that are set for too long at once; besides, a look from time to time does no harm. */
const longestTimer: Duration = 600_000

/** How a claim ended: there was no room at the target, all was claimed that was ready, or perhaps not all. */
type ClaimEnd = 'noRoom' | 'all' | 'more'

/** Those that wait already come first, as they wait. */
function inTurn(due: readonly Webhook[], waiting: readonly Webhook[]): Webhook[] {
  const places = new Map(waiting.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: Webhook): number => places.get(id) ?? waiting.length
  return due.toSorted((a, b) => placeOf(a) - placeOf(b))
}

export function createRounds(deps: RoundsDeps): Rounds {
  const { store, clocks, clock, perTarget, leaseMs, faultMs, onHappened, onFault, workOf, isOver } = deps
  const settler = createSettler(store)
  let underWay = 0
  /** Called when nothing is under way. */
  const watchers: (() => void)[] = []
  const delivering: DeliverDeps = { ...deps, settler }
  const lanes = createLanes({ perTarget, offer: sandbox => goOn(workOf(sandbox)) })

  function look(work: SandboxWork): Promise<void> {
    work.wanted = 'all'
    work.rounds ??= makeRounds(work)
    return work.rounds
  }

  /** There is room again for what a look had found. */
  function goOn(work: SandboxWork): Promise<void> {
    work.wanted ??= 'rest'
    work.rounds ??= makeRounds(work)
    return work.rounds
  }

  async function makeRounds(work: SandboxWork): Promise<void> {
    while (work.wanted !== undefined && !isOver(work)) {
      const { wanted } = work
      work.wanted = undefined
      try {
        await makeRound(work, wanted)
      } catch (error) {
        onFault?.({ during: 'looking', sandbox: work.id, error })
        // What was found may be no longer so.
        work.rest = []
        lookIn(work, faultMs)
      }
    }
    work.rounds = undefined
  }

  async function makeRound(work: SandboxWork, wanted: 'all' | 'rest'): Promise<void> {
    const reading = await clocks.read(work.id)
    if (reading === undefined) {
      forget(work)
      return
    }
    const { now, runs } = reading
    if (wanted === 'all') {
      const backlog = await store.backlog(work.id, now, clock.now())
      planNext(work, backlog, runs ? now : undefined)
      work.rest = inTurn(backlog.due, work.rest)
    }
    const due = [...work.rest]
    const waiting: Webhook[] = []
    const served: Webhook[] = []
    // Once all is to be looked at, what was found may be no longer so; whose turn it is next remains.
    while (!isOver(work) && (wanted === 'all' || work.wanted !== 'all')) {
      const webhook = due.shift()
      if (webhook === undefined) break
      const end = await claimFor(work, webhook, now)
      if (end === 'noRoom') waiting.push(webhook)
      if (end === 'more') served.push(webhook)
    }
    work.rest = [...waiting, ...due, ...served]
  }

  /** A clock that stands still makes nothing due; what others claimed is left over if they die. */
  function planNext(work: SandboxWork, { claimed, nextDueAt }: Backlog, now: Instant | undefined): void {
    stopTimer(work)
    if (now !== undefined && nextDueAt !== undefined) lookIn(work, nextDueAt - now)
    if (claimed > work.inHand.size) lookIn(work, leaseMs)
  }

  /** Keeps the sooner of two times. */
  function lookIn(work: SandboxWork, ms: Duration): void {
    const wait = Math.min(ms, longestTimer)
    const at = clock.now() + wait
    if (isOver(work) || (work.timer !== undefined && work.timer.at <= at)) return
    stopTimer(work)
    const timeout = setTimeout(() => {
      work.timer = undefined
      void look(work)
    }, wait)
    work.timer = { timeout: timeout.unref(), at }
  }

  async function claimFor(work: SandboxWork, webhook: Webhook, now: Instant): Promise<ClaimEnd> {
    const target = targetOf(webhook.url)
    const { origin } = target
    const limit = lanes.reserve(origin)
    if (limit === 0) {
      lanes.queue(origin, work.id)
      return 'noRoom'
    }
    let claimed: ClaimedDelivery[] = []
    try {
      const machineNow = clock.now()
      const leaseUntil = machineNow + leaseMs
      claimed = await store.claim({ sandbox: work.id, webhook: webhook.id, now, limit, machineNow, leaseUntil })
    } finally {
      if (claimed.length === limit) lanes.queue(origin, work.id)
      else lanes.release(origin, limit - claimed.length)
    }
    if (work.forgotten) await handBack(work.id, claimed, origin)
    else for (const delivery of claimed) launch(work, webhook, delivery, target)
    return claimed.length === limit ? 'more' : 'all'
  }

  /** They are those of what the sandbox is now: whoever serves it may have them at once. */
  async function handBack(sandbox: SandboxId, claimed: readonly ClaimedDelivery[], origin: string): Promise<void> {
    lanes.release(origin, claimed.length)
    if (claimed.length === 0) return
    await store.settle(sandbox, claimed.map(delivery => ({ delivery, settlement: { state: 'handedBack' } })))
    void look(workOf(sandbox))
  }

  function launch(work: SandboxWork, webhook: Webhook, delivery: ClaimedDelivery, target: Target): void {
    // Its earlier lease has ended while it is still under way: it must not be sent twice at once.
    if (work.inHand.has(delivery.id)) {
      lanes.release(target.origin, 1)
      return
    }
    work.inHand.add(delivery.id)
    underWay += 1
    void make(work, webhook, delivery, target)
  }

  /** Never rejects. */
  async function make(work: SandboxWork, webhook: Webhook, delivery: ClaimedDelivery, target: Target): Promise<void> {
    const sandbox = work.id
    try {
      const settlement = await deliver(delivering, {
        sandbox,
        webhook,
        target,
        delivery,
        wanted: () => !isOver(work),
        forgotten: () => work.forgotten,
      })
      if (settlement === undefined || settlement.state === 'handedBack') return
      const happened = happenedIn(sandbox, webhook.id, delivery, settlement)
      remember(work, happened)
      // A retry has its own due time, and a later notification of the record may have waited for this one.
      if (settlement.state === 'waiting' || webhook.retries.inOrder) void look(work)
      onHappened?.(happened)
    } catch (error) {
      onFault?.({ during: 'delivering', sandbox, error })
      lookIn(work, faultMs)
    } finally {
      ended(work, delivery, target)
    }
  }

  function ended(work: SandboxWork, delivery: ClaimedDelivery, target: Target): void {
    work.inHand.delete(delivery.id)
    lanes.release(target.origin, 1)
    if (work.inHand.size === 0) tellWatchers(work)
    underWay -= 1
    if (underWay === 0) for (const resolve of watchers.splice(0)) resolve()
  }

  return {
    look,
    async settled() {
      if (underWay > 0) await new Promise<void>(resolve => void watchers.push(resolve))
    },
  }
}
