import { expect, test } from 'vitest'
import type { Principal } from '../../store/index.ts'
import { createSqliteStore } from '../../store/sqlite/index.ts'
import { loadCatalogue } from '../fixtures/index.ts'
import { createSections } from './index.ts'

test('every record of the fixtures can be written back whole and comes out as it went in', async () => {
  const catalogue = await loadCatalogue({ directory: 'fixtures' })
  const shapes = [...catalogue.sections.keys()].map((id) => ({ id, columns: [], lists: [] }))
  const store = createSqliteStore({ location: ':memory:', sections: shapes })
  await store.createSandbox('one', catalogue.seed)
  const sections = createSections({ store, catalogue, clocks: { nowIn: () => 0 } })
  const user = { id: 1, login: 'ana', name: 'Ana', email: 'ana@example.com', disabled: false }
  const caller: Principal = { sandbox: 'one', user: { ...user, permissions: ['section:*:write'] } }

  const present = catalogue.seed.records.filter(({ eliminado }) => eliminado === 0)
  expect(present.length).toBeGreaterThan(600)
  const operations = present.map(({ section, id, fields }) => ({ section, recordId: id, fields }))
  const outcome = await sections.write(caller, operations)
  const results = outcome.ok ? outcome.value.results : []
  expect(results.filter(({ outcome: done }) => done !== 'edited')).toEqual([])
  expect(results).toHaveLength(present.length)
  for (const record of present) expect(await store.record('one', record.section, record.id)).toEqual(record)
  await store.close()
})
