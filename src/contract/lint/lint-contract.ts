import { isJsonObject } from '../../core/index.ts'
import { readStatements } from '../statements.ts'
import type { Contract } from '../types.ts'
import { lintBasis } from './basis.ts'
import { lintExamples } from './examples.ts'
import type { Inspection } from './finding.ts'
import { nodesOf } from './nodes.ts'
import { lintOpenApi } from './open-api.ts'
import { lintSchemas } from './schemas.ts'
import { lintValues } from './values.ts'

/**
 * Looks at what compiling a contract leaves unseen: a contract that compiles has every role bound, but may hold
 * schemas that nobody has used yet.
 */
export async function lintContract({ document }: Pick<Contract, 'document'>): Promise<Inspection[]> {
  if (!isJsonObject(document)) throw new Error('a contract is an object')
  const nodes = nodesOf(document)
  const schemas = await lintSchemas(document, nodes)
  return [
    { subject: 'what each part rests on (x-basis)', done: true, findings: lintBasis(nodes, await readStatements()) },
    { subject: 'values and their meanings (x-values)', done: true, findings: lintValues(nodes) },
    { subject: 'schemas', done: true, findings: schemas },
    schemas.length > 0
      ? { subject: 'examples', done: false, reason: 'the schemas have to be mended first' }
      : { subject: 'examples', done: true, findings: lintExamples(document, nodes) },
    await lintOpenApi(document),
  ]
}
