import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import type { By, Editor } from './editor.ts'
import { child, inWords, pointerToken, shapeOf, toPath } from './location.ts'
import type { Location } from './location.ts'

export interface Merge {
  editor: Editor
  action: number
  kind: 'added' | 'copied'
  /** Called at a value that does not fit; `inside` is a pointer into the incoming value. Must throw. */
  refuse(misfit: { problem: string; cure: string; inside: string }): never
}

/**
 * Merges an object into an object, recursively, as Overlay 1.1 (section 4.4.3) says: new members come in,
 * primitives replace primitives, lists are concatenated, objects merge, and nothing else fits.
 */
export function mergeObject(
  merge: Merge,
  target: JsonObject,
  incoming: JsonObject,
  location: Location,
  inside = '',
): void {
  const by: By = { action: merge.action, kind: merge.kind, location }
  for (const [key, value] of Object.entries(incoming)) {
    if (value === undefined) continue
    const present = child(target, key)
    if (present === undefined) merge.editor.add(target, key, value, by)
    else
      mergeMember(merge, {
        target,
        key,
        present,
        value,
        location: [...location, key],
        inside: inside + pointerToken(key),
      })
  }
}

interface Member {
  target: JsonObject
  key: string
  present: JsonValue
  value: JsonValue
  location: Location
  inside: string
}

function mergeMember(merge: Merge, { target, key, present, value, location, inside }: Member): void {
  if (isJsonObject(present) && isJsonObject(value)) return mergeObject(merge, present, value, location, inside)
  if (Array.isArray(present) && Array.isArray(value)) return appendAll(merge, present, value, location)
  if (shapeOf(present) !== 'primitive' || shapeOf(value) !== 'primitive') {
    merge.refuse({
      problem: `${inWords(value)} cannot be merged into \`${toPath(location)}\`, which is ${inWords(present)}`,
      cure: cureFor(present, location),
      inside,
    })
  }
  replacePrimitive(merge, target, key, value, location)
}

function cureFor(present: JsonValue, location: Location): string {
  if (Array.isArray(present)) return 'give a list to add to it, or remove it in an action before'
  if (isJsonObject(present)) return 'give an object to merge, or remove it in an action before'
  return `give a single value, or remove ${toPath(location)} in an action before`
}

/** Each element of the list becomes one of the target's, after those it has. */
export function appendAll(merge: Merge, target: JsonValue[], elements: JsonValue[], location: Location): void {
  for (const element of elements) {
    merge.editor.append(target, element, { action: merge.action, kind: merge.kind, location })
  }
}

/** Restating what is there already is no change. */
export function replacePrimitive(
  merge: Merge,
  parent: JsonObject | JsonValue[],
  key: string | number,
  value: JsonValue,
  location: Location,
): void {
  if (child(parent, key) === value) return
  merge.editor.replace({ parent, key, location }, value, { action: merge.action, kind: merge.kind, location })
}
