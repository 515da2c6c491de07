/** A whole mock in this process: contract, store, service, webhooks and server put together. */
import { join } from 'node:path'
import { ContractError, loadContract, OverlayError } from '../contract/index.ts'
import type { Contract } from '../contract/index.ts'
import { systemClock } from '../core/index.ts'
import type { Clock, JsonValue } from '../core/index.ts'
import { FixtureError, loadCatalogue, sectionShapes } from '../service/index.ts'
import type { Catalogue, DemoKey, NewSandboxRequest } from '../service/index.ts'
import { packProblem } from './answers.ts'
import { createMockApp } from './app.ts'
import { writePacket } from './connection-fault.ts'
import { createControl, reachOf } from './control/index.ts'
import type { ControlAccess, Reach } from './control/index.ts'
import { createSandboxSteering, createSteering, demand, durationOf } from './control/index.ts'
import type { SandboxSteering, Time, WebhookConfiguration } from './control/index.ts'
import { createHealth } from './health/index.ts'
import { limitsOf } from './limits.ts'
import type { MockLimits } from './limits.ts'
import { createLogging } from './logging/index.ts'
import type { Logger } from './logging/index.ts'
import { createMetrics } from './metrics/index.ts'
import { tooManyConnections } from './request-fault.ts'
import { listen } from './server.ts'
import { StartRefused } from './start-refused.ts'
import { openStore } from './store-choice.ts'
import { createWorld } from './world.ts'

export interface MockOptions {
  /** Default 0: any free port. */
  port?: number
  /** Default 127.0.0.1. */
  host?: string
  /** A folder of fixtures to use instead of the built-in ones. */
  fixtures?: string
  /** The effective contract to speak; the bundled one when absent. */
  contract?: Contract | Promise<Contract>
  /** The machine's clock, from which those of the sandboxes derive; the real one when absent. */
  clock?: Clock
  /** Which version of the service to simulate (REP-5); the fixtures' default when absent. */
  serviceVersion?: string
  /** Of the default sandbox, beside those of the fixtures; texts are as `--webhook` takes them. */
  webhooks?: readonly (WebhookConfiguration | string)[]
  /** How webhooks are retried that do not say (GAP-HOOK-RETRIES): a policy's name, or delays such as `1s`. */
  retries?: string | string[]
  /** Hosts beside this machine that webhooks may be sent to: a name, an address, `*.example.com` or `*`; none unless given. */
  webhookHosts?: readonly string[]
  /** The same as the limit of that name. */
  keptDeliveries?: number
  /** Milliseconds of real time that a receiver has to answer in; 10 s unless given (HOOK-5). */
  sendLimitMs?: number
  /** What the control API asks for as a bearer token; needed when the mock listens beyond loopback. */
  controlToken?: string
  /** A folder of this process alone in which everything outlives it; in memory when absent. */
  data?: string
  /** The address of a PostgreSQL that any number of mocks share, instead of `data`; it may hold a password. */
  database?: string
  /** Milliseconds of real time after which a delivery that a dead process had begun is made by another; 60 s unless given. */
  leaseMs?: number
  /** Silent when absent. */
  logger?: Logger
  limits?: MockLimits
}

export interface SandboxOptions {
  /** What is in it at first: what the fixtures say unless given; an administrator alone; or what another has. */
  from?: 'fixtures' | 'empty' | { copyOf: string }
  name?: string
  /** Real time; it stays when absent. */
  expiresIn?: Time
  webhooks?: readonly WebhookConfiguration[]
}

/** A sandbox of its own, with what a client needs to reach it. */
export interface Sandbox extends SandboxSteering {
  /** The mock's base URL. */
  url: string
  /** The first user's key: a client under test changes nothing else. */
  key: string
  /** One for each user. */
  keys: readonly { key: string; login: string }[]
  /** Deletes it, with everything in it. */
  remove(): Promise<void>
}

/** The mock is at the same time its default sandbox. */
export interface Mock extends SandboxSteering {
  /** The base URL, without a trailing slash. */
  url: string
  /** The keys that the fixtures publish. */
  keys: readonly DemoKey[]
  /** Whether others than this machine can reach it. */
  reach: Reach
  /** Makes a sandbox that shares nothing with any other. */
  sandbox(options?: SandboxOptions): Promise<Sandbox>
  /** Ends it once the answers under way are sent; see `Server.close`. */
  close(graceMs?: number): Promise<void>
}

/** Real time. The keys of an expired sandbox open nothing before either; this gives its memory back. */
const sweepEvery = 30_000

/**
 * Starts a mock that shares nothing with any other in this process.
 * @throws StartRefused when the address, the fixtures, the contract, a webhook or the service version will not do
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = '127.0.0.1', clock = systemClock, controlToken, keptDeliveries } = options
  const limits = limitsOf({ ...(keptDeliveries === undefined ? {} : { keptDeliveries }), ...options.limits })
  const reach = await reachOf(host, controlToken)
  const logger = options.logger ?? createLogging({ level: 'silent' }).logger
  const fixtures = options.fixtures === undefined ? {} : { directory: options.fixtures }
  const loading = Promise.all([options.contract ?? loadContract(), loadCatalogue(fixtures)])
  const [contract, catalogue] = await asked(loading)
  const serviceVersion = knownVersion(catalogue, options.serviceVersion)

  let url = ''
  const metrics = createMetrics(Object.values(contract.operations).map(({ id }) => id))
  const retries: JsonValue | undefined = options.retries
  const { data, database, leaseMs, sendLimitMs } = options
  const choice = { ...(data === undefined ? {} : { data }), ...(database === undefined ? {} : { database }) }
  const store = await openStore(choice, sectionShapes(catalogue.sections), limits.reportMs, (error) => {
    logger.error({ err: error }, 'the database')
  })
  const { world, interference, close: closeWorld, start } = await orClose(store, () =>
    createWorld({
      store,
      shared: database !== undefined,
      ...(data === undefined ? {} : { journalFile: join(data, 'journal.ndjson') }),
      ...(leaseMs === undefined ? {} : { leaseMs }),
      ...(sendLimitMs === undefined ? {} : { sendLimitMs }),
      limits,
      webhookHosts: options.webhookHosts ?? [],
      onHappened: metrics.happened,
      contract,
      catalogue,
      clock,
      logger,
      serviceVersion,
      baseUrl: () => url,
      ...(retries === undefined ? {} : { retries }),
    }),
  )
  try {
    const health = createHealth({ store })
    await asked(start(options.webhooks ?? []))
    health.begun()
    const { journal, service, sandboxes, defaultSandbox } = world
    const steering = createSteering(world)
    const access: ControlAccess = { reach, ...(controlToken === undefined ? {} : { token: controlToken }) }
    const app = createMockApp({
      contract,
      service,
      logger,
      journal,
      interference,
      defaultSandbox,
      control: createControl({ world, steering, access }),
      demoKeys: catalogue.demoKeys,
      limits,
      health,
      metrics,
      access,
      queued: () => store.queued(),
    })
    const sweep = setInterval(() => {
      sandboxes.removeExpired().catch((error: unknown) => logger.error({ err: error }, 'expired sandboxes stay'))
    }, sweepEvery).unref()
    app.addHook('onClose', async () => {
      clearInterval(sweep)
      await closeWorld()
    })
    const refusedConnection = packProblem(contract, tooManyConnections(limits.connections))
    const server = await listen(app, {
      host,
      port,
      connections: limits.connections,
      refuse: (socket) => writePacket(socket, refusedConnection),
    })
    ;({ url } = server)
    return {
      ...createSandboxSteering(world, steering, defaultSandbox),
      url,
      keys: catalogue.demoKeys,
      reach,
      close(graceMs) {
        health.closing()
        return server.close(graceMs)
      },

      async sandbox({ webhooks = [], ...about } = {}) {
        const { sandbox, keys } = demand(await steering.create(requestOf(about)))
        const handle = createSandboxSteering(world, steering, sandbox.id)
        for (const webhook of webhooks) await handle.webhook(webhook)
        const remove = async () => void demand(await sandboxes.remove(sandbox.id))
        return { ...handle, url, key: keys[0]?.key ?? '', keys, remove }
      },
    }
  } catch (error) {
    await closeWorld()
    throw error
  }
}

/** Nothing stays open, and no file locked, when what it was opened for cannot be made. */
async function orClose<T>(store: { close(): Promise<void> }, make: () => T): Promise<T> {
  try {
    return make()
  } catch (error) {
    await store.close()
    throw error
  }
}

function requestOf({ from = 'fixtures', name, expiresIn }: Omit<SandboxOptions, 'webhooks'>): NewSandboxRequest {
  return {
    from: typeof from === 'string' ? { kind: from } : { kind: 'copy', of: from.copyOf },
    ...(name === undefined ? {} : { name }),
    ...(expiresIn === undefined ? {} : { expiresIn: durationOf(expiresIn) }),
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
