/** The faults of all sandboxes, as the edge asks for them. */
import { isJsonObject, refusal, success } from '../../core/index.ts'
import type { Instant, OperationId, Outcome } from '../../core/index.ts'
import type { SandboxId, Store, StoredDefinition } from '../../store/index.ts'
import type { Expressible } from './expressible.ts'
import type { Fault, FaultCount } from './fault.ts'
import { judge } from './judgement.ts'
import type { Judgement } from './judgement.ts'
import { parseFault } from './parse-fault.ts'

export interface Faults {
  /** Whether any sandbox has a fault: nothing else is to be asked otherwise. */
  any(): boolean
  /** Counts the call; undefined when no fault concerns it. */
  judge(sandbox: SandboxId, operation: OperationId, now: () => Promise<Instant>): Promise<Judgement | undefined>
  list(sandbox: SandboxId): readonly Fault[]
  /**
   * Refuses as `invalid`, also an error that the operation's contract has no answer for; a fault of every operation
   * leaves those alone that have none. A fault of the same id is replaced and counts from 1 again.
   */
  add(sandbox: SandboxId, configuration: unknown): Promise<Outcome<Fault>>
  /** Whether there was one. */
  remove(sandbox: SandboxId, id: string): Promise<boolean>
  clear(sandbox: SandboxId): Promise<void>
  /** Reads what the store has of a sandbox that is new, a copy, or was restored; its counts begin anew. */
  load(sandbox: SandboxId): Promise<void>
  /** The sandbox is no more. */
  forget(sandbox: SandboxId): void
}

export interface FaultsDeps {
  /** Keeps them, so that snapshots and copies have them. */
  store: Pick<Store, 'definitions' | 'transaction'>
  expressible: Expressible
}

interface Kept {
  faults: Fault[]
  counts: Map<string, FaultCount>
  /** The number of the last fault that got its id here. */
  last: number
}

export function createFaults({ store, expressible }: FaultsDeps): Faults {
  /** Only sandboxes that have one. */
  const kept = new Map<SandboxId, Kept>()

  function keep(sandbox: SandboxId, faults: Fault[]): void {
    if (faults.length === 0) kept.delete(sandbox)
    else kept.set(sandbox, { faults, counts: new Map(), last: faults.length })
  }

  async function remove(sandbox: SandboxId, ids: readonly string[]): Promise<boolean> {
    const known = kept.get(sandbox)
    if (known === undefined) return false
    const before = known.faults.length
    known.faults = known.faults.filter(({ id }) => !ids.includes(id))
    const removed = before - known.faults.length
    for (const id of ids) known.counts.delete(id)
    if (known.faults.length === 0) kept.delete(sandbox)
    await store.transaction(sandbox, async (tx) => {
      for (const id of ids) await tx.deleteDefinition('fault', id)
    })
    return removed > 0
  }

  function concerns({ operation: only, effect }: Fault, operation: OperationId): boolean {
    if (only !== undefined && only !== operation) return false
    const error = effect?.kind === 'error' ? effect.error : effect?.kind === 'rateLimit' ? 'rateLimited' : undefined
    return error === undefined || expressible(operation).has(error)
  }

  function inexpressible(operation: OperationId): ReturnType<typeof refusal> {
    const message = `The contract has no such answer for ${operation}.`
    const expected = `one of ${[...expressible(operation).keys()].join(', ')}`
    return refusal({ kind: 'invalid', message, violations: [{ pointer: '/error', message, expected }] })
  }

  return {
    any: () => kept.size > 0,

    async judge(sandbox, operation, now) {
      const known = kept.get(sandbox)
      const concerned = known?.faults.filter((fault) => concerns(fault, operation))
      if (known === undefined || concerned === undefined || concerned.length === 0) return undefined
      const instant = await now()
      return judge(concerned, (fault) => countIn(known, fault), instant)
    },

    list: (sandbox) => kept.get(sandbox)?.faults ?? [],

    async add(sandbox, configuration) {
      const known = kept.get(sandbox) ?? { faults: [], counts: new Map<string, FaultCount>(), last: 0 }
      const parsed = parseFault(configuration, { id: freeId(known) })
      if (!parsed.ok) return parsed
      const fault = parsed.value
      if (fault.operation !== undefined && !concerns(fault, fault.operation)) return inexpressible(fault.operation)
      await store.transaction(sandbox, (tx) =>
        tx.putDefinition({ kind: 'fault', id: fault.id, value: configurationOf(configuration) }),
      )
      known.faults = [...known.faults.filter(({ id }) => id !== fault.id), fault]
      known.counts.delete(fault.id)
      known.last += 1
      kept.set(sandbox, known)
      return success(fault)
    },

    remove: (sandbox, id) => remove(sandbox, [id]),
    async clear(sandbox) {
      await remove(sandbox, kept.get(sandbox)?.faults.map(({ id }) => id) ?? [])
    },

    async load(sandbox) {
      keep(sandbox, (await store.definitions(sandbox)).flatMap(faultIn))
    },
    forget: (sandbox) => void kept.delete(sandbox),
  }
}

function countIn({ counts }: Kept, { id }: Fault): FaultCount {
  let count = counts.get(id)
  if (count === undefined) counts.set(id, (count = { calls: 0, passed: [] }))
  return count
}

function freeId({ faults, last }: Kept): string {
  let number = last + 1
  while (faults.some(({ id }) => id === `fault-${number}`)) number += 1
  return `fault-${number}`
}

function configurationOf(configuration: unknown) {
  if (!isJsonObject(configuration)) throw new TypeError('A fault that could be read is an object.')
  return configuration
}

/** One that can no longer be read is as good as absent. */
function faultIn({ kind, id, value }: StoredDefinition): Fault[] {
  if (kind !== 'fault') return []
  const parsed = parseFault(value, { id })
  return parsed.ok ? [parsed.value] : []
}
