import type { Seed, StoredWebhook } from '../sandbox.ts'
import type { Database } from './database.ts'
import type { Files } from './files.ts'
import type { SectionTable } from './section-table.ts'
import type { Users } from './users.ts'

/** Fills sandboxes that are empty; the caller holds the transaction. */
export interface Seeding {
  sow(sandbox: number, seed: Seed, createdAt: number): void
}

export function createSeeding({
  database,
  sections,
  users,
  files,
  webhooks,
}: {
  database: Database
  sections: { of(section: string): SectionTable }
  users: Users
  files: Files
  webhooks: { put(sandbox: number, webhook: StoredWebhook): void }
}): Seeding {
  const bySection = new WeakMap<Seed['records'], Map<string, Seed['records']>>()
  function sectionsOf(records: Seed['records']): Map<string, Seed['records']> {
    const known = bySection.get(records) ?? Map.groupBy(records, ({ section }) => section)
    bySection.set(records, known)
    return known
  }
  const addCounter = database.prepare('insert into ensayo_counters(sandbox, name, last) values (?, ?, ?)')

  return {
    sow(sandbox, seed, createdAt) {
      for (const { user, keyHashes } of seed.users) {
        users.put(sandbox, user)
        for (const hash of keyHashes) users.addKey(sandbox, { hash, userId: user.id, createdAt })
      }
      for (const [section, records] of sectionsOf(seed.records)) sections.of(section).sow(sandbox, records)
      files.put(sandbox, seed.files)
      for (const [name, last] of Object.entries(seed.counters)) addCounter.run(sandbox, name, last)
      for (const webhook of seed.webhooks ?? []) webhooks.put(sandbox, webhook)
    },
  }
}
