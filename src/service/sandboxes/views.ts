import type { SandboxId, Store, StoredDefinition, StoredSandbox } from '../../store/index.ts'
import type { Catalogue, DocumentDefinition, ReportDefinition } from '../catalogue.ts'
import { readDocumentDefinition, readReportDefinition } from '../fixtures/index.ts'

/** What a sandbox has in place of the catalogue's, or beside it. */
export interface SandboxView {
  /** The simulated version of the service (REP-5), one of the catalogue's. */
  serviceVersion: string
  reports: ReadonlyMap<string, ReportDefinition>
  documents: ReadonlyMap<string, DocumentDefinition>
}

export interface Views {
  /** Rejects when there is no such sandbox. */
  of(sandbox: SandboxId): Promise<SandboxView>
}

export interface ViewsDeps {
  store: Pick<Store, 'sandbox' | 'definitions'>
  catalogue: Pick<Catalogue, 'serviceVersions' | 'sections' | 'reports' | 'documents'>
  /** For sandboxes that do not say which. */
  serviceVersion: string
}

export function createViews({ store, catalogue, serviceVersion }: ViewsDeps): Views {
  const { serviceVersions, reports, documents } = catalogue
  // The store gives the same objects until the sandbox changes.
  const views = new WeakMap<StoredSandbox, SandboxView>()
  const defined = new WeakMap<readonly StoredDefinition[], Pick<SandboxView, 'reports' | 'documents'>>()

  /** A definition that no longer fits the fixtures, which may have changed since, is as good as absent. */
  function read(definitions: readonly StoredDefinition[]): Pick<SandboxView, 'reports' | 'documents'> {
    const own = { reports: new Map(reports), documents: new Map(documents) }
    for (const { kind, id, value } of definitions) {
      if (kind === 'report') {
        const report = readReportDefinition(id, value, catalogue)
        if (report.ok) own.reports.set(id, report.value)
      } else if (kind === 'document') {
        const document = readDocumentDefinition(id, value)
        if (document.ok) own.documents.set(id, document.value)
      }
    }
    return own
  }

  async function viewOf({ id, settings }: StoredSandbox): Promise<SandboxView> {
    const definitions = await store.definitions(id)
    const wanted = settings.serviceVersion
    const version = wanted !== undefined && serviceVersions.includes(wanted) ? wanted : serviceVersion
    if (definitions.length === 0) return { serviceVersion: version, reports, documents }
    const own = defined.get(definitions) ?? read(definitions)
    defined.set(definitions, own)
    return { serviceVersion: version, ...own }
  }

  return {
    async of(sandbox) {
      const about = await store.sandbox(sandbox)
      if (about === undefined) throw new Error(`There is no sandbox "${sandbox}".`)
      const before = views.get(about)
      if (before !== undefined) return before
      const view = await viewOf(about)
      views.set(about, view)
      return view
    },
  }
}
