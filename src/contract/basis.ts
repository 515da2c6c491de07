/** `x-basis`: what a node of the contract rests on. */
import { isJsonObject } from '../core/index.ts'
import type { JsonValue } from '../core/index.ts'

export interface Basis {
  /** Ids of facts; empty when nothing about it is stated. */
  stated: readonly string[]
  /** The id of the gap it fills, where the documentation leaves it open. */
  assumed?: string
  /** With both: the aspects that are stated all the same. */
  fixed: readonly string[]
}

/** The basis written on a node; undefined when it has none, as what an overlay brings in may. */
export function basisOf(node: JsonValue): Basis | undefined {
  if (!isJsonObject(node) || !Object.hasOwn(node, 'x-basis')) return undefined
  const basis = node['x-basis']
  if (!isJsonObject(basis)) return undefined
  const { stated, assumed, fixed } = basis
  return { stated: texts(stated), ...(typeof assumed === 'string' ? { assumed } : {}), fixed: texts(fixed) }
}

/** Whether the documentation settles this aspect of the node: all of them when nothing is assumed. */
export function isStated(basis: Basis | undefined, aspect: string): boolean {
  if (basis === undefined || basis.stated.length === 0) return false
  return basis.assumed === undefined || basis.fixed.includes(aspect)
}

/** Whether the documentation settles anything about the node but that there is such a thing. */
export function isGuarded(basis: Basis | undefined): basis is Basis {
  return basis !== undefined && basis.stated.length > 0 && (basis.assumed === undefined || basis.fixed.length > 0)
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
