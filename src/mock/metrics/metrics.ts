/** What the mock counts of itself, for Prometheus. */
import type { Histogram, Registry } from 'prom-client'
import type { OperationId } from '../../core/index.ts'
import type { Happened } from '../../webhooks/index.ts'

export interface Metrics {
  /** An answer was sent; `operation` is undefined where the request belongs to none. On every request's way. */
  observed(operation: OperationId | undefined, status: number, milliseconds: number): void
  happened(happened: Happened): void
  /** Everything as text, with its media type. `queued` says how many deliveries are not over. */
  exposition(queued: () => Promise<number>): Promise<{ mediaType: string; text: string }>
}

const classes = 6
/** Seconds. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** So many durations wait at most for the library: it is loaded when somebody looks, or when there are so many. */
const mostPending = 2048

interface Loaded {
  registry: Registry
  durations: Histogram<'operation'>
}

/**
 * Counts in plain numbers and lists, which the library reads when somebody looks: it would cost a request twenty times
 * as much, and the mock's start a tenth of its time.
 */
export function createMetrics(operations: readonly OperationId[]): Metrics {
  // Bounded by the contract: no path, key, sandbox or webhook is ever a label.
  const names = [...operations, 'none'] as const
  const none = names.length - 1
  const indices = new Map<OperationId | undefined, number>(operations.map((name, index) => [name, index]))
  const answers = new Float64Array(names.length * classes)
  const attempts = new Map<string, number>()
  const ended = new Map<string, number>()
  let pending: number[] = []
  let loading: Promise<Loaded> | undefined
  let queuedNow: () => Promise<number> = async () => 0

  async function load(): Promise<Loaded> {
    const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
    const registry = new Registry()
    const registers = [registry]
    collectDefaultMetrics({ register: registry })
    new Counter({
      name: 'ensayo_requests_total',
      help: 'Answers by operation of the contract and class of their status; "none" is what belongs to no operation.',
      labelNames: ['operation', 'status'],
      registers,
      collect() {
        this.reset()
        for (const [index, count] of answers.entries()) {
          const operation = names[Math.floor(index / classes)] ?? 'none'
          if (count > 0) this.inc({ operation, status: `${index % classes}xx` }, count)
        }
      },
    })
    new Counter({
      name: 'ensayo_delivery_attempts_total',
      help: 'Attempts to deliver a notification, by what became of them.',
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset()
        for (const [outcome, count] of attempts) this.inc({ outcome }, count)
      },
    })
    new Counter({
      name: 'ensayo_deliveries_total',
      help: 'Deliveries that are over, by how they ended.',
      labelNames: ['state'],
      registers,
      collect() {
        this.reset()
        for (const [state, count] of ended) this.inc({ state }, count)
      },
    })
    new Gauge({
      name: 'ensayo_deliveries_queued',
      help: 'Deliveries that are not over, in all sandboxes.',
      registers,
      async collect() {
        // Without a database there is no number, and what else is known is told all the same.
        const depth = await queuedNow().catch(() => Number.NaN)
        this.set(depth)
      },
    })
    const durations = new Histogram({
      name: 'ensayo_request_duration_seconds',
      help: 'From the arrival of a request’s head until its answer is made, by operation of the contract.',
      labelNames: ['operation'],
      buckets,
      registers,
    })
    return { registry, durations }
  }

  async function flush(): Promise<Loaded> {
    loading ??= load()
    const loaded = await loading
    const observed = pending
    pending = []
    for (let at = 0; at + 1 < observed.length; at += 2) {
      loaded.durations.observe({ operation: names[observed[at] ?? none] ?? 'none' }, observed[at + 1] ?? 0)
    }
    return loaded
  }

  function add(counts: Map<string, number>, name: string): void {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }

  return {
    observed(operation, status, milliseconds) {
      const index = indices.get(operation) ?? none
      const at = index * classes + Math.floor(status / 100)
      answers[at] = (answers[at] ?? 0) + 1
      if (pending.push(index, milliseconds / 1000) === mostPending * 2) void flush()
    },

    happened({ state, attempt }) {
      if (attempt !== undefined) add(attempts, attempt.outcome.outcome)
      if (state !== 'waiting') add(ended, state)
    },

    async exposition(queued) {
      queuedNow = queued
      const { registry } = await flush()
      return { mediaType: registry.contentType, text: await registry.metrics() }
    },
  }
}
