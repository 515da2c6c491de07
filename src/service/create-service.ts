import { success } from '../core/index.ts'
import type { Clock } from '../core/index.ts'
import type { Store } from '../store/index.ts'
import { createAgencies } from './agencies/index.ts'
import type { Catalogue } from './catalogue.ts'
import { createDocuments } from './documents/index.ts'
import { createReports } from './reports/index.ts'
import { createSections } from './sections/index.ts'
import type { Service } from './service.ts'
import { createAuthentication, describeUser } from './users/index.ts'

export interface ServiceDeps {
  store: Store
  catalogue: Catalogue
  clock: Clock
  /** Which of the catalogue's versions is simulated (REP-5). */
  serviceVersion: string
  limits: { defaultPageSize: number; maximumPageSize: number }
}

/** The simulated service over a store whose sandboxes exist already. */
export function createService({ store, catalogue, clock, serviceVersion, limits }: ServiceDeps): Service {
  const authentication = createAuthentication({ store })
  const reports = createReports({ store, catalogue, serviceVersion, limits })
  const documents = createDocuments({ store, catalogue, clock })
  const sections = createSections({ store, catalogue, clock })
  const agencies = createAgencies({ registry: catalogue.registry })
  return {
    authenticate: authentication.authenticate,
    whoami: async (caller) => success(describeUser(caller.user)),
    runReport: reports.run,
    generateDocument: documents.generate,
    writeRecords: (caller, { operations }) => sections.write(caller, operations),
    validateTaxId: agencies.validateTaxId,
    validateVatId: agencies.validateVatId,
  }
}
