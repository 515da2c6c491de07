import { success } from '../../core/index.ts'
import type { Clock, Outcome, WriteError, WriteOperation, WriteResult } from '../../core/index.ts'
import type { Principal, Store, StoredRecord, Transaction } from '../../store/index.ts'
import type { Catalogue } from '../catalogue.ts'
import { nearest, quoted } from '../parameters.ts'
import { allows, describe } from '../users/index.ts'
import type { Plan, PlanContext } from './plan.ts'
import { planWrite } from './plan.ts'
import { takeNumber } from './record-number.ts'
import { createRecordReader, recordNumber } from './record-reader.ts'
import { createRuleBook } from './section-rules.ts'

export interface SectionsDeps {
  store: Pick<Store, 'transaction'>
  catalogue: Pick<Catalogue, 'sections'>
  clock: Clock
}

export interface Sections {
  /**
   * Carries out write operations in their order, each on its own: one that fails leaves no trace and does not
   * keep the others from being done, and each sees what those before it did (WRI-1, WRI-2, WRI-4; that a batch
   * is not atomic is assumed, GAP-WRITE-RESULT). One result per operation, in the same order. A missing
   * permission fails the operation, not the batch (GAP-PERMISSIONS).
   */
  write(caller: Principal, operations: readonly WriteOperation[]): Promise<Outcome<{ results: WriteResult[] }>>
}

export function createSections({ store, catalogue, clock }: SectionsDeps): Sections {
  const ruleBook = createRuleBook(catalogue.sections)

  async function perform(caller: Principal, tx: Transaction, operation: WriteOperation): Promise<WriteResult> {
    const { section, recordId } = operation
    const rules = ruleBook.rules(section)
    if (rules === undefined) return failed(operation, unknownSection(section, catalogue.sections.keys()))
    const permission = { kind: 'section', id: section, action: 'write' } as const
    if (!allows(caller.user, permission)) return failed(operation, forbidden(describe(permission)))

    const context = { rules, read: createRecordReader(tx), now: clock.now() }
    let stored: StoredRecord | undefined
    if (recordId !== undefined) {
      const id = recordNumber(recordId)
      stored = id === undefined ? undefined : await context.read(section, id)
      if (stored === undefined) return failed(operation, unknownRecord(operation))
    }
    const plan = await planWrite(context, operation.fields, stored)
    if ('error' in plan) return failed(operation, plan.error)
    const id = await carryOut(tx, context, plan, stored)
    return { section, recordId: id, outcome: plan.outcome }
  }

  return {
    async write(caller, operations) {
      await ruleBook.prepare(operations.map(({ section }) => section))
      const results = await store.transaction(caller.sandbox, async (tx) => {
        const done: WriteResult[] = []
        for (const operation of operations) done.push(await perform(caller, tx, operation))
        return done
      })
      return success({ results })
    },
  }
}

/** The only place that writes records, and so the one that knows every change with its before and after. */
async function carryOut(
  tx: Transaction,
  { rules: { section, numbering }, now }: PlanContext,
  { fields, eliminado, changed, items }: Plan,
  stored: StoredRecord | undefined,
): Promise<number> {
  if (stored !== undefined) {
    if (changed) await tx.putRecord({ ...stored, fields, eliminado, updatedAt: now })
    for (const item of items) await tx.putRecord(item)
    return stored.id
  }
  const id = await tx.nextRecordId(section.id)
  const complete = numbering === undefined
    ? fields
    : { ...fields, [numbering.field]: await takeNumber(tx, section.id, numbering, fields) }
  await tx.putRecord({ section: section.id, id, fields: complete, eliminado, createdAt: now, updatedAt: now })
  for (const item of items) await tx.putRecord(item)
  return id
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

function forbidden(permission: string): WriteError {
  const message = `Your user lacks the permission ${permission}; use a key whose user has it.`
  return { code: 'forbidden', message }
}
