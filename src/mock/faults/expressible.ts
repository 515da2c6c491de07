/** Which refusals an operation's contract has an answer for: no real deployment would give another. */
import type { Contract, Operation } from '../../contract/index.ts'
import type { OperationId, ProblemKind } from '../../core/index.ts'
import { problemOf } from './judgement.ts'

const problemKinds: readonly ProblemKind[] = [
  'malformed', 'unauthenticated', 'forbidden', 'notFound', 'methodNotAllowed', 'tooLarge', 'unsupportedMediaType',
  'invalid', 'rateLimited', 'internal', 'unavailable',
]

/** The statuses of the refusals that an operation can give, by kind; looked up once for each. */
export type Expressible = (operation: OperationId) => ReadonlyMap<ProblemKind, number>

export function createExpressible(operations: Contract['operations']): Expressible {
  const known = new Map<OperationId, ReadonlyMap<ProblemKind, number>>()
  return (id) => {
    let found = known.get(id)
    if (found === undefined) known.set(id, (found = expressibleBy(operations[id])))
    return found
  }
}

function expressibleBy(operation: Pick<Operation<OperationId>, 'encodeProblem' | 'checkAnswer'>): Map<ProblemKind, number> {
  const found = new Map<ProblemKind, number>()
  for (const kind of problemKinds) {
    const answer = operation.encodeProblem(problemOf(kind, 1))
    if (operation.checkAnswer(answer).length === 0) found.set(kind, answer.status)
  }
  return found
}
