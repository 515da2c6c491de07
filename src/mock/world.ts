/** What stands behind the edge of one mock, from its store to the sender of its webhooks. */
import type { Contract } from '../contract/index.ts'
import type { Clock, JsonValue, Outcome } from '../core/index.ts'
import { createClocks, createSandboxes, createService, sectionShapes } from '../service/index.ts'
import type { Catalogue } from '../service/index.ts'
import type { SandboxId } from '../store/index.ts'
import { createSqliteStore } from '../store/sqlite/index.ts'
import { createDispatcher, createSender, parseWebhookText } from '../webhooks/index.ts'
import type { AttemptRecord, Webhook } from '../webhooks/index.ts'
import { createDeliveries, createWebhooks } from './control/index.ts'
import type { WebhookConfiguration, World } from './control/index.ts'
import { createExpressible, createFaults, createInterference } from './faults/index.ts'
import { createJournal } from './journal/index.ts'
import type { Logger } from './logging/index.ts'
import { appendNotifications } from './outbox.ts'
import { StartRefused } from './start-refused.ts'

export interface WorldDeps {
  contract: Contract
  catalogue: Catalogue
  /** The machine's. */
  clock: Clock
  logger: Logger
  serviceVersion: string
  baseUrl(): string
  /** Of webhooks that do not say; the assumed policy when absent. */
  retries?: JsonValue
}

/** One sandbox for everybody who has a key of the fixtures. */
const defaultSandbox = 'default'
/** Where the contract has no default or maximum for a page's size (GAP-PAGING). */
const limits = { defaultPageSize: 50, maximumPageSize: 500 }
/** Real time. The sender's library takes some 100 ms to load, in which nothing is answered: not while one waits for the start. */
const prepareAfter = 1000
/** Real time for deliveries under way when the mock ends; those of its store end with it. */
const farewell = 250

export function createWorld(deps: WorldDeps) {
  const { contract, clock, logger, serviceVersion, baseUrl, retries } = deps
  const store = createSqliteStore<Webhook, AttemptRecord>({
    location: ':memory:',
    sections: sectionShapes(deps.catalogue.sections),
  })
  const clocks = createClocks({ store, clock })
  const { now } = clocks
  const { sections } = deps.catalogue
  const webhooks = createWebhooks({ store, sections, now, ...(retries === undefined ? {} : { retries }) })
  const catalogue = withWebhooks(deps.catalogue, webhooks.parse)
  const onChanges = appendNotifications
  const service = createService({ store, catalogue, clock, clocks, serviceVersion, limits, onChanges })
  const sandboxes = createSandboxes({ store, catalogue, clock, clocks, serviceVersion, onChanges })

  const journal = createJournal({ defaultSandbox })
  const expressible = createExpressible(contract.operations)
  const faults = createFaults({ store, expressible })
  const listeners = new Set<(sandbox: SandboxId) => void>()
  const tell = (sandbox: SandboxId): void => {
    for (const listener of listeners) listener(sandbox)
  }
  let closing: Promise<void> | undefined
  const sender = createSender({ clock })
  const dispatcher = createDispatcher({
    store,
    clocks,
    sender,
    format: contract.notification,
    clock,
    onHappened: ({ sandbox }) => tell(sandbox),
    onFault({ during, sandbox, error }) {
      if (closing === undefined) logger.error({ err: error, sandbox, during }, 'a delivery could not be made')
    },
  })
  const unwatch = store.watch((sandbox, news) => {
    // Nothing that was begun for what a sandbox was may be written into what it is now.
    if (news !== 'ready') dispatcher.forget(sandbox)
    if (news === 'deleted') {
      faults.forget(sandbox)
      journal.forget(sandbox)
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

  async function end(): Promise<void> {
    clearTimeout(preparing)
    unwatch()
    await dispatcher.close(farewell)
    await sender.close()
    await store.close()
  }

  return {
    world,
    interference: createInterference({ faults, expressible, now }),
    /** Fills the default sandbox. Throws `StartRefused` for a webhook that cannot be used. */
    async start(given: readonly (WebhookConfiguration | string)[]): Promise<void> {
      await sandboxes.ensure(defaultSandbox)
      const fields = webhooks.fields
      for (const [index, webhook] of given.entries()) {
        const id = `webhook-${(catalogue.seed.webhooks?.length ?? 0) + index + 1}`
        const parsed = typeof webhook === 'string'
          ? parseWebhookText(webhook, { sections: fields, id })
          : webhooks.parse(webhook, id)
        const configured = usable(parsed, typeof webhook === 'string' ? `--webhook` : `webhook ${index + 1}`)
        await store.transaction(defaultSandbox, (tx) => tx.putWebhook(configured))
      }
      await dispatcher.start()
    },
    /** Ends what is under way; what is called again is the same end. */
    close: (): Promise<void> => (closing ??= end()),
  }
}

/** What the fixtures say of webhooks is only read here: the service does not know what a webhook is. */
function withWebhooks(
  catalogue: Catalogue,
  parse: (configuration: unknown, id: string, pointer: string) => Outcome<Webhook>,
): Catalogue {
  const { webhooks: given = [] } = catalogue
  if (given.length === 0) return catalogue
  const webhooks = given.map((one, index) => usable(parse(one, `webhook-${index + 1}`, `/${index}`), 'webhooks.json'))
  return { ...catalogue, seed: { ...catalogue.seed, webhooks } }
}

function usable(parsed: Outcome<Webhook>, where: string): Webhook {
  if (parsed.ok) return parsed.value
  const { problem } = parsed
  const [first] = problem.kind === 'invalid' ? problem.violations : []
  const place = first === undefined || first.pointer === '' ? '' : ` at ${first.pointer}`
  const expected = first?.expected === undefined ? '' : ` Expected: ${first.expected}.`
  throw new StartRefused(`${where}${place}: ${first?.message ?? problem.message}${expected}`)
}
