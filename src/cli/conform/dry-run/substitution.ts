/** Puts what a deployment has into requests that were made for the mock. */
import { isDeepStrictEqual } from 'node:util'
import type { Samples } from '../../../conformance/index.ts'
import type { Contract } from '../../../contract/index.ts'
import { isJsonObject } from '../../../core/index.ts'
import type { JsonObject, JsonValue } from '../../../core/index.ts'

/** A JSON body with the deployment's samples in the place of the mock's; a body that is none, with its texts replaced. */
export type Substitution = (body: string) => string

export interface SubstitutionWish {
  contract: Pick<Contract, 'document'>
  from: Samples
  to: Samples
  /** The run's mark, which the first text of a record carries. */
  mark: string
}

export function createSubstitution({ contract, from, to, mark }: SubstitutionWish): Substitution {
  const section = (id: string) => nameOf(contract, id)
  const texts = new Map(idPairs(from, to).flatMap(([a, b]): [string, string][] => [[section(a), section(b)], [a, b]]))
  const objects: [JsonObject, JsonObject][] = [
    [from.report?.parameters ?? {}, to.report?.parameters ?? {}],
    [from.document?.parameters ?? {}, to.document?.parameters ?? {}],
    [from.section?.edit ?? {}, to.section?.edit ?? {}],
  ]
  const creations: [JsonObject | undefined, JsonObject | undefined][] = [
    [from.section?.create, to.section?.create],
    [from.forbidden?.section?.create, to.forbidden?.section?.create],
  ]

  function replaced(value: JsonValue): JsonValue {
    if (typeof value === 'string') return texts.get(value) ?? value
    if (Array.isArray(value)) return value.map(replaced)
    if (!isJsonObject(value)) return value
    const [, same] = objects.find(([mine]) => Object.keys(mine).length > 0 && isDeepStrictEqual(mine, value)) ?? []
    if (same !== undefined) return same
    for (const [mine, theirs] of creations) {
      if (mine === undefined || theirs === undefined) continue
      const names = Object.keys(mine)
      if (names.length > 0 && names.every((name) => name in value)) return marked(theirs, mark)
    }
    return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (inner === undefined ? [] : [[name, replaced(inner)]])))
  }

  return (body) => {
    try {
      const value: JsonValue = JSON.parse(body)
      return JSON.stringify(replaced(value))
    } catch {
      return [...texts].reduce((text, [a, b]) => text.replaceAll(JSON.stringify(a), JSON.stringify(b)), body)
    }
  }
}

/** Ids of the mock with those of the deployment; what the deployment does not have stays. */
function idPairs(from: Samples, to: Samples): [string, string][] {
  const pairs: [string | undefined, string | undefined][] = [
    [from.report?.id, to.report?.id],
    [from.report?.unknownId, to.report?.unknownId],
    [from.filesReport?.id, to.filesReport?.id],
    [from.document?.id, to.document?.id],
    [from.section?.id, to.section?.id],
    [from.section?.report?.id, to.section?.report?.id ?? to.report?.id],
    [from.forbidden?.report, to.forbidden?.report],
    [from.forbidden?.section?.id, to.forbidden?.section?.id],
    [from.forbidden?.section?.report?.id, to.forbidden?.section?.report?.id],
    ...inTurn(from.taxIds.valid, to.taxIds.valid),
    ...inTurn(from.taxIds.invalid, to.taxIds.invalid),
    ...inTurn(from.vatIds.valid, to.vatIds.valid),
    ...inTurn(from.vatIds.invalid, to.vatIds.invalid),
  ]
  return pairs.flatMap(([a, b]): [string, string][] => (a === undefined || b === undefined ? [] : [[a, b]]))
}

function inTurn(from: readonly string[], to: readonly string[]): [string, string | undefined][] {
  return from.map((value, at) => [value, to[at % Math.max(1, to.length)]])
}

/** What the contract calls a section (`x-sections`). */
function nameOf({ document }: Pick<Contract, 'document'>, id: string): string {
  const sections = document['x-sections']
  const entry = isJsonObject(sections) ? sections[id] : undefined
  return isJsonObject(entry) && typeof entry['name'] === 'string' ? entry['name'] : id
}

function marked(fields: JsonObject, mark: string): JsonObject {
  const first = Object.entries(fields).find(([, value]) => typeof value === 'string')
  return first === undefined ? fields : { ...fields, [first[0]]: `${String(first[1])} ${mark}` }
}
