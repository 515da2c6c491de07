/** The overlay that makes one document of another, as somebody would write it who knows both. */
import { isDeepStrictEqual } from 'node:util'
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject, JsonValue } from '../../src/core/index.ts'
import { toPath } from '../../src/contract/overlay/location.ts'

type Action = { target: string; remove: true } | { target: string; update: JsonValue }

export function overlayBetween(before: JsonObject, after: JsonObject): JsonObject {
  const actions: JsonValue[] = actionsBetween(before, after, [])
  return { overlay: '1.1.0', info: { title: 'A generated deployment', version: '1' }, actions }
}

/** What goes first, then what comes in its place, then the same for each member that stays. */
function actionsBetween(before: JsonObject, after: JsonObject, location: readonly string[]): Action[] {
  const removed: Action[] = []
  const added: JsonObject = {}
  const inside: Action[] = []
  for (const [key, was] of Object.entries(before)) {
    const is = memberOf(after, key)
    if (is === undefined || isDeepStrictEqual(was, is)) {
      if (is === undefined) removed.push({ target: toPath([...location, key]), remove: true })
      continue
    }
    if (isJsonObject(was) && isJsonObject(is)) inside.push(...actionsBetween(was, is, [...location, key]))
    else {
      // Lists are only ever added to, and nothing changes its kind.
      if (isContainer(was) || isContainer(is)) removed.push({ target: toPath([...location, key]), remove: true })
      added[key] = is
    }
  }
  for (const [key, is] of Object.entries(after)) if (memberOf(before, key) === undefined) added[key] = is
  const update: Action[] = Object.keys(added).length > 0 ? [{ target: toPath(location), update: added }] : []
  return [...removed, ...update, ...inside]
}

/** Only its own: a document may call things `toString`. */
function memberOf(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function isContainer(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null
}
