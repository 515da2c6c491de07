/** For the tests of this folder: the built-in fixtures in a store, service and sandboxes, on a clock that stands. */
import type { Outcome, ReportPage, Row } from '../../core/index.ts'
import type { Principal, Store, StoredWebhook } from '../../store/index.ts'
import { createSqliteStore } from '../../store/sqlite/index.ts'
import type { OnChanges } from '../changes.ts'
import { createService } from '../create-service.ts'
import { loadCatalogue, sectionShapes } from '../fixtures/index.ts'
import { createClocks, createSandboxes } from './index.ts'
import type { CreatedSandbox, NewSandboxRequest } from './index.ts'

/** 2026-11-02T09:00:00Z. */
export const start = Date.UTC(2026, 10, 2, 9)

export interface WorldOptions {
  /** In memory unless given. */
  location?: string
  onChanges?: OnChanges
}

/** The value of an outcome; fails the test when it is a refusal. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.problem.kind}: ${outcome.problem.message}`)
  return outcome.value
}

/** What an outcome refuses, and where. */
export function problemOf(outcome: Outcome<unknown>): string {
  if (outcome.ok) return 'none'
  const { problem } = outcome
  if (problem.kind !== 'invalid') return problem.kind
  return problem.violations.map(({ pointer }) => `invalid ${pointer}`).join(', ')
}

export async function createWorld({ location = ':memory:', onChanges }: WorldOptions = {}) {
  const catalogue = await loadCatalogue()
  const machine = { at: start }
  const clock = { now: () => machine.at }
  const store: Store = createSqliteStore<StoredWebhook>({ location, sections: sectionShapes(catalogue.sections) })
  const clocks = createClocks({ store, clock })
  const shared = { store, catalogue, clock, clocks, ...(onChanges === undefined ? {} : { onChanges }) }
  const sandboxes = createSandboxes({ ...shared, describeWebhook: ({ id, enabled }) => ({ id, enabled }) })
  const { defaultServiceVersion: serviceVersion } = catalogue
  const limits = { defaultPageSize: 50, maximumPageSize: 500 }
  const service = createService({ ...shared, serviceVersion, limits })

  async function create(from: NewSandboxRequest['from'], more: Omit<NewSandboxRequest, 'from'> = {}) {
    return valueOf(await sandboxes.create({ from, ...more }))
  }

  async function callerOf({ keys: [first] }: CreatedSandbox): Promise<Principal> {
    return valueOf(await service.authenticate(first?.key ?? ''))
  }

  return {
    catalogue, machine, store, clocks, sandboxes, service, create, callerOf,

    /** The first page of a report, as the sandbox's first user sees it. */
    async report(created: CreatedSandbox, id: string): Promise<ReportPage> {
      return valueOf(await service.runReport(await callerOf(created), { id, safeColumnNames: true }))
    },
    async rows(created: CreatedSandbox, id: string): Promise<readonly Row[]> {
      return (await this.report(created, id)).rows
    },
    async write(created: CreatedSandbox, section: string, fields: Record<string, string | number>, recordId?: number) {
      const operation = { section, fields, ...(recordId === undefined ? {} : { recordId }) }
      const { results } = valueOf(await service.writeRecords(await callerOf(created), { operations: [operation] }))
      return results[0]
    },
    [Symbol.asyncDispose]: () => store.close(),
  }
}
