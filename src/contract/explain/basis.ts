import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import type { Basis } from './explanation.ts'

/** The `x-basis` of a node; undefined when it has none, as what an overlay brings in may. */
export function basisOf(node: JsonObject): Basis | undefined {
  const basis = node['x-basis']
  if (!isJsonObject(basis)) return undefined
  const { stated, assumed, fixed } = basis
  return { stated: texts(stated), ...(typeof assumed === 'string' ? { assumed } : {}), fixed: texts(fixed) }
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
