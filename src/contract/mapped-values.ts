/** `x-values`: the toolkit's values and what a deployment writes for them. */
import type { JsonObject, JsonValue } from '../core/index.ts'
import { ContractError } from './contract-error.ts'
import type { Conversion } from './date-format.ts'
import { roleKind } from './roles.ts'
import type { Role } from './roles.ts'

/**
 * Maps the values that `x-values` lists; any other travels as `plain` has it. But a choice that is not listed
 * cannot be written, so it is left out, and a flag has no other values: what is neither true nor false says
 * nothing. Nor does a `default` that is not listed: a deployment may write 0 where there is no reason to give.
 * @throws ContractError when two meanings would look the same
 */
export function mappedValues(role: Role, values: JsonObject, schema: JsonObject, plain: Conversion): Conversion {
  const kind = roleKind(role)
  const isFlag = kind === 'flag'
  const toWire = new Map<string, JsonValue>()
  const toMeaning = new Map<unknown, string | boolean>()
  for (const [meaning, wire] of Object.entries(values)) {
    if (wire === undefined) continue
    if (toMeaning.has(wire)) {
      throw new ContractError(`x-values of ${role}: two meanings share the wire value ${JSON.stringify(wire)}; give each its own`)
    }
    toWire.set(meaning, wire)
    toMeaning.set(wire, isFlag ? meaning === 'true' : meaning)
  }
  const isNothing = (wire: unknown) => isFlag || (wire === schema.default && wire !== undefined)
  return {
    decode: (wire) => toMeaning.get(wire) ?? (isNothing(wire) ? undefined : plain.decode(wire)),
    encode: (meaning) => {
      const wire = toWire.get(String(meaning))
      return wire !== undefined || kind === 'choice' ? wire : plain.encode(meaning)
    },
  }
}
