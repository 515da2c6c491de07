/** A dispatcher with everything it needs, on real sockets and clocks that the test moves. */
import { systemClock } from '../../core/index.ts'
import type { RecordChanged } from '../../core/index.ts'
import { createDispatcher } from '../dispatcher.ts'
import type { DispatcherDeps } from '../dispatcher.ts'
import type { NotificationFormat } from '../outgoing-notification.ts'
import type { DispatcherFault } from '../rounds.ts'
import { assumedRetries } from '../retry-presets.ts'
import { createSender } from '../sender.ts'
import type { SenderDeps } from '../sender.ts'
import type { Webhook } from '../webhook.ts'
import { createManualClocks } from './manual-clocks.ts'
import { createMemoryDeliveryStore } from './memory-delivery-store.ts'
import { createReceivers } from './receivers.ts'

/** 2026-11-02T09:00:00Z, where every clock stands at first. */
export const start = Date.UTC(2026, 10, 2, 9)

/** The body has its event's properties, under their own names. */
export const plainFormat: NotificationFormat = {
  encode: ({ kind, section, recordId }) => ({
    headers: {},
    mediaType: 'application/json',
    body: { event: kind, section, id: recordId },
  }),
  check: () => [],
}

export function webhookTo(url: string, more: Partial<Webhook> = {}): Webhook {
  return {
    id: 'w1',
    section: 'entities',
    on: { creation: true, modification: false, fields: [] },
    url,
    enabled: true,
    payload: 'thin',
    retries: { ...assumedRetries.policy, delays: [] },
    ...more,
  }
}

export function eventOf(recordId: number): RecordChanged {
  return { kind: 'created', section: 'entities', recordId }
}

export interface WorldOptions {
  sender?: Partial<SenderDeps>
  dispatcher?: Partial<DispatcherDeps>
}

export async function createDispatchWorld({ sender: senderOptions, dispatcher: options }: WorldOptions = {}) {
  const receivers = createReceivers()
  const store = createMemoryDeliveryStore()
  const clocks = createManualClocks(start)
  const sender = createSender({ clock: systemClock, limitMs: 5000, ...senderOptions })
  await sender.prepare()
  const faults: DispatcherFault[] = []
  const deps: DispatcherDeps = {
    store,
    clocks,
    sender,
    format: plainFormat,
    clock: systemClock,
    faultMs: 10,
    onFault: fault => void faults.push(fault),
    ...options,
  }
  const dispatcher = createDispatcher(deps)

  return {
    receivers,
    store,
    clocks,
    sender,
    deps,
    dispatcher,
    faults,

    /** Events of records 1 to `count`, ready at `start`, for one webhook. */
    events(count: number, webhook: Webhook, sandbox = 'one'): void {
      store.putWebhook(sandbox, webhook)
      for (let id = 1; id <= count; id += 1) store.append(sandbox, webhook.id, eventOf(id), start)
    },

    /** What became of each delivery, and when it was tried, counted from `start`. */
    tries: (sandbox = 'one') => store.deliveries(sandbox).map(({ state, attempts }) => ({
      state,
      at: attempts.map(({ at }) => at - start),
      outcomes: attempts.map(({ attempt }) => attempt.outcome),
    })),

    async [Symbol.asyncDispose](): Promise<void> {
      await dispatcher.close(0)
      await sender.close()
      await receivers[Symbol.asyncDispose]()
    },
  }
}
