import { join } from 'node:path'
import { success } from '../../core/index.ts'
import type { JsonObject, Outcome, Problem } from '../../core/index.ts'
import { QueryRefused } from '../../store/index.ts'
import type { SandboxId, Store, StoredDefinition } from '../../store/index.ts'
import type { Catalogue, DocumentDefinition, ReportDefinition } from '../catalogue.ts'
import { createTemplateEngine } from '../documents/index.ts'
import { FixtureError, readDocumentDefinition, readReportDefinition } from '../fixtures/index.ts'
import { invalid, missing, noSandbox } from './refusals.ts'

/** Reports and documents of one sandbox, beside or instead of the fixtures'. Each refuses an unknown sandbox. */
export interface Definitions {
  /** As `readReportDefinition`; its SQL must run as well. One of the same id is replaced. */
  defineReport(sandbox: SandboxId, id: string, value: JsonObject): Promise<Outcome<ReportDefinition>>
  /** As `readDocumentDefinition`; its SQL must run as well. One of the same id is replaced. */
  defineDocument(sandbox: SandboxId, id: string, value: JsonObject): Promise<Outcome<DocumentDefinition>>
  /**
   * Runs what the fixtures' reports and documents ask, once, in a sandbox that has their sections; not when their stamp
   * says that it runs. Throws a `FixtureError` that names the files.
   */
  tryFixtures(sandbox: SandboxId): Promise<void>
  /** What was defined, in that order. */
  definitions(sandbox: SandboxId): Promise<Outcome<StoredDefinition[]>>
  /** The fixtures' own, if there is one, is there again. */
  removeDefinition(sandbox: SandboxId, kind: 'report' | 'document', id: string): Promise<Outcome<{ id: string }>>
}

export interface DefinitionsDeps {
  store: Pick<Store, 'sandbox' | 'transaction' | 'definitions' | 'page' | 'rows'>
  catalogue: Pick<Catalogue, 'serviceVersions' | 'sections' | 'reports' | 'documents' | 'untried'>
}

export function createDefinitions({ store, catalogue }: DefinitionsDeps): Definitions {
  async function put(sandbox: SandboxId, definition: StoredDefinition): Promise<void> {
    await store.transaction(sandbox, tx => tx.putDefinition(definition))
  }

  function reportFault(sandbox: SandboxId, report: ReportDefinition): Promise<Refused | undefined> {
    const { sql, order, columns } = report
    return refusedBy('/sql', async () => {
      const { rows: [first] } = await store.page(sandbox, { sql, parameters: {}, order, limit: 1, offset: 0 })
      const index = first === undefined ? -1 : columns.findIndex(({ name }) => first[name] === undefined)
      if (index === -1) return undefined
      return invalid(`/columns/${index}/name`, 'The SQL gives no such column.', 'the name of a column of the SELECT')
    })
  }

  async function documentFault(sandbox: SandboxId, { data }: DocumentDefinition): Promise<Refused | undefined> {
    for (const [index, { sql }] of data.entries()) {
      const fault = await refusedBy(`/data/${index}/sql`, async () => {
        await store.rows(sandbox, { sql, parameters: {}, limit: 1 })
        return undefined
      })
      if (fault !== undefined) return fault
    }
    return undefined
  }

  return {
    async defineReport(sandbox, id, value) {
      if ((await store.sandbox(sandbox)) === undefined) return noSandbox(sandbox)
      const report = readReportDefinition(id, value, catalogue)
      if (!report.ok) return report
      const fault = await reportFault(sandbox, report.value)
      if (fault !== undefined) return fault
      await put(sandbox, { kind: 'report', id, value })
      return report
    },

    async defineDocument(sandbox, id, value) {
      if ((await store.sandbox(sandbox)) === undefined) return noSandbox(sandbox)
      const document = readDocumentDefinition(id, value)
      if (!document.ok) return document
      const fault = (await templateFault(document.value)) ?? (await documentFault(sandbox, document.value))
      if (fault !== undefined) return fault
      await put(sandbox, { kind: 'document', id, value })
      return document
    },

    async tryFixtures(sandbox) {
      const { untried, reports, documents } = catalogue
      if (untried === undefined) return
      const problems: string[] = []
      const note = (file: string, fault: Refused | undefined) => {
        if (fault !== undefined) problems.push(`${join(untried, file)}:1:1: ${wordsOf(fault)}`)
      }
      for (const [id, report] of reports) note(`reports/${id}.sql`, await reportFault(sandbox, report))
      for (const [id, document] of documents) note(`documents/${id}.json`, await documentFault(sandbox, document))
      if (problems.length > 0) throw new FixtureError(problems)
    },

    async definitions(sandbox) {
      if ((await store.sandbox(sandbox)) === undefined) return noSandbox(sandbox)
      return success((await store.definitions(sandbox)).filter(({ kind }) => kind !== 'fault'))
    },

    async removeDefinition(sandbox, kind, id) {
      if ((await store.sandbox(sandbox)) === undefined) return noSandbox(sandbox)
      const isRemoved = await store.transaction(sandbox, tx => tx.deleteDefinition(kind, id))
      return isRemoved ? success({ id }) : missing(`${kind} that was defined as`, id)
    },
  }
}

async function templateFault({ template }: DocumentDefinition): Promise<Refused | undefined> {
  const fault = (await createTemplateEngine()).faultOf(template)
  if (fault === undefined) return undefined
  return invalid('/template', `The template cannot be read: line ${fault.line}: ${fault.message}`, 'a template in Liquid')
}

type Refused = { ok: false; problem: Problem }

function wordsOf({ problem }: Refused): string {
  const violations = problem.kind === 'invalid' ? problem.violations : []
  const said = violations.map(({ pointer, message, expected }) =>
    `${message.replace(/\.$/, '')}${pointer === '/sql' ? '' : ` (${pointer})`}${expected === undefined ? '' : `; ${expected} is expected`}`)
  return said[0] ?? problem.message
}

async function refusedBy(pointer: string, trial: () => Promise<Refused | undefined>): Promise<Refused | undefined> {
  try {
    return await trial()
  } catch (error) {
    if (!(error instanceof QueryRefused)) throw error
    return invalid(pointer, error.message, 'one SELECT over the views of the sections')
  }
}
