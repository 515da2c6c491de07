import { isJsonObject } from '../../core/index.ts'
import type { JsonValue } from '../../core/index.ts'
import type { Located } from '../located.ts'
import type { Statement } from '../statements.ts'
import type { Finding } from './finding.ts'

/** Every `x-basis` is stated, assumed or both, and names facts and a gap of the catalogue. */
export function lintBasis(nodes: readonly Located[], statements: readonly Statement[]): Finding[] {
  const idsOf = (kind: Statement['kind']) => new Set(statements.filter((one) => one.kind === kind).map(({ id }) => id))
  const facts = idsOf('fact')
  const gaps = idsOf('gap')
  return nodes.flatMap(({ node, pointer }) => {
    const basis = node['x-basis']
    if (basis === undefined) return []
    return faultsOf(basis, facts, gaps).map(
      (message): Finding => ({ severity: 'error', pointer: `${pointer}/x-basis`, message }),
    )
  })
}

function faultsOf(basis: JsonValue, facts: ReadonlySet<string>, gaps: ReadonlySet<string>): string[] {
  if (!isJsonObject(basis)) return ['x-basis must be an object; write stated, assumed or both']
  const { stated, assumed, fixed } = basis
  if (stated === undefined && assumed === undefined) return ['x-basis says nothing; write stated, assumed or both']
  return [
    ...(stated === undefined || isTexts(stated) ? [] : ['stated must be a list of facts; write it like [REP-1]']),
    ...(isTexts(stated) ? stated.filter((id) => !facts.has(id)).map((id) => `${id} is no fact of the catalogue; name one that is`) : []),
    ...(assumed === undefined || (typeof assumed === 'string' && gaps.has(assumed))
      ? []
      : [`${String(assumed)} is no gap of the catalogue; name one that is`]),
    ...(fixed === undefined || isTexts(fixed) ? [] : ['fixed must be a list of aspects; write it like [name, place]']),
    ...(fixed === undefined || (stated !== undefined && assumed !== undefined)
      ? []
      : ['fixed tells apart what is stated and what is assumed; write both, or leave it out']),
  ]
}

function isTexts(value: JsonValue | undefined): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
}
