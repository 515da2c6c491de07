import { onTestFinished } from 'vitest'
import type { Fields, Instant } from '../../core/index.ts'
import type { Page, PageQuery, SectionShape, Seed, Store, StoredRecord, StoredUser } from '../port.ts'

export interface StoreOptions {
  sections: SectionShape[]
  /** Milliseconds that one query of a definition may take. */
  queryTimeLimit: number
}

/** Makes an empty store of the adapter under test. */
export type OpenStore = (options: StoreOptions) => Promise<Store>

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

/** A store that closes with the test, and in it the sandbox `main`. */
export async function startWith(open: OpenStore, seed: Partial<Seed> = {}): Promise<Store> {
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
