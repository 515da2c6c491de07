import type { JsonObject, JsonValue } from '../../core/index.ts'
import type { Change } from './change.ts'
import { child, copyOf, setMember, toPointer } from './location.ts'
import type { Container, Key, Location } from './location.ts'
import { trackOrigins } from './origins.ts'

/** A node that is not the root, with the object or list that holds it. */
export interface Slot {
  parent: Container
  key: Key
  location: Location
}

/** A copy of a document under change, which keeps account of everything done to it. */
export interface Editor {
  document: JsonObject
  changes: Change[]
  valueAt(location: Location): JsonValue
  /** Undefined for the root. */
  slotAt(location: Location): Slot | undefined
  /** Puts a copy of the value under a new key. */
  add(object: JsonObject, key: string, value: JsonValue, by: By): void
  /** Puts a copy of the value at the end. */
  append(list: JsonValue[], value: JsonValue, by: By): void
  replace(slot: Slot, value: JsonValue, by: By): void
  /** Removes nodes, none of which lies inside another. */
  remove(slots: Slot[], action: number): void
}

/** Who adds or replaces: the action's number, how, and the place of the object or list, or of the replaced node. */
export interface By {
  action: number
  kind: 'added' | 'copied'
  location: Location
}

export function createEditor(source: JsonObject): Editor {
  const origins = trackOrigins(source)
  const document = origins.copy
  const changes: Change[] = []

  function valueAt(location: Location): JsonValue {
    let value: JsonValue | undefined = document
    for (const key of location) value = child(value, key)
    if (value === undefined) throw new Error(`nothing stands at ${toPointer(location)}`)
    return value
  }

  function arrived(parent: Container, key: Key, { action, kind, location }: By): void {
    origins.added(parent, key)
    const into = origins.ofContainer(parent)
    changes.push({ kind, action, pointer: toPointer([...location, key]), ...(into === undefined ? {} : { into }) })
  }

  function left(kind: 'updated' | 'removed', { parent, key, location }: Slot, action: number): void {
    const origin = origins.of(parent, key)
    changes.push({ kind, action, pointer: toPointer(location), ...(origin === undefined ? {} : { origin }) })
  }

  return {
    document,
    changes,
    valueAt,
    slotAt(location) {
      const key = location.at(-1)
      if (key === undefined) return undefined
      const parent = valueAt(location.slice(0, -1))
      if (typeof parent !== 'object' || parent === null) throw new Error(`${toPointer(location)} has no parent`)
      return { parent, key, location }
    },
    add(object, key, value, by) {
      setMember(object, key, copyOf(value))
      arrived(object, key, by)
    },
    append(list, value, by) {
      list.push(copyOf(value))
      arrived(list, list.length - 1, by)
    },
    replace(slot, value, { action }) {
      left('updated', slot, action)
      if (Array.isArray(slot.parent)) slot.parent[Number(slot.key)] = copyOf(value)
      else setMember(slot.parent, String(slot.key), copyOf(value))
    },
    remove(slots, action) {
      for (const slot of slots) left('removed', slot, action)
      for (const { parent, key } of lastElementsFirst(slots)) {
        if (Array.isArray(parent)) parent.splice(Number(key), 1)
        else delete parent[key]
        origins.removed(parent, key)
      }
    },
  }
}

/** Removing an element moves those after it, so the later ones go first. */
function lastElementsFirst(slots: Slot[]): Slot[] {
  const members = slots.filter(({ parent }) => !Array.isArray(parent))
  const elements = slots.filter(({ parent }) => Array.isArray(parent))
  return [...members, ...elements.sort((a, b) => Number(b.key) - Number(a.key))]
}
