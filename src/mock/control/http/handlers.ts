/** What each operation of the control API does. */
import { success } from '../../../core/index.ts'
import type { Outcome, RecordId } from '../../../core/index.ts'
import type { ClockSetting, NewSandboxRequest } from '../../../service/index.ts'
import type { DeliveryFilter } from '../../../store/index.ts'
import { parseDuration } from '../../../webhooks/index.ts'
import { answerQuestion, matchesFilter, showExchange, toHar } from '../../journal/index.ts'
import type { ControlDeps } from '../control-deps.ts'
import { invalid, notFound } from '../refusals.ts'
import { showWebhook } from '../webhooks.ts'
import type { Call, ClockSettingBody, DeliveryFilterBody } from './bodies.ts'
import {
  iso, shownClock, shownFiles, shownIssue, shownKey, shownRecord, shownSandbox, shownState, shownSummary,
} from './shown.ts'

const none = success(undefined)

export type Handler<Id> = (call: Call<Id>) => Promise<Outcome<unknown>>

/** By operationId. What they give is sent as JSON; no key or token is in it, but for a key that is issued just then. */
export type Handlers = ReturnType<typeof createHandlers>

export function createHandlers({ world, steering }: Pick<ControlDeps, 'world' | 'steering'>, document: unknown) {
  const { sandboxes, clocks, webhooks, deliveries, journal, faults, contract, service, baseUrl } = world

  /** `work` is done with a sandbox that is there. */
  async function within<T>({ path }: Pick<Call<never>, 'path'>, work: (id: string) => Promise<T> | T): Promise<Outcome<T>> {
    const found = await sandboxes.get(path('sandbox'))
    return found.ok ? success(await work(found.value.id)) : found
  }

  const handlers = {
    describeControl: async () => success(document),

    listSandboxes: async () => success((await sandboxes.list()).map(shownSandbox)),
    async createSandbox({ body }: Call<'createSandbox'>) {
      const created = await steering.create(creationOf(body))
      if (!created.ok) return created
      const { sandbox, keys } = created.value
      return success({ ...shownSandbox(sandbox), url: baseUrl(), keys: keys.map(shownIssue) })
    },
    getSandbox: async ({ path }: Call<'getSandbox'>) => shown(await sandboxes.get(path('sandbox')), shownSandbox),
    changeSettings: async ({ path, body }: Call<'changeSettings'>) =>
      shown(await sandboxes.changeSettings(path('sandbox'), body), (settings) => ({
        ...settings,
        clock: shownState(settings.clock),
      })),
    removeSandbox: ({ path }: Call<'removeSandbox'>) => sandboxes.remove(path('sandbox')),
    exportSandbox: async ({ path }: Call<'exportSandbox'>) =>
      shown(await sandboxes.exportFixtures(path('sandbox')), shownFiles),

    listSnapshots: async ({ path }: Call<'listSnapshots'>) =>
      shown(await sandboxes.snapshots(path('sandbox')), (all) =>
        all.map(({ name, takenAt }) => ({ name, takenAt: iso(takenAt) })),
      ),
    takeSnapshot: async ({ path }: Call<'takeSnapshot'>) =>
      shown(await sandboxes.takeSnapshot(path('sandbox'), path('name')), ({ name, takenAt }) => ({
        name,
        takenAt: iso(takenAt),
      })),
    restoreSnapshot: async ({ path }: Call<'restoreSnapshot'>) =>
      shown(await steering.restore(path('sandbox'), path('name')), shownSandbox),
    removeSnapshot: ({ path }: Call<'removeSnapshot'>) => sandboxes.removeSnapshot(path('sandbox'), path('name')),

    async readClock({ path }: Call<'readClock'>) {
      const reading = await clocks.read(path('sandbox'))
      return reading === undefined ? noSuch('sandbox', path('sandbox')) : success(shownClock(reading))
    },
    setClock: async ({ path, body }: Call<'setClock'>) =>
      shown(await clocks.set(path('sandbox'), clockSetting(body)), shownClock),
    async advanceClock({ path, body }: Call<'advanceClock'>) {
      if ('to' in body) return shown(await steering.advance(path('sandbox'), { to: instantOf(body.to) }), shownSummary)
      const by = parseDuration(body.by)
      if (by === undefined) return invalid('/by', 'A clock is not advanced so far at once.', 'ten years or less, such as 3650d')
      return shown(await steering.advance(path('sandbox'), { by }), shownSummary)
    },
    settle: async ({ path }: Call<'settle'>) => shown(await steering.settle(path('sandbox')), shownSummary),
    async waitFor({ path, body }: Call<'waitFor'>): Promise<Outcome<unknown>> {
      const time = body.within === undefined ? 5000 : ms(body.within)
      return 'delivery' in body
        ? steering.waitForDelivery(path('sandbox'), deliveryFilter(body.delivery), time)
        : steering.waitForRequest(path('sandbox'), body.request, time)
    },

    listWebhooks: (call: Call<'listWebhooks'>) =>
      within(call, async (id) => (await webhooks.list(id)).map(showWebhook)),
    async addWebhook(call: Call<'addWebhook'>) {
      const put = await within(call, (id) => webhooks.put(id, call.body))
      return put.ok ? shown(put.value, showWebhook) : put
    },
    async getWebhook(call: Call<'getWebhook'>) {
      const found = await within(call, async (id) => (await webhooks.list(id)).find((one) => one.id === call.path('id')))
      if (!found.ok) return found
      return found.value === undefined ? noSuch('webhook', call.path('id')) : success(showWebhook(found.value))
    },
    async putWebhook(call: Call<'putWebhook'>) {
      const put = await within(call, (id) => webhooks.put(id, call.body, call.path('id')))
      return put.ok ? shown(put.value, showWebhook) : put
    },
    async removeWebhook(call: Call<'removeWebhook'>) {
      return gone(await within(call, (id) => webhooks.remove(id, call.path('id'))), 'webhook', call)
    },
    async fireEvent(call: Call<'fireEvent'>) {
      const fired = await within(call, (id) => webhooks.fire(id, call.path('id'), call.body))
      return fired.ok ? shown(fired.value, (delivery) => ({ delivery })) : fired
    },

    listDeliveries: (call: Call<'listDeliveries'>) =>
      within(call, (id) => {
        const { state, after, limit = 100, ...filter } = call.query
        return deliveries.list(id, {
          ...deliveryFilter(filter),
          limit,
          ...(state === undefined ? {} : { states: [state] }),
          ...(after === undefined ? {} : { after }),
        })
      }),
    replayDeliveries: (call: Call<'replayDeliveries'>) =>
      within(call, async (id) => ({ deliveries: await deliveries.redeliver(id, deliveryFilter(call.body)) })),
    async getDelivery(call: Call<'getDelivery'>) {
      const found = await within(call, async (id) => (await deliveries.list(id, { ids: [call.path('id')] }))[0])
      return found.ok && found.value === undefined ? noSuch('delivery', call.path('id')) : found
    },
    async redeliver(call: Call<'redeliver'>) {
      const again = await within(call, (id) => deliveries.redeliver(id, { ids: [call.path('id')] }))
      if (!again.ok || again.value.length > 0) return again.ok ? success({ deliveries: again.value }) : again
      return notFound('There is no such delivery, or it is just being made, or its webhook is no more.')
    },

    readJournal: (call: Call<'readJournal'>) =>
      within(call, (id) => journal.entries(id).filter((entry) => matchesFilter(entry, call.query)).map(showExchange)),
    clearJournal: (call: Call<'clearJournal'>) => within(call, (id) => journal.clear(id)),
    exportJournal: (call: Call<'exportJournal'>) =>
      within(call, (id) => toHar(journal.entries(id), { baseUrl: baseUrl(), version: harVersion })),
    askJournal: (call: Call<'askJournal'>) =>
      within(call, (id) => answerQuestion(contract, journal.entries(id), call.body)),

    listFaults: (call: Call<'listFaults'>) => within(call, (id) => faults.list(id)),
    async addFault(call: Call<'addFault'>) {
      const added = await within(call, (id) => faults.add(id, call.body))
      return added.ok ? added.value : added
    },
    clearFaults: (call: Call<'clearFaults'>) => within(call, (id) => faults.clear(id)),
    async removeFault(call: Call<'removeFault'>) {
      return gone(await within(call, (id) => faults.remove(id, call.path('id'))), 'fault', call)
    },

    listRecords: async ({ path, query }: Call<'listRecords'>) =>
      shown(await sandboxes.records(path('sandbox'), path('section'), query), ({ records, next }) => ({
        records: records.map(shownRecord),
        ...(next === undefined ? {} : { next }),
      })),
    async enterRecord(call: Call<'enterRecord'>) {
      const { id: recordId, fields } = call.body
      const operation = { section: call.path('section'), fields, ...idOf(recordId) }
      const entered = await within(call, (id) => service.enterRecords(id, { operations: [operation] }))
      return entered.ok ? shown(entered.value, ({ results }) => results[0]) : entered
    },
    getRecord: async ({ path }: Call<'getRecord'>) =>
      shown(await sandboxes.record(path('sandbox'), path('section'), Number(path('record'))), shownRecord),
    putRecord: async ({ path, body }: Call<'putRecord'>) =>
      shown(
        await sandboxes.putRecord(path('sandbox'), path('section'), { ...body, id: Number(path('record')) }),
        shownRecord,
      ),

    listDefinitions: async ({ path }: Call<'listDefinitions'>) =>
      shown(await sandboxes.definitions(path('sandbox')), (all) => all.filter(({ kind }) => kind !== 'fault')),
    defineReport: ({ path, body }: Call<'defineReport'>) => sandboxes.defineReport(path('sandbox'), path('id'), body),
    removeReport: ({ path }: Call<'removeReport'>) => sandboxes.removeDefinition(path('sandbox'), 'report', path('id')),
    defineDocument: ({ path, body }: Call<'defineDocument'>) =>
      sandboxes.defineDocument(path('sandbox'), path('id'), body),
    removeDocument: ({ path }: Call<'removeDocument'>) =>
      sandboxes.removeDefinition(path('sandbox'), 'document', path('id')),

    listUsers: async ({ path }: Call<'listUsers'>) =>
      shown(await sandboxes.users(path('sandbox')), (all) => all.map((user) => ({ ...user, keys: user.keys.map(shownKey) }))),
    // The contract wants a name and an address of everybody.
    addUser: ({ path, body }: Call<'addUser'>) =>
      sandboxes.addUser(path('sandbox'), { name: body.login, email: `${body.login}@sandbox.example`, ...body }),
    changeUser: async ({ path, body }: Call<'changeUser'>) =>
      shown(await sandboxes.changeUser(path('sandbox'), Number(path('user')), body), (user) => ({
        ...user,
        keys: user.keys.map(shownKey),
      })),
    issueKey: async ({ path, body }: Call<'issueKey'>) =>
      shown(await sandboxes.issueKey(path('sandbox'), Number(path('user')), endOf(body)), shownIssue),
    expireKey: async ({ path, body }: Call<'expireKey'>) =>
      shown(await sandboxes.expireKey(path('sandbox'), path('id'), endOf(body).expiresAt), shownKey),
    revokeKey: ({ path }: Call<'revokeKey'>) => sandboxes.revokeKey(path('sandbox'), path('id')),
  }
  return handlers satisfies { [Id in keyof typeof handlers]: Handler<Id> }
}

/** Of the archive's creator; the format asks for one. */
const harVersion = '1'

function shown<T, Shown>(outcome: Outcome<T>, show: (value: T) => Shown): Outcome<Shown> {
  return outcome.ok ? success(show(outcome.value)) : outcome
}

function noSuch(what: string, id: string): ReturnType<typeof notFound> {
  return notFound(`There is no ${what} ${JSON.stringify(id)}.`)
}

function gone(removed: Outcome<boolean>, what: string, { path }: Pick<Call<never>, 'path'>): Outcome<undefined> {
  if (!removed.ok) return removed
  return removed.value ? none : noSuch(what, path('id'))
}

/** A text that has passed the schema of durations, which leaves out only those of more than ten years. */
function ms(duration: string): number {
  return parseDuration(duration) ?? Number.MAX_SAFE_INTEGER
}

function creationOf(body: Call<'createSandbox'>['body']): NewSandboxRequest {
  const { from = 'fixtures', name, expiresIn } = body ?? {}
  return {
    from: typeof from === 'string' ? { kind: from } : { kind: 'copy', of: from.copyOf },
    ...(name === undefined ? {} : { name }),
    ...(expiresIn === undefined ? {} : { expiresIn: ms(expiresIn) }),
  }
}

function clockSetting(body: ClockSettingBody): ClockSetting {
  if (body.kind === 'real' || body.kind === 'offset') return body
  const { kind, at } = body
  return at === undefined ? { kind } : { kind, at: instantOf(at) }
}

function deliveryFilter({ since, until, ...rest }: DeliveryFilterBody): Partial<DeliveryFilter> {
  return {
    ...rest,
    ...(since === undefined ? {} : { since: instantOf(since) }),
    ...(until === undefined ? {} : { until: instantOf(until) }),
  }
}

function endOf(body: { expiresAt?: string } | undefined): { expiresAt?: number } {
  return body?.expiresAt === undefined ? {} : { expiresAt: instantOf(body.expiresAt) }
}

function idOf(recordId: RecordId | undefined): { recordId?: RecordId } {
  return recordId === undefined ? {} : { recordId }
}

/** RFC 3339 writes a leap second, which no clock here shows: it is taken for the second after it. */
function instantOf(text: string): number {
  const without = text.replace(/:60(?=[.Zz+-])/, ':59')
  return Date.parse(without) + (without === text ? 0 : 1000)
}
