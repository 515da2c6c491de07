/** Many notifications: at a rate, or as fast as the receiver takes them. */
import type { Instant, RecordChanged } from '../../../core/index.ts'
import type { AttemptOutcome } from '../../../webhooks/index.ts'
import { deliver } from './delivery.ts'
import type { DeliveryDeps, DeliveryEnd } from './delivery.ts'
import { createGate } from './gate.ts'
import { createLatencies } from './latencies.ts'
import type { Latencies } from './latencies.ts'
import { pauseUntil } from './pause.ts'

export interface Load {
  count: number
  /** A second; undefined for as fast as possible. */
  rate: number | undefined
  /** Attempts under way at the same moment, at most. */
  concurrency: number
}

export interface LoadState {
  begun: number
  ends: Record<DeliveryEnd, number>
  attempts: number
  outcomes: Record<AttemptOutcome['outcome'], number>
  /** How often each failure was seen, in words. */
  failures: Map<string, number>
  /** Of attempts that were answered, whatever the answer. */
  latencies: Latencies
  /** Milliseconds since the first began. */
  lasted: number
  /** By how many milliseconds the latest one began later than the rate asks for, at most. */
  behind: number
}

export interface LoadDeps extends Omit<DeliveryDeps, 'enter'> {
  nextEvent: (at: Instant) => RecordChanged
  /** One line about a failed attempt. */
  describe: (attempt: AttemptOutcome & { answer?: { body: string } }) => string
  /** Called now and then with what there is so far. */
  onProgress: (state: LoadState) => void
}

const progressMs = 200

/** Different failures beyond this are counted as one. */
const mostFailures = 20

/** Begins one after another and resolves when all are over, or what is under way when it was stopped. */
export async function runLoad({ count, rate, concurrency }: Load, deps: LoadDeps): Promise<LoadState> {
  const { clock, stop, nextEvent, describe, onProgress } = deps
  const state: LoadState = {
    begun: 0,
    ends: { accepted: 0, notAccepted: 0, interrupted: 0 },
    attempts: 0,
    outcomes: { delivered: 0, rejected: 0, timedOut: 0, unreachable: 0 },
    failures: new Map(),
    latencies: createLatencies(),
    lasted: 0,
    behind: 0,
  }
  const enter = createGate(concurrency)
  const underWay = new Set<Promise<void>>()
  const started = clock.now()
  const startedAt = performance.now()
  const fault = new AbortController()
  const halted = AbortSignal.any([stop, fault.signal])
  let thrown: unknown

  const progress = setInterval(() => {
    state.lasted = performance.now() - startedAt
    onProgress(state)
  }, progressMs)

  async function one(event: RecordChanged, id: string, leave: () => void): Promise<void> {
    // Its first attempt has its place already: none is begun without one, so that a load needs little memory.
    const places = [async () => leave]
    const end = await deliver(event, id, ({ attempt, tookMs }) => countTry(attempt, tookMs), {
      ...deps,
      stop: halted,
      enter: () => (places.pop() ?? enter)(),
    })
    state.ends[end] += 1
  }

  function countTry(attempt: Parameters<typeof describe>[0], tookMs: number): void {
    state.attempts += 1
    state.outcomes[attempt.outcome] += 1
    if (attempt.outcome === 'delivered' || attempt.outcome === 'rejected') state.latencies.add(tookMs)
    if (attempt.outcome === 'delivered') return
    const text = describe(attempt)
    const key = state.failures.has(text) || state.failures.size < mostFailures ? text : 'others'
    state.failures.set(key, (state.failures.get(key) ?? 0) + 1)
  }

  try {
    for (let index = 0; index < count && !halted.aborted; index += 1) {
      const due = rate === undefined ? undefined : started + (index * 1000) / rate
      if (due !== undefined) await pauseUntil(due, { clock, stop: halted })
      const leave = await enter()
      if (due !== undefined) state.behind = Math.max(state.behind, clock.now() - due)
      if (halted.aborted) break
      state.begun += 1
      const task = one(nextEvent(clock.now()), `fire-${index + 1}`, leave)
        .catch((error: unknown) => {
          thrown ??= error
          fault.abort()
        })
        .finally(() => underWay.delete(task))
      underWay.add(task)
    }
    await Promise.all(underWay)
  } finally {
    clearInterval(progress)
  }
  if (thrown !== undefined) throw thrown
  state.lasted = performance.now() - startedAt
  return state
}
