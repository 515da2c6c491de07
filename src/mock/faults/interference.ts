/** Where faults and requests meet: what happens to a request before it is carried out. */
import { setTimeout as delay } from 'node:timers/promises'
import { refusal } from '../../core/index.ts'
import type { Instant, OperationId } from '../../core/index.ts'
import type { SandboxId } from '../../store/index.ts'
import type { Expressible } from './expressible.ts'
import type { Faults } from './faults.ts'
import type { Judgement } from './judgement.ts'
import { preferenceOf } from './preference.ts'

export interface InterferenceDeps {
  faults: Pick<Faults, 'any' | 'judge'>
  expressible: Expressible
  now(sandbox: SandboxId): Promise<Instant>
}

export interface Interference {
  /** Whether anything may be done to a request; nearly always not, so this is all that most requests pay. */
  possible(prefer: string | string[] | undefined): boolean
  /** Waits as long as ordered and tells the rest; undefined when there is nothing. */
  with(
    sandbox: SandboxId,
    operation: OperationId,
    prefer: string | string[] | undefined,
  ): Promise<Judgement | undefined>
}

export function createInterference({ faults, expressible, now }: InterferenceDeps): Interference {
  return {
    possible: (prefer) => prefer !== undefined || faults.any(),

    async with(sandbox, operation, prefer) {
      const wanted = prefer === undefined ? undefined : preferenceOf([prefer].flat().join(','), expressible(operation))
      const found = await faults.judge(sandbox, operation, () => now(sandbox))
      const judgement = both(wanted, found)
      if (judgement !== undefined && judgement.delay > 0) await delay(judgement.delay)
      return judgement
    },
  }
}

/** What the request asks for itself goes before what the sandbox has. */
function both(wanted: Judgement | undefined, found: Judgement | undefined): Judgement | undefined {
  if (wanted === undefined || found === undefined) return wanted ?? found
  return {
    ...found,
    ...wanted,
    delay: wanted.delay + found.delay,
    applied: [...wanted.applied, ...found.applied],
  }
}

/** The refusal in place of an operation that is not carried out; undefined when it is. */
export function insteadOf(judgement: Judgement): ReturnType<typeof refusal> | undefined {
  if (judgement.problem !== undefined) return refusal(judgement.problem)
  const { damage } = judgement
  if (damage?.kind !== 'reset' || damage.carriedOut) return undefined
  return refusal({ kind: 'unavailable', message: 'The connection was reset on purpose.', retryAfterSeconds: 1 })
}
