/** The dispatcher's store in memory: every rule of the port in the fewest words, for tests. */
import { setImmediate as soon } from 'node:timers/promises'
import type { Instant, RecordChanged } from '../../core/index.ts'
import type { AttemptRecord } from '../attempt.ts'
import type { Claim, ClaimedDelivery, DeliveryStore, Settlement, SwitchOff } from '../delivery-store.ts'
import type { Webhook } from '../webhook.ts'

export interface StoredDelivery {
  id: string
  sandbox: string
  webhook: string
  event: RecordChanged
  state: 'waiting' | 'claimed' | 'delivered' | 'exhausted' | 'unsendable' | 'cancelled'
  dueAt: Instant
  leaseUntil: Instant
  attempts: AttemptRecord[]
  /** How many attempts there were when it was sent again. */
  before: number
}

export interface MemoryDeliveryStore extends DeliveryStore {
  putWebhook(sandbox: string, webhook: Webhook): void
  webhook(sandbox: string, id: string): Webhook | undefined
  /** Cancels what it has not delivered. */
  removeWebhook(sandbox: string, id: string): void
  /** All of a webhook that are not claimed, if there is such a webhook. */
  redeliver(sandbox: string, webhook: string, dueAt: Instant): string[]
  /** As the transaction of a write would: ready at once, unless a time is given. */
  append(sandbox: string, webhook: string, event: RecordChanged, dueAt: Instant): string
  deliveries(sandbox?: string): readonly StoredDelivery[]
  drop(sandbox: string): void
}

export function createMemoryDeliveryStore(): MemoryDeliveryStore {
  const webhooks = new Map<string, { webhook: Webhook; failures: number }>()
  let rows: StoredDelivery[] = []
  const keyOf = (sandbox: string, webhook: string): string => `${sandbox}/${webhook}`
  const hookOf = (row: StoredDelivery) => webhooks.get(keyOf(row.sandbox, row.webhook))
  const isOpen = (row: StoredDelivery): boolean => row.state === 'waiting' || row.state === 'claimed'

  function isBlocked(row: StoredDelivery): boolean {
    if (hookOf(row)?.webhook.retries.inOrder !== true) return false
    const first = rows.find(other =>
      isOpen(other) && other.sandbox === row.sandbox && other.webhook === row.webhook
      && other.event.section === row.event.section && other.event.recordId === row.event.recordId)
    return first !== row
  }

  function isFree(row: StoredDelivery, machineNow: Instant): boolean {
    const free = row.state === 'waiting' || (row.state === 'claimed' && row.leaseUntil <= machineNow)
    return free && hookOf(row)?.webhook.enabled === true && !isBlocked(row)
  }

  function switchOff(hook: { webhook: Webhook; failures: number }, rule: SwitchOff | undefined): void {
    hook.failures += 1
    if (rule?.kind === 'now' || (rule?.kind === 'afterFailures' && hook.failures >= rule.failures)) {
      hook.webhook = { ...hook.webhook, enabled: false }
    }
  }

  function change(row: StoredDelivery, settlement: Settlement, ours: boolean): void {
    if (settlement.state === 'handedBack') {
      if (ours) row.state = 'waiting'
      return
    }
    if (ours || (settlement.state === 'delivered' && isOpen(row))) row.state = settlement.state
    if (settlement.state === 'unsendable') return
    row.attempts.push(structuredClone(settlement.attempt))
    if (ours && settlement.state === 'waiting') row.dueAt = settlement.dueAt
    const hook = hookOf(row)
    if (hook === undefined) return
    if (settlement.state === 'delivered') hook.failures = 0
    else switchOff(hook, settlement.switchOff)
  }

  return {
    async sandboxesWithDeliveries() {
      await soon()
      return [...new Set(rows.filter(isOpen).map(row => row.sandbox))]
    },

    async backlog(sandbox, now, machineNow) {
      await soon()
      const mine = rows.filter(row => row.sandbox === sandbox)
      const free = mine.filter(row => isFree(row, machineNow))
      const due = new Set(free.filter(row => row.dueAt <= now).map(row => hookOf(row)?.webhook))
      const later = free.filter(row => row.dueAt > now).map(row => row.dueAt)
      return {
        due: [...due].filter(webhook => webhook !== undefined),
        claimed: mine.filter(row => row.state === 'claimed' && row.leaseUntil > machineNow).length,
        ...(later.length === 0 ? {} : { nextDueAt: Math.min(...later) }),
      }
    },

    async claim({ sandbox, webhook, now, limit, machineNow, leaseUntil }: Claim): Promise<ClaimedDelivery[]> {
      await soon()
      const ready = rows.filter(row =>
        row.sandbox === sandbox && row.webhook === webhook && row.dueAt <= now && isFree(row, machineNow))
      return ready.toSorted((a, b) => a.dueAt - b.dueAt).slice(0, limit).map(row => {
        row.state = 'claimed'
        row.leaseUntil = leaseUntil
        const { id, event, attempts } = row
        return { id, webhook, messageId: `msg_${id}`, event: structuredClone(event), attempts: attempts.length - row.before, leaseUntil }
      })
    },

    async settle(sandbox, settled) {
      await soon()
      for (const { delivery, settlement } of settled) {
        const row = rows.find(found => found.sandbox === sandbox && found.id === delivery.id)
        if (row === undefined) continue
        change(row, settlement, row.state === 'claimed' && row.leaseUntil === delivery.leaseUntil)
      }
    },

    putWebhook: (sandbox, webhook) => void webhooks.set(keyOf(sandbox, webhook.id), { webhook, failures: 0 }),
    webhook: (sandbox, id) => webhooks.get(keyOf(sandbox, id))?.webhook,
    removeWebhook(sandbox, id) {
      if (!webhooks.delete(keyOf(sandbox, id))) return
      for (const row of rows) if (row.sandbox === sandbox && row.webhook === id && isOpen(row)) row.state = 'cancelled'
    },
    redeliver(sandbox, webhook, dueAt) {
      const again = rows.filter(row => row.sandbox === sandbox && row.webhook === webhook && row.state !== 'claimed')
      if (!webhooks.has(keyOf(sandbox, webhook))) return []
      for (const row of again) Object.assign(row, { state: 'waiting', dueAt, before: row.attempts.length })
      return again.map(({ id }) => id)
    },

    append(sandbox, webhook, event, dueAt) {
      const id = String(rows.length + 1)
      rows.push({ id, sandbox, webhook, event, state: 'waiting', dueAt, leaseUntil: 0, attempts: [], before: 0 })
      return id
    },

    deliveries: sandbox => rows.filter(row => sandbox === undefined || row.sandbox === sandbox),
    drop: sandbox => (rows = rows.filter(row => row.sandbox !== sandbox)),
  }
}
