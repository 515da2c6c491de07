import { success } from '../core/index.ts'
import type { Clock } from '../core/index.ts'
import type { Store, StoredWebhook } from '../store/index.ts'
import { createAgencies } from './agencies/index.ts'
import type { Catalogue } from './catalogue.ts'
import type { OnChanges } from './changes.ts'
import { createDocuments } from './documents/index.ts'
import type { TemplateLimits } from './documents/index.ts'
import { createReports } from './reports/index.ts'
import { createClocks, createViews } from './sandboxes/index.ts'
import type { Clocks } from './sandboxes/index.ts'
import { createSections } from './sections/index.ts'
import type { Service } from './service.ts'
import { createAuthentication, createUserDescription } from './users/index.ts'

export interface ServiceDeps<Webhook extends StoredWebhook> {
  store: Store<Webhook>
  catalogue: Catalogue
  /** The machine's. */
  clock: Clock
  /** The sandboxes' clocks, when others set them as well; otherwise they derive from the machine's. */
  clocks?: Clocks
  /** Which of the catalogue's versions is simulated (REP-5) where the sandbox does not say. */
  serviceVersion: string
  limits: {
    defaultPageSize: number
    maximumPageSize: number
    /** No record of a section gets a higher id; any unless given. */
    records?: number
    /** Of what a document's template may use; what is not given is `templateLimits`. */
    template?: Partial<TemplateLimits>
  }
  onChanges?: OnChanges<Webhook>
}

/** The simulated service over a store whose sandboxes exist already. */
export function createService<Webhook extends StoredWebhook>(deps: ServiceDeps<Webhook>): Service {
  const { store, catalogue, clock, clocks = createClocks({ store, clock }), serviceVersion, limits, onChanges } = deps
  const describeUser = createUserDescription()
  const authentication = createAuthentication({ store, clocks, clock })
  const views = createViews({ store, catalogue, serviceVersion })
  const reports = createReports({ store, limits })
  const documents = createDocuments({ store, ...(limits.template === undefined ? {} : { limits: limits.template }) })
  const sections = createSections({ store, catalogue, clocks, onChanges, mostRecords: limits.records })
  const agencies = createAgencies({ registry: catalogue.registry })
  return {
    authenticate: authentication.authenticate,
    whoami: async (caller) => success(describeUser(caller.user)),
    runReport: async (caller, request) => reports.run(caller, request, await views.of(caller.sandbox)),
    async generateDocument(caller, request) {
      const { documents: known } = await views.of(caller.sandbox)
      return documents.generate(caller, request, { documents: known, now: await clocks.now(caller.sandbox) })
    },
    writeRecords: (caller, { operations }) => sections.write(caller, operations),
    enterRecords: (sandbox, { operations }) => sections.enter(sandbox, operations),
    validateTaxId: agencies.validateTaxId,
    validateVatId: agencies.validateVatId,
  }
}
