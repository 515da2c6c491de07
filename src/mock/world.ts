/** What stands behind the edge of one mock, from its store to the sender of its webhooks. */
import type { Contract } from '../contract/index.ts'
import type { Clock, JsonValue, Outcome } from '../core/index.ts'
import { createClocks, createSandboxes, createService } from '../service/index.ts'
import type { Catalogue } from '../service/index.ts'
import type { SandboxId, Store } from '../store/index.ts'
import { createDispatcher, createSender, createTargetPolicy, describeWebhook } from '../webhooks/index.ts'
import type { AttemptRecord, Happened, TargetPolicy, Webhook } from '../webhooks/index.ts'
import { createDeliveries, createWebhooks, freeId } from './control/index.ts'
import type { WebhookConfiguration, World } from './control/index.ts'
import { createDeliveryKeeping } from './delivery-keeping.ts'
import { createExpressible, createFaults, createInterference } from './faults/index.ts'
import { createJournal, keepInFile } from './journal/index.ts'
import type { Limits } from './limits.ts'
import type { Logger } from './logging/index.ts'
import { appendNotifications } from './outbox.ts'
import { StartRefused } from './start-refused.ts'

export interface WorldDeps {
  /** Ends with the world. */
  store: Store<Webhook, AttemptRecord>
  /** Where the journal outlives the process; in memory alone when absent. */
  journalFile?: string
  /** Whether other processes write to the store as well. */
  shared?: boolean
  contract: Contract
  catalogue: Catalogue
  /** The machine's. */
  clock: Clock
  logger: Logger
  serviceVersion: string
  baseUrl(): string
  limits: Limits
  /** Hosts beside this machine that webhooks may be sent to; see `createTargetPolicy`. */
  webhookHosts: readonly string[]
  /** Told of each attempt of a delivery, once it is stored. */
  onHappened(happened: Happened): void
  /** Real time that a receiver has to answer in; 10 s unless given (HOOK-5). */
  sendLimitMs?: number
  /** Of webhooks that do not say; the assumed policy when absent. */
  retries?: JsonValue
  /** Real time after which what a process that died had claimed is taken up by another; see the dispatcher. */
  leaseMs?: number
}

/** One sandbox for everybody who has a key of the fixtures. */
const defaultSandbox = 'default'
/** Where the contract has no default for a page's size (GAP-PAGING). */
const defaultPageSize = 50
/** Real time. The sender's library takes some 100 ms to load, in which nothing is answered: not while one waits for the start. */
const prepareAfter = 1000
/** Real time. Others tell what they have written; this is for what was told while the database was away. */
const pollEvery = 5000
/** Real time for deliveries under way when the mock ends; those of its store end with it. */
const farewell = 250

export function createWorld(deps: WorldDeps) {
  const { store, shared = false, contract, clock, logger, serviceVersion, baseUrl, retries, limits } = deps
  const targets = targetPolicy(deps.webhookHosts)
  const clocks = createClocks({ store, clock })
  const { now } = clocks
  const { sections } = deps.catalogue
  const webhooks = createWebhooks({ store, sections, targets, now, ...(retries === undefined ? {} : { retries }) })
  const catalogue = withWebhooks(deps.catalogue, webhooks.parse)
  const onChanges = appendNotifications
  const { sandboxes: mostSandboxes, records: mostRecords, pageSize, templateMs, templateCharacters } = limits
  const service = createService({
    store,
    catalogue,
    clock,
    clocks,
    serviceVersion,
    limits: {
      defaultPageSize: defaultPageSize,
      maximumPageSize: pageSize,
      records: mostRecords,
      template: { time: templateMs, output: templateCharacters },
    },
    onChanges,
  })
  const sandboxes = createSandboxes({
    store, catalogue, clock, clocks, serviceVersion, onChanges, describeWebhook, limits: { sandboxes: mostSandboxes, records: mostRecords },
  })

  const inMemory = createJournal({ defaultSandbox, limits: { entries: limits.journalEntries, bytes: limits.journalBytes } })
  const kept = deps.journalFile === undefined
    ? undefined
    : keepInFile(inMemory, deps.journalFile, (error) => logger.error({ err: error }, 'the journal is no longer kept'))
  const journal = kept ?? inMemory
  const expressible = createExpressible(contract.operations)
  const faults = createFaults({ store, expressible })
  const listeners = new Set<(sandbox: SandboxId) => void>()
  const tell = (sandbox: SandboxId): void => {
    for (const listener of listeners) listener(sandbox)
  }
  let closing: Promise<void> | undefined
  const sender = createSender({ clock, allowTarget: targets.guard, ...(deps.sendLimitMs === undefined ? {} : { limitMs: deps.sendLimitMs }) })
  const keeping = createDeliveryKeeping({
    store,
    keep: limits.keptDeliveries,
    onFault(error, sandbox) {
      if (closing === undefined) logger.error({ err: error, sandbox }, 'deliveries that are over stay')
    },
  })
  const dispatcher = createDispatcher({
    store,
    clocks,
    sender,
    format: contract.notification,
    clock,
    ...(shared ? { pollMs: pollEvery } : {}),
    ...(deps.leaseMs === undefined ? {} : { leaseMs: deps.leaseMs }),
    onHappened(happened) {
      const { sandbox, state } = happened
      deps.onHappened(happened)
      if (state !== 'waiting') keeping.settled(sandbox)
      tell(sandbox)
    },
    onFault({ during, sandbox, error }) {
      if (closing === undefined) logger.error({ err: error, sandbox, during }, 'a delivery could not be made')
    },
  })
  const unwatch = store.watch((sandbox, news) => {
    if (news === 'defined') {
      faults.load(sandbox).catch((error: unknown) => logger.error({ err: error, sandbox }, 'faults stay as they were'))
      return
    }
    // Nothing that was begun for what a sandbox was may be written into what it is now.
    if (news !== 'ready') dispatcher.forget(sandbox)
    if (news === 'deleted') {
      faults.forget(sandbox)
      journal.forget(sandbox)
      keeping.forget(sandbox)
    } else {
      dispatcher.wake(sandbox)
    }
    tell(sandbox)
  })
  const preparing = setTimeout(() => void sender.prepare(), prepareAfter).unref()

  const world: World = {
    baseUrl,
    defaultSandbox,
    contract,
    catalogue,
    store,
    service,
    sandboxes,
    clocks,
    dispatcher,
    journal,
    faults,
    webhooks,
    deliveries: createDeliveries({ store, now }),
    watchDeliveries(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }

  /** One that has the id of a fixture's takes its place. */
  function configuredAtStart(given: readonly (WebhookConfiguration | string)[]): Webhook[] {
    const configured: Webhook[] = []
    const ofFixtures = (catalogue.seed.webhooks ?? []).map(({ id }) => id)
    for (const [index, one] of given.entries()) {
      const id = freeId([...ofFixtures, ...configured.map((webhook) => webhook.id)])
      const where = typeof one === 'string' ? '--webhook' : `webhook ${index + 1}`
      const parsed = typeof one === 'string' ? webhooks.parseText(one, id) : webhooks.parse(one, id)
      const webhook = usable(parsed, (pointer) => `${where}${pointer === '' ? '' : ` at ${pointer}`}`)
      configured.push(notTwice(webhook, configured, () => where))
    }
    return configured
  }

  async function end(): Promise<void> {
    clearTimeout(preparing)
    unwatch()
    await dispatcher.close(farewell)
    await sender.close()
    kept?.close()
    await store.close()
  }

  return {
    world,
    interference: createInterference({ faults, expressible, now }),
    /** Fills the default sandbox. Throws `StartRefused` for a webhook that cannot be used. */
    async start(given: readonly (WebhookConfiguration | string)[]): Promise<void> {
      await sandboxes.ensure(defaultSandbox)
      await sandboxes.tryFixtures(defaultSandbox)
      for (const { id } of await store.sandboxes()) await faults.load(id)
      for (const webhook of configuredAtStart(given)) {
        await store.transaction(defaultSandbox, (tx) => tx.putWebhook(webhook))
      }
      await dispatcher.start()
    },
    /** Ends what is under way; what is called again is the same end. */
    close: (): Promise<void> => (closing ??= end()),
  }
}

function targetPolicy(hosts: readonly string[]): TargetPolicy {
  try {
    return createTargetPolicy(hosts)
  } catch (error) {
    if (error instanceof RangeError) throw new StartRefused(error.message, { cause: error })
    throw error
  }
}

/** What the fixtures say of webhooks is only read here: the service does not know what a webhook is. */
function withWebhooks(
  catalogue: Catalogue,
  parse: (configuration: unknown, id: string, pointer: string) => Outcome<Webhook>,
): Catalogue {
  if (catalogue.webhooks === undefined) return catalogue
  const { given, placeOf } = catalogue.webhooks
  const webhooks: Webhook[] = []
  for (const [index, one] of given.entries()) {
    const webhook = usable(parse(one, `webhook-${index + 1}`, `/${index}`), (pointer) => placeOf(pointer === '' ? `/${index}` : pointer))
    webhooks.push(notTwice(webhook, webhooks, () => placeOf(`/${index}/id`)))
  }
  return { ...catalogue, seed: { ...catalogue.seed, webhooks } }
}

/** `where` tells the place of a JSON Pointer, which is empty where the whole is meant. */
function usable(parsed: Outcome<Webhook>, where: (pointer: string) => string): Webhook {
  if (parsed.ok) return parsed.value
  const { problem } = parsed
  const [first] = problem.kind === 'invalid' ? problem.violations : []
  const expected = first?.expected === undefined ? '' : ` Expected: ${first.expected}.`
  throw new StartRefused(`${where(first?.pointer ?? '')}: ${first?.message ?? problem.message}${expected}`)
}

/** Two of one id would be one of them, without a word. */
function notTwice(webhook: Webhook, others: readonly Webhook[], where: () => string): Webhook {
  if (others.every(({ id }) => id !== webhook.id)) return webhook
  throw new StartRefused(`${where()}: There is another webhook with the id ${webhook.id}; give each its own.`)
}
