/** A sandbox of a running mock as the API that a receiver reads back from (USE-1). */
import { isJsonObject } from '../../core/index.ts'
import type { Fields, JsonObject, RecordId } from '../../core/index.ts'
import { createMockControl, readSandbox } from '../mock/mock-control.ts'
import type { MockControlOptions } from '../mock/mock-control.ts'
import type { ApiCall, ReceiverApi } from './check.ts'

export interface MockApiOptions extends MockControlOptions {
  section: string
  /** Fields of a record that can be created any number of times. */
  fields: Fields
  /** `name` and `trade_name` unless given, which entities have. */
  textFields?: ReceiverApi['textFields']
  /** Of the sandbox. */
  name: string
}

export interface MockApi extends ReceiverApi {
  /** What the receiver needs: where the API is, and the key that selects the sandbox. */
  url: string
  key: string
  close(): Promise<void>
}

const expiresIn = '2h'

const failures: Record<Parameters<ReceiverApi['fail']>[0], JsonObject> = {
  internal: { error: 'internal' },
  rateLimited: { error: 'rateLimited', retryAfterSeconds: 1 },
  slow: { delay: '12s' },
}

/** @throws Unjudged when the mock cannot be steered */
export async function openMockApi(options: MockApiOptions): Promise<MockApi> {
  const control = createMockControl(options)
  const made = readSandbox(await control('POST', '/sandboxes', { from: 'fixtures', name: options.name, expiresIn }))
  const path = `/sandboxes/${encodeURIComponent(made.sandbox)}`
  const records = `${path}/records/${encodeURIComponent(options.section)}`
  const key = made.keys[0]?.key
  if (key === undefined) throw new Error('the new sandbox has no key')

  const entriesAfter = async (after: number) => entriesOf(await control('GET', `${path}/journal?after=${after}`))
  let newest = 0

  return {
    url: options.baseUrl,
    key,
    fields: options.fields,
    textFields: options.textFields ?? ['name', 'trade_name'],
    callsAfter: async (after) => (await entriesAfter(after)).map(callOf),
    async calls() {
      newest = Math.max(newest, ...(await entriesAfter(newest)).map(numberOf))
      return newest
    },
    create: async (changes = {}) => idOf(await control('POST', records, { fields: { ...options.fields, ...changes } })),
    edit: async (id, fields) => void (await control('POST', records, { id, fields })),
    remove: async (id) => void (await control('POST', records, { id, fields: { eliminado: 1 } })),
    fail: async (how) => void (await control('POST', `${path}/faults`, failures[how])),
    clear: async () => void (await control('DELETE', `${path}/faults`)),
    close: async () => void (await control('DELETE', path)),
  }
}

function entriesOf(journal: unknown): JsonObject[] {
  const entries = isJsonObject(journal) && Array.isArray(journal['entries']) ? journal['entries'] : journal
  return Array.isArray(entries) ? entries.filter(isJsonObject) : []
}

function numberOf(entry: JsonObject): number {
  return typeof entry['number'] === 'number' ? entry['number'] : 0
}

function callOf(entry: JsonObject): ApiCall {
  const { operation, answer } = entry
  const status = isJsonObject(answer) ? answer['status'] : entry['status']
  const mentions = new Set<string>()
  for (const side of [entry['request'], answer]) {
    // Not the headers: a length or a date may look like an id.
    if (isJsonObject(side)) collect([side['url'] ?? null, side['body'] ?? null], mentions)
  }
  return { operation: String(operation ?? ''), status: typeof status === 'number' ? status : 0, mentions: [...mentions] }
}

/** Every number and short text anywhere in it: an id is one of them, whatever it is called. */
function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'number' || (typeof value === 'string' && value.length <= 40)) into.add(String(value))
  else if (typeof value === 'string' && /^[[{]/.test(value)) collectText(value, into)
  else if (Array.isArray(value)) for (const item of value) collect(item, into)
  else if (isJsonObject(value)) for (const item of Object.values(value)) collect(item, into)
}

function collectText(text: string, into: Set<string>): void {
  try {
    collect(JSON.parse(text), into)
  } catch {
    // A text that only looks like JSON names nothing.
  }
}

function idOf(answer: unknown): RecordId {
  const id = isJsonObject(answer) ? (answer['id'] ?? answer['recordId']) : undefined
  if (typeof id === 'number' || typeof id === 'string') return id
  throw new Error('the mock has not told the id of its new record')
}
