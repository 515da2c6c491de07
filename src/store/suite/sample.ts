import { onTestFinished } from 'vitest'
import type { Fields, Instant, RecordChanged } from '../../core/index.ts'
import type { Page, PageQuery, SectionShape, Store } from '../port.ts'
import type { Seed, StoredRecord, StoredUser, StoredWebhook } from '../sandbox.ts'

export interface StoreOptions {
  sections: SectionShape[]
  /** Milliseconds that one query of a definition may take. */
  queryTimeLimit: number
}

/** A webhook with a part that no store knows of. */
export interface SampleWebhook extends StoredWebhook {
  url: string
}

export interface SampleAttempt {
  number: number
  status: number
}

export type SampleStore = Store<SampleWebhook, SampleAttempt>

/** Makes an empty store of the adapter under test. */
export type OpenStore = (options: StoreOptions) => Promise<SampleStore>

/** Two sections, one of them with a list. */
export const sections: SectionShape[] = [
  {
    id: 'entities',
    columns: [
      { name: 'name', type: 'text' },
      { name: 'credit', type: 'number' },
      { name: 'visits', type: 'integer' },
      { name: 'active', type: 'boolean' },
    ],
    lists: [],
  },
  {
    id: 'invoices',
    columns: [
      { name: 'customer', type: 'integer' },
      { name: 'issued_on', type: 'text' },
    ],
    lists: [
      {
        name: 'lines',
        columns: [
          { name: 'item', type: 'text' },
          { name: 'amount', type: 'number' },
        ],
      },
    ],
  },
]

export const createdAt: Instant = Date.parse('2026-01-15T09:30:00.250Z')

export function entity(id: number, fields: Fields, state: Partial<StoredRecord> = {}): StoredRecord {
  return { section: 'entities', id, fields, eliminado: 0, createdAt, updatedAt: createdAt, ...state }
}

export function invoice(id: number, fields: Fields, state: Partial<StoredRecord> = {}): StoredRecord {
  return { ...entity(id, fields, state), section: 'invoices' }
}

export function seedOf(parts: Partial<Seed> = {}): Seed {
  return { users: [], records: [], files: [], counters: {}, ...parts }
}

export const clerk: StoredUser = {
  id: 7,
  login: 'clerk',
  name: 'Clara Clerk',
  email: 'clara@example.com',
  disabled: false,
  permissions: ['section:*:read', 'report:*'],
}

export function webhook(id: string, { inOrder = false, ...more }: Partial<SampleWebhook> & { inOrder?: boolean } = {}) {
  return { id, enabled: true, retries: { inOrder }, url: `http://127.0.0.1/${id}`, ...more }
}

export function eventOf(recordId: number): RecordChanged {
  return { kind: 'created', section: 'entities', recordId }
}

export function attemptOf(number: number, status = 200): SampleAttempt {
  return { number, status }
}

/** A store that closes with the test, and in it the sandbox `main`. */
export async function startWith(open: OpenStore, seed: Partial<Seed> = {}): Promise<SampleStore> {
  const store = await open({ sections, queryTimeLimit: 5000 })
  onTestFinished(() => store.close())
  await store.createSandbox('main', seedOf(seed))
  return store
}

/** The first 100 rows of the SQL, in the order of `id` unless another is given. */
export async function pageOf(
  store: Store,
  sql: string,
  query: Partial<PageQuery> = {},
  sandbox = 'main',
): Promise<Page> {
  return store.page(sandbox, {
    sql,
    parameters: {},
    order: [{ column: 'id', descending: false }],
    limit: 100,
    offset: 0,
    ...query,
  })
}

/** A promise that is settled from outside, to hold a transaction open. */
export function gate(): { opened: Promise<void>; open: () => void } {
  return (({ promise, resolve }) => ({ opened: promise, open: resolve }))(Promise.withResolvers<void>())
}
