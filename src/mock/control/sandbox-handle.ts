/** A sandbox as a program in the same process holds it. What is refused over HTTP is thrown here. */
import type { Fields, Instant, Outcome, RecordId, WriteOperation, WriteResult } from '../../core/index.ts'
import type { ClockReading, ClockSetting, IssuedKey } from '../../service/index.ts'
import type { DeliveryFilter, SandboxId, StoredRecord } from '../../store/index.ts'
import { parseDuration } from '../../webhooks/index.ts'
import type { Duration, Summary, Webhook } from '../../webhooks/index.ts'
import type { Fault, FaultConfiguration } from '../faults/index.ts'
import { answerQuestion, matchesFilter, showExchange } from '../journal/index.ts'
import type { JournalFilter, Question, Reply, ShownExchange } from '../journal/index.ts'
import type { ShownDelivery } from './deliveries.ts'
import type { Steering } from './steering.ts'
import type { FiredEvent } from './webhooks.ts'
import type { World } from './world.ts'

/** A sandbox was asked for what it cannot do; the message says what and why. */
export class SandboxRefused extends Error {
  override name = 'SandboxRefused'
}

/** `2h`, `1m30s`, `500ms`, or milliseconds. */
export type Time = string | Duration

export interface SandboxClock {
  now(): Promise<Date>
  read(): Promise<ClockReading>
  /** It stands still at `at`, or where it is. */
  freeze(at?: Date | Instant): Promise<ClockReading>
  /** It goes on from `at`, or from where it is. */
  run(at?: Date | Instant): Promise<ClockReading>
  /** As the machine's, or ahead of it. */
  set(setting: ClockSetting): Promise<ClockReading>
  /** By a length of time, or to a date; resolves when everything that became due has been tried. */
  advance(by: Time | Date): Promise<Summary>
}

/** A webhook as fixtures write it, except that its id and retries may be left out. */
export type WebhookConfiguration = {
  id?: string
  name?: string
  section: string
  on: { creation?: boolean; modification?: boolean; fields?: string[] }
  url: string
  token?: string
  enabled?: boolean
  payload?: 'thin' | 'full'
  retries?: string | string[] | Record<string, unknown>
  standardWebhooks?: { secret: string }
}

/** Waits are real time, 5 s unless given. */
export interface WaitOptions {
  within?: Time
}

export interface SandboxSteering {
  readonly id: SandboxId
  clock: SandboxClock
  /** As `writeRecords` would, by the first user. */
  write(operation: WriteOperation): Promise<WriteResult>
  record(section: string, id: number): Promise<StoredRecord>
  /** Puts a record as somebody in the console would who knows no rules. */
  putRecord(section: string, record: { id?: number; fields: Fields; eliminado?: 0 | 1 }): Promise<StoredRecord>
  webhook(configuration: WebhookConfiguration): Promise<Webhook>
  webhooks(): Promise<readonly Webhook[]>
  removeWebhook(id: string): Promise<boolean>
  /** Sends an event that no write has caused; gives the delivery's id. */
  fire(webhook: string, event: FiredEvent & { recordId: RecordId }): Promise<string>
  /** The oldest first. */
  deliveries(filter?: Partial<DeliveryFilter>): Promise<ShownDelivery[]>
  /** Gives the ids of those that are under way again. */
  redeliver(filter: Partial<DeliveryFilter>): Promise<string[]>
  settle(): Promise<Summary>
  waitForDelivery(filter?: Partial<DeliveryFilter>, options?: WaitOptions): Promise<ShownDelivery>
  waitForRequest(filter?: JournalFilter, options?: WaitOptions): Promise<ShownExchange>
  /** The oldest first; keys are taken out. */
  journal(filter?: JournalFilter): ShownExchange[]
  /** "Was it called with …?" */
  called(question: Question): Reply
  fault(configuration: FaultConfiguration): Promise<Fault & { remove(): Promise<boolean> }>
  clearFaults(): Promise<void>
  issueKey(login: string, expiresIn?: Time): Promise<IssuedKey>
  snapshot(name: string): Promise<void>
  restore(name: string): Promise<void>
}

export function createSandboxSteering(world: World, steering: Steering, id: SandboxId): SandboxSteering {
  const { sandboxes, clocks, journal, faults, webhooks, deliveries, contract } = world
  const set = async (setting: ClockSetting) => demand(await clocks.set(id, setting))
  const waitMs = ({ within = 5000 }: WaitOptions = {}) => durationOf(within)

  return {
    id,
    clock: {
      now: async () => new Date(await clocks.now(id)),
      async read() {
        const reading = await clocks.read(id)
        if (reading === undefined) throw new SandboxRefused(`There is no sandbox "${id}".`)
        return reading
      },
      freeze: (at) => set(at === undefined ? { kind: 'frozen' } : { kind: 'frozen', at: Number(at) }),
      run: (at) => set(at === undefined ? { kind: 'running' } : { kind: 'running', at: Number(at) }),
      set,
      advance: async (by) =>
        demand(await steering.advance(id, by instanceof Date ? { to: by.getTime() } : { by: durationOf(by) })),
    },

    async write(operation) {
      const [result] = demand(await steering.write(id, [operation])).results
      if (result === undefined) throw new Error('A write had no result.')
      return result
    },
    record: async (section, record) => demand(await sandboxes.record(id, section, record)),
    putRecord: async (section, record) => demand(await sandboxes.putRecord(id, section, record)),

    webhook: async (configuration) => demand(await webhooks.put(id, configuration)),
    webhooks: () => webhooks.list(id),
    removeWebhook: (webhook) => webhooks.remove(id, webhook),
    fire: async (webhook, event) => demand(await webhooks.fire(id, webhook, event)),

    deliveries: (filter) => deliveries.list(id, filter),
    redeliver: (filter) => deliveries.redeliver(id, filter),
    settle: async () => demand(await steering.settle(id)),
    waitForDelivery: async (filter = {}, options) => demand(await steering.waitForDelivery(id, filter, waitMs(options))),
    waitForRequest: async (filter = {}, options) => demand(await steering.waitForRequest(id, filter, waitMs(options))),

    journal: (filter = {}) => journal.entries(id).filter((entry) => matchesFilter(entry, filter)).map(showExchange),
    called: (question) => answerQuestion(contract, journal.entries(id), question),

    async fault(configuration) {
      const fault = demand(await faults.add(id, configuration))
      return { ...fault, remove: () => faults.remove(id, fault.id) }
    },
    clearFaults: () => faults.clear(id),

    async issueKey(login, expiresIn) {
      const user = demand(await sandboxes.users(id)).find((known) => known.login === login)
      if (user === undefined) throw new SandboxRefused(`There is no user "${login}" in this sandbox.`)
      const end = expiresIn === undefined ? {} : { expiresAt: (await clocks.now(id)) + durationOf(expiresIn) }
      return demand(await sandboxes.issueKey(id, user.id, end))
    },

    snapshot: async (name) => void demand(await sandboxes.takeSnapshot(id, name)),
    restore: async (name) => void demand(await steering.restore(id, name)),
  }
}

export function demand<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  throw new SandboxRefused(outcome.problem.message)
}

export function durationOf(time: Time): Duration {
  const duration = typeof time === 'number' ? time : parseDuration(time)
  if (duration !== undefined && Number.isInteger(duration) && duration >= 0) return duration
  throw new SandboxRefused(`${JSON.stringify(time)} is no length of time; write it like 500ms, 1m30s or 2h.`)
}
