/** The worlds that the keys lead to, for whoever administers them. */
import { success } from '../../core/index.ts'
import type { Clock, JsonValue, Outcome } from '../../core/index.ts'
import type {
  SandboxId, SandboxSettings, Store, StoredSandbox, StoredSnapshot, StoredWebhook,
} from '../../store/index.ts'
import type { Catalogue } from '../catalogue.ts'
import type { OnChanges } from '../changes.ts'
import { createAdministration } from './administration.ts'
import type { Administration } from './administration.ts'
import { createClocks } from './clocks.ts'
import type { Clocks } from './clocks.ts'
import { createCreation } from './creation.ts'
import type { Creation } from './creation.ts'
import { createDefinitions } from './definitions.ts'
import type { Definitions } from './definitions.ts'
import { createExport } from './export.ts'
import type { Export } from './export.ts'
import { createRecords } from './records.ts'
import type { Records } from './records.ts'
import { invalid, missing, noSandbox } from './refusals.ts'
import { createViews } from './views.ts'

export interface SandboxesDeps<Webhook extends StoredWebhook> {
  store: Store<Webhook>
  catalogue: Catalogue
  /** The machine's. */
  clock: Clock
  /** As `createService` has them; otherwise they derive from the machine's. */
  clocks?: Clocks
  /** For sandboxes that do not say which; the catalogue's default unless given. */
  serviceVersion?: string
  /** As `createService` has it. */
  onChanges?: OnChanges<Webhook>
  /** The configuration that a webhook is read from, as exports have it; they have no webhooks without. */
  describeWebhook?: (webhook: Webhook) => JsonValue
  /** How many sandboxes there may be, and the highest id of a record; any unless given. */
  limits?: { sandboxes?: number; records?: number }
}

/** What every method refuses: a sandbox that is not there, as `notFound`. */
export interface Sandboxes extends Creation, Administration, Definitions, Records, Export {
  get(id: SandboxId): Promise<Outcome<StoredSandbox>>
  /** In the order of their creation. */
  list(): Promise<StoredSandbox[]>
  /** It goes with everything in it. */
  remove(id: SandboxId): Promise<Outcome<StoredSandbox>>
  /** Removes those that have expired and gives their ids. Their keys open nothing from that instant on anyway. */
  removeExpired(): Promise<SandboxId[]>

  /** Keeps everything as it is now under a name, in place of what was kept under it. */
  takeSnapshot(id: SandboxId, name: string): Promise<Outcome<StoredSnapshot>>
  /** Makes everything what it was then: records, users and keys, webhooks and deliveries, clock and settings. */
  restoreSnapshot(id: SandboxId, name: string): Promise<Outcome<StoredSandbox>>
  snapshots(id: SandboxId): Promise<Outcome<StoredSnapshot[]>>
  removeSnapshot(id: SandboxId, name: string): Promise<Outcome<{ name: string }>>

  /** Whatever is not given stays. Refuses a version that the catalogue lacks as `invalid`. */
  changeSettings(id: SandboxId, change: Partial<Omit<SandboxSettings, 'clock'>>): Promise<Outcome<SandboxSettings>>
}

export function createSandboxes<Webhook extends StoredWebhook>(deps: SandboxesDeps<Webhook>): Sandboxes {
  const { store, catalogue, clock, clocks = createClocks({ store, clock }), onChanges, describeWebhook, limits = {} } = deps
  const { serviceVersion = catalogue.defaultServiceVersion } = deps
  const views = createViews({ store, catalogue, serviceVersion })

  async function get(id: SandboxId): Promise<Outcome<StoredSandbox>> {
    const sandbox = await store.sandbox(id)
    return sandbox === undefined ? noSandbox(id) : success(sandbox)
  }

  /** `work` is done with a sandbox that is there. */
  async function within<T>(id: SandboxId, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const found = await get(id)
    return found.ok ? work() : found
  }

  return {
    ...createCreation({ store, catalogue, clock, mostSandboxes: limits.sandboxes }),
    ...createAdministration({ store, clock, clocks }),
    ...createDefinitions({ store, catalogue }),
    ...createRecords({ store, catalogue, clocks, onChanges, mostRecords: limits.records }),
    ...createExport({ store, catalogue, views, describeWebhook }),

    get,
    list: () => store.sandboxes(),

    async remove(id) {
      const found = await get(id)
      if (!found.ok) return found
      return (await store.deleteSandbox(id)) ? found : noSandbox(id)
    },

    async removeExpired() {
      const now = clock.now()
      const expired = (await store.sandboxes()).filter(({ expiresAt }) => expiresAt !== undefined && expiresAt <= now)
      for (const { id } of expired) await store.deleteSandbox(id)
      return expired.map(({ id }) => id)
    },

    takeSnapshot: (id, name) => within(id, async () => {
      if (name.length === 0 || name.length > 120) {
        return invalid('/name', 'The name is empty or too long.', 'a text of 1 to 120 characters')
      }
      const takenAt = clock.now()
      await store.takeSnapshot(id, name, takenAt)
      return success({ name, takenAt })
    }),

    restoreSnapshot: (id, name) => within(id, async () =>
      ((await store.restoreSnapshot(id, name)) ? get(id) : missing('snapshot', name))),

    snapshots: id => within(id, async () => success(await store.snapshots(id))),

    removeSnapshot: (id, name) => within(id, async () =>
      ((await store.deleteSnapshot(id, name)) ? success({ name }) : missing('snapshot', name))),

    changeSettings: (id, change) => within(id, async () => {
      const { serviceVersion: wanted } = change
      if (wanted !== undefined && !catalogue.serviceVersions.includes(wanted)) {
        const expected = `one of ${catalogue.serviceVersions.join(', ')}`
        return invalid('/serviceVersion', 'There is no such version of the service.', expected)
      }
      return store.transaction(id, async tx => {
        const before = await tx.settings()
        const settings = { ...before, ...change, matching: { ...before.matching, ...change.matching } }
        await tx.putSettings(settings)
        return success(settings)
      })
    }),
  }
}
