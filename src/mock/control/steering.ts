/** What can be done to a sandbox from outside of the interface; each part of the mock that has to know is told. */
import { isInstant, success } from '../../core/index.ts'
import type { Instant, Outcome, WriteOperation, WriteResult } from '../../core/index.ts'
import type { CreatedSandbox, NewSandboxRequest } from '../../service/index.ts'
import type { DeliveryFilter, SandboxId, StoredSandbox } from '../../store/index.ts'
import type { Duration, Summary } from '../../webhooks/index.ts'
import { matchesFilter, showExchange } from '../journal/index.ts'
import type { JournalFilter, ShownExchange } from '../journal/index.ts'
import type { ShownDelivery } from './deliveries.ts'
import { invalid } from './refusals.ts'
import { waitFor } from './waiting.ts'
import type { World } from './world.ts'

/** By a length of time, or to an instant. */
export type Advance = { by: Duration } | { to: Instant }

export interface Steering {
  create(request: NewSandboxRequest): Promise<Outcome<CreatedSandbox>>
  restore(sandbox: SandboxId, snapshot: string): Promise<Outcome<StoredSandbox>>
  /**
   * Every attempt that is due on the way is made at exactly its own instant. Refused when the clock would go back, or
   * beyond what a clock can show.
   */
  advance(sandbox: SandboxId, advance: Advance): Promise<Outcome<Summary>>
  /** Resolves when nothing is due or under way, and says what happened since the last time. */
  settle(sandbox: SandboxId): Promise<Outcome<Summary>>
  /** Writes as the interface does, in the name of the sandbox's first user that is not disabled. */
  write(sandbox: SandboxId, operations: WriteOperation[]): Promise<Outcome<{ results: WriteResult[] }>>
  waitForDelivery(sandbox: SandboxId, filter: Partial<DeliveryFilter>, within: Duration): Promise<Outcome<ShownDelivery>>
  waitForRequest(sandbox: SandboxId, filter: JournalFilter, within: Duration): Promise<Outcome<ShownExchange>>
}

export function createSteering(world: World): Steering {
  const { store, service, sandboxes, clocks, dispatcher, journal, faults, deliveries } = world

  async function within<T>(sandbox: SandboxId, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const found = await sandboxes.get(sandbox)
    return found.ok ? work() : found
  }

  return {
    async create(request) {
      const created = await sandboxes.create(request)
      if (created.ok) await faults.load(created.value.sandbox.id)
      return created
    },

    async restore(sandbox, snapshot) {
      const restored = await sandboxes.restoreSnapshot(sandbox, snapshot)
      if (restored.ok) await faults.load(sandbox)
      return restored
    },

    advance: (sandbox, advance) =>
      within(sandbox, async () => {
        const now = await clocks.now(sandbox)
        const to = 'to' in advance ? advance.to : now + advance.by
        if (!isInstant(to)) {
          const pointer = 'to' in advance ? '/to' : '/by'
          return invalid(pointer, 'The clock cannot show that instant.', 'whole milliseconds, within the years 0001 to 9999')
        }
        if (to < now) {
          return invalid('/to', 'A clock that is advanced does not go back.', `${new Date(now).toISOString()} or later`)
        }
        // A clock that runs goes on until it is held.
        return success(await dispatcher.advance(sandbox, Math.max(to, await clocks.now(sandbox))))
      }),

    settle: (sandbox) => within(sandbox, async () => success(await dispatcher.settle(sandbox))),

    write: (sandbox, operations) =>
      within(sandbox, async () => {
        const users = await store.transaction(sandbox, (tx) => tx.users())
        const user = users.find((known) => !known.user.disabled)?.user
        if (user === undefined) return invalid('', 'The sandbox has no user in whose name to write.')
        return service.writeRecords({ sandbox, user }, { operations })
      }),

    waitForDelivery: (sandbox, filter, withinMs) =>
      within(sandbox, () =>
        waitFor({
          look: async () => (await deliveries.list(sandbox, { ...filter, limit: 1 }))[0],
          watch: (listener) => world.watchDeliveries((changed) => void (changed === sandbox && listener())),
          within: withinMs,
          what: 'such delivery',
        }),
      ),

    waitForRequest: (sandbox, filter, withinMs) =>
      within(sandbox, () =>
        waitFor({
          look: async () => {
            const found = journal.entries(sandbox).find((entry) => matchesFilter(entry, filter))
            return found && showExchange(found)
          },
          watch: (listener) => journal.watch((changed) => void (changed === sandbox && listener())),
          within: withinMs,
          what: 'such request',
        }),
      ),
  }
}
