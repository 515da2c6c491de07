import { isInstant, isJsonObject, success } from '../../core/index.ts'
import type { Fields, Instant, Outcome } from '../../core/index.ts'
import type { SandboxId, Store, StoredRecord, StoredWebhook } from '../../store/index.ts'
import type { Catalogue } from '../catalogue.ts'
import type { OnChanges, RecordChange } from '../changes.ts'
import { noteNumber } from '../sections/index.ts'
import type { Clocks } from './clocks.ts'
import { invalid, missing, noSandbox } from './refusals.ts'

export interface RecordToPut {
  /** The next one of the section when absent. */
  id?: number
  fields: Fields
  eliminado?: 0 | 1
  /** What it was, or now. */
  createdAt?: Instant
  updatedAt?: Instant
}

/** The records of a sandbox as they are stored. Each refuses an unknown sandbox or section as `notFound`. */
export interface Records {
  /** By id, deleted ones too, after `after`, at most `limit` (100 unless given, at most 1,000). */
  records(
    sandbox: SandboxId,
    section: string,
    part?: { after?: number; limit?: number },
  ): Promise<Outcome<{ records: StoredRecord[]; next?: number }>>
  record(sandbox: SandboxId, section: string, id: number): Promise<Outcome<StoredRecord>>
  /**
   * Puts a record as it is given, in place of one that is there: nothing is checked, computed or numbered, and no stock
   * is moved. Only a number that it has is not given to another one. It is a change in the console, and notifies as one (HOOK-1).
   */
  putRecord(sandbox: SandboxId, section: string, record: RecordToPut): Promise<Outcome<StoredRecord>>
}

export interface RecordsDeps<Webhook extends StoredWebhook> {
  store: Pick<Store<Webhook>, 'sandbox' | 'transaction' | 'record' | 'records'>
  catalogue: Pick<Catalogue, 'sections'>
  clocks: Pick<Clocks, 'nowIn'>
  onChanges?: OnChanges<Webhook> | undefined
  mostRecords?: number | undefined
}

const most = 1000

export function createRecords<Webhook extends StoredWebhook>(deps: RecordsDeps<Webhook>): Records {
  const { store, catalogue, clocks, onChanges, mostRecords = Number.MAX_SAFE_INTEGER } = deps

  async function placeFault(sandbox: SandboxId, section: string): Promise<ReturnType<typeof missing> | undefined> {
    if ((await store.sandbox(sandbox)) === undefined) return noSandbox(sandbox)
    return catalogue.sections.has(section) ? undefined : missing('section', section)
  }

  return {
    async records(sandbox, section, { after = 0, limit = 100 } = {}) {
      const fault = await placeFault(sandbox, section)
      if (fault !== undefined) return fault
      if (!isCount(limit) || limit > most) return invalid('/limit', 'So many cannot be listed.', `1 to ${most}`)
      const records = await store.records(sandbox, section, { after, limit })
      const last = records.at(-1)
      const isWhole = records.length < limit || last === undefined
      return success(isWhole ? { records } : { records, next: last.id })
    },

    async record(sandbox, section, id) {
      const fault = await placeFault(sandbox, section)
      if (fault !== undefined) return fault
      const record = await store.record(sandbox, section, id)
      return record === undefined ? missing(`record of ${section}`, id) : success(record)
    },

    async putRecord(sandbox, section, given) {
      const fault = (await placeFault(sandbox, section)) ?? recordFault(given)
      if (fault !== undefined) return fault
      return store.transaction(sandbox, async tx => {
        const at = clocks.nowIn(sandbox, await tx.settings())
        const id = given.id ?? (await tx.nextRecordId(section))
        if (id > mostRecords) return invalid('/id', 'This mock keeps no record with so high an id.', `1 to ${mostRecords}`)
        const before = await tx.record(section, id)
        const { fields, eliminado = 0, createdAt = before?.createdAt ?? at, updatedAt = at } = given
        const record: StoredRecord = { section, id, fields, eliminado, createdAt, updatedAt }
        await tx.putRecord(record)
        for (const behaviour of catalogue.sections.get(section)?.behaviours ?? []) {
          if (behaviour.kind === 'numbering') await noteNumber(tx, section, behaviour, fields)
        }
        const change: RecordChange = { section, id, after: { fields, eliminado }, at, by: 'console' }
        if (before !== undefined) change.before = { fields: before.fields, eliminado: before.eliminado }
        await onChanges?.(tx, sandbox, [change])
        return success(record)
      })
    },
  }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}

function recordFault(given: RecordToPut): ReturnType<typeof invalid> | undefined {
  const { id, fields, eliminado, createdAt, updatedAt } = given
  if (id !== undefined && !isCount(id)) return invalid('/id', 'No record can have that id.', 'a whole number from 1')
  if (!isJsonObject(fields)) return invalid('/fields', 'The fields are no object.', 'an object')
  if (eliminado !== undefined && eliminado !== 0 && eliminado !== 1) {
    return invalid('/eliminado', 'A record is deleted or not.', '1 or 0')
  }
  const wrong = Object.entries({ createdAt, updatedAt }).find(([, at]) => at !== undefined && !isInstant(at))
  if (wrong === undefined) return undefined
  return invalid(`/${wrong[0]}`, 'That is no instant.', 'whole milliseconds since 1970, within the years 0001 to 9999')
}
