/** A whole mock in this process: contract, store, service and server put together. */
import { ContractError, loadContract, OverlayError } from '../contract/index.ts'
import type { Contract } from '../contract/index.ts'
import { systemClock } from '../core/index.ts'
import type { Clock } from '../core/index.ts'
import { createService, FixtureError, loadCatalogue, sectionShapes } from '../service/index.ts'
import type { Catalogue, DemoKey } from '../service/index.ts'
import { createSqliteStore } from '../store/sqlite/index.ts'
import { createMockApp } from './app.ts'
import type { MockLimits } from './app.ts'
import { createLogging } from './logging/index.ts'
import type { Logger } from './logging/index.ts'
import { listen } from './server.ts'
import { StartRefused } from './start-refused.ts'

export interface MockOptions {
  /** Default 0: any free port. */
  port?: number
  /** Default 127.0.0.1. */
  host?: string
  /** A folder of fixtures to use instead of the built-in ones. */
  fixtures?: string
  /** The effective contract to speak; the bundled one when absent. */
  contract?: Contract | Promise<Contract>
  /** What the mock takes for now; the machine's clock when absent. */
  clock?: Clock
  /** Which version of the service to simulate (REP-5); the fixtures' default when absent. */
  serviceVersion?: string
  /** Silent when absent. */
  logger?: Logger
  limits?: MockLimits
}

export interface Mock {
  /** The base URL, without a trailing slash. */
  url: string
  /** The keys that the fixtures publish. */
  keys: readonly DemoKey[]
  /** Ends it once the answers under way are sent; see `Server.close`. */
  close(graceMs?: number): Promise<void>
}

/** One sandbox for everybody who has a key of the fixtures. */
const sandbox = 'default'
/** Where the contract has no default or maximum for a page's size (GAP-PAGING). */
const pageLimits = { defaultPageSize: 50, maximumPageSize: 500 }

/**
 * Starts a mock that shares nothing with any other in this process.
 * @throws StartRefused when the address, the fixtures, the contract or the service version will not do
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = '127.0.0.1', limits = {} } = options
  const logger = options.logger ?? createLogging({ level: 'silent' }).logger
  const fixtures = options.fixtures === undefined ? {} : { directory: options.fixtures }
  const loading = Promise.all([options.contract ?? loadContract(), loadCatalogue(fixtures)])
  const [contract, catalogue] = await asked(loading)
  const serviceVersion = knownVersion(catalogue, options.serviceVersion)

  const store = createSqliteStore({ location: ':memory:', sections: sectionShapes(catalogue.sections) })
  try {
    await store.createSandbox(sandbox, catalogue.seed)
    const clock = options.clock ?? systemClock
    const service = createService({ store, catalogue, clock, serviceVersion, limits: pageLimits })
    const app = createMockApp({ contract, service, logger, demoKeys: catalogue.demoKeys, limits })
    app.addHook('onClose', () => store.close())
    const server = await listen(app, { host, port })
    return { url: server.url, keys: catalogue.demoKeys, close: server.close }
  } catch (error) {
    await store.close()
    throw error
  }
}

async function asked<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof FixtureError || error instanceof ContractError || error instanceof OverlayError) {
      throw new StartRefused(error.message, { cause: error })
    }
    throw error
  }
}

function knownVersion(catalogue: Catalogue, wanted: string | undefined): string {
  if (wanted === undefined) return catalogue.defaultServiceVersion
  if (catalogue.serviceVersions.includes(wanted)) return wanted
  const versions = catalogue.serviceVersions.join(', ')
  throw new StartRefused(`the service version ${wanted} is unknown; there are ${versions}`)
}
