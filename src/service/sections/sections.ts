import { success } from '../../core/index.ts'
import type { Instant, Outcome, WriteError, WriteOperation, WriteResult } from '../../core/index.ts'
import type {
  Principal, SandboxId, SandboxSettings, Store, StoredRecord, StoredUser, StoredWebhook, Transaction,
} from '../../store/index.ts'
import type { Catalogue } from '../catalogue.ts'
import type { OnChanges, RecordChange } from '../changes.ts'
import { nearest, quoted } from '../parameters.ts'
import { allows, describe } from '../users/index.ts'
import type { Plan, PlanContext } from './plan.ts'
import { planWrite } from './plan.ts'
import { takeNumber } from './record-number.ts'
import { createRecordReader, recordNumber } from './record-reader.ts'
import { createRuleBook } from './section-rules.ts'

export interface SectionsDeps<Webhook extends StoredWebhook> {
  store: Pick<Store<Webhook>, 'transaction'>
  catalogue: Pick<Catalogue, 'sections'>
  clocks: { nowIn(sandbox: SandboxId, settings: SandboxSettings): Instant }
  onChanges?: OnChanges<Webhook> | undefined
  /** No record of a section gets a higher id; any that can be counted unless given. */
  mostRecords?: number | undefined
}

export interface Sections {
  /**
   * Carries out write operations in their order, each on its own: one that fails leaves no trace and does not
   * keep the others from being done, and each sees what those before it did (WRI-1, WRI-2, WRI-4; that a batch
   * is not atomic is assumed, GAP-WRITE-RESULT). One result per operation, in the same order. A missing
   * permission fails the operation, not the batch (GAP-PERMISSIONS).
   */
  write(caller: Principal, operations: readonly WriteOperation[]): Promise<Outcome<{ results: WriteResult[] }>>
  /** The same by somebody in the service's console, who may write everything. */
  enter(sandbox: SandboxId, operations: readonly WriteOperation[]): Promise<Outcome<{ results: WriteResult[] }>>
}

/** One batch: who writes, and what was done so far. */
interface Batch {
  tx: Transaction
  /** Undefined in the console. */
  user: StoredUser | undefined
  now(): Instant
  /** Undefined when nobody wants to know. */
  changes: RecordChange[] | undefined
}

export function createSections<Webhook extends StoredWebhook>(deps: SectionsDeps<Webhook>): Sections {
  const { store, catalogue, clocks, onChanges, mostRecords = Number.MAX_SAFE_INTEGER } = deps
  const ruleBook = createRuleBook(catalogue.sections)

  async function perform(batch: Batch, operation: WriteOperation): Promise<WriteResult> {
    const { tx, user } = batch
    const { section, recordId } = operation
    const rules = ruleBook.rules(section)
    if (rules === undefined) return failed(operation, unknownSection(section, catalogue.sections.keys()))
    const permission = { kind: 'section', id: section, action: 'write' } as const
    if (user !== undefined && !allows(user, permission)) return failed(operation, forbidden(describe(permission)))

    const context = { rules, read: createRecordReader(tx), now: batch.now() }
    let stored: StoredRecord | undefined
    if (recordId !== undefined) {
      const id = recordNumber(recordId)
      stored = id === undefined ? undefined : await context.read(section, id)
      if (stored === undefined) return failed(operation, unknownRecord(operation))
    }
    const plan = await planWrite(context, operation.fields, stored)
    if ('error' in plan) return failed(operation, plan.error)
    const id = stored?.id ?? await tx.nextRecordId(section)
    if (id > mostRecords) return failed(operation, sectionFull(section, mostRecords))
    await carryOut(batch, context, plan, stored, id)
    return { section, recordId: id, outcome: plan.outcome }
  }

  async function writeAll(
    sandbox: SandboxId,
    user: StoredUser | undefined,
    operations: readonly WriteOperation[],
  ): Promise<Outcome<{ results: WriteResult[] }>> {
    await ruleBook.prepare(operations.map(({ section }) => section))
    const results = await store.transaction(sandbox, async (tx) => {
      const settings = await tx.settings()
      const changes: RecordChange[] | undefined = onChanges === undefined ? undefined : []
      const batch: Batch = { tx, user, now: () => clocks.nowIn(sandbox, settings), changes }
      const done: WriteResult[] = []
      for (const operation of operations) done.push(await perform(batch, operation))
      if (changes !== undefined && changes.length > 0) await onChanges?.(tx, sandbox, changes)
      return done
    })
    return success({ results })
  }

  return {
    write: ({ sandbox, user }, operations) => writeAll(sandbox, user, operations),
    enter: (sandbox, operations) => writeAll(sandbox, undefined, operations),
  }
}

/** The only place that writes records for operations, and so the one that knows every change of theirs. */
async function carryOut(
  { tx, user, changes }: Batch,
  { rules: { section, numbering }, read, now }: PlanContext,
  { fields, eliminado, changed, items }: Plan,
  stored: StoredRecord | undefined,
  id: number,
): Promise<void> {
  const by = user === undefined ? 'console' : 'api'
  const complete = stored !== undefined || numbering === undefined
    ? fields
    : { ...fields, [numbering.field]: await takeNumber(tx, section.id, numbering, fields) }
  const createdAt = stored?.createdAt ?? now
  const record = { section: section.id, id, fields: complete, eliminado, createdAt, updatedAt: now }
  if (changed) await tx.putRecord(record)
  changes?.push(changeOf(stored, record, by, now))
  for (const item of items) {
    // It was read for the plan; the reader still has it as it was.
    const before = changes === undefined ? undefined : await read(item.section, item.id)
    await tx.putRecord(item)
    changes?.push(changeOf(before, item, by, now))
  }
}

function changeOf(
  before: StoredRecord | undefined,
  { section, id, fields, eliminado }: StoredRecord,
  by: RecordChange['by'],
  at: Instant,
): RecordChange {
  const change: RecordChange = { section, id, after: { fields, eliminado }, at, by }
  if (before !== undefined) change.before = { fields: before.fields, eliminado: before.eliminado }
  return change
}

function failed({ section, recordId }: WriteOperation, error: WriteError): WriteResult {
  return { section, ...(recordId === undefined ? {} : { recordId }), outcome: 'failed', error }
}

function unknownSection(section: string, sections: Iterable<string>): WriteError {
  const names = [...sections]
  const hint = `did you mean ${nearest(section, names) ?? 'another'}?`
  const message = `There is no section ${quoted(section)}; ${hint} There are ${names.join(', ')}.`
  return { code: 'unknownSection', message }
}

function unknownRecord({ section, recordId }: WriteOperation): WriteError {
  const id = quoted(String(recordId))
  const message = `The section ${section} has no record ${id}; leave the id out to create one.`
  return { code: 'unknownRecord', message }
}

/** Not stated of the service: a limit of this program. */
function sectionFull(section: string, most: number): WriteError {
  const message = `The section ${section} is full: this mock keeps ${most} records of a section, deleted ones included.`
  return { code: 'forbidden', message }
}

function forbidden(permission: string): WriteError {
  const message = `Your user lacks the permission ${permission}; use a key whose user has it.`
  return { code: 'forbidden', message }
}
