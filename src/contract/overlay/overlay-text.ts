/** From the text of an overlay, YAML 1.2 or JSON, to its value with the place of every node. */
import type { Event } from 'js-yaml'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { child, pointerKeys, pointerToken, setMember } from './location.ts'
import { OverlayError } from './overlay-error.ts'
import type { Position, Positions } from './overlay.ts'
import { plainScalar } from './yaml-scalar.ts'

export interface OverlayText {
  value: JsonValue
  /** See `Overlay.positions`. */
  positions: Positions
}

/** Far above any overlay, far below what aliases of aliases can blow up to. */
const mostNodes = 100_000

/** What YAML 1.2 (section 5.1) lets no text contain, not even between quotes. */
const unprintable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|\p{Surrogate}/u

/**
 * Reads one document that JSON can carry (RFC 9512, section 3.4). Keys are text as it stands: `200:` is "200".
 * Throws `OverlayError` on broken syntax, repeated or non-scalar keys, merge keys, tags, numbers that JSON
 * lacks, several documents, or aliases that lead nowhere, in a circle or explode.
 */
export async function readOverlayText({ text, file }: { text: string; file: string }): Promise<OverlayText> {
  const { EVENT_ID, SCALAR_STYLE, YAMLException, getScalarValue, parseEvents } = await import('js-yaml')
  const offsets = new Map<string, number>()
  const anchors = new Map<string, number>()
  /** The anchored nodes that are being read, by the index of their event. */
  const open = new Set<number>()
  let root: JsonValue = null
  let next = 0
  let nodes = 0

  function fail(at: { offset: number; pointer: string }, problem: string, cure: string): never {
    throw new OverlayError({
      file,
      position: positionIn(text, at.offset),
      ...actionAt(at.pointer),
      problem,
      cure,
    })
  }

  /** The action that a pointer lies in, with as much of it as has been read. */
  function actionAt(pointer: string): { action?: number; target?: string } {
    const [actions, index] = pointerKeys(pointer)
    if (actions !== 'actions' || index === undefined) return {}
    const target = child(child(child(root, 'actions'), index), 'target')
    return { action: Number(index) + 1, ...(typeof target === 'string' ? { target } : {}) }
  }

  function parse(): Event[] {
    const [character] = unprintable.exec(text) ?? []
    if (character !== undefined) {
      const offset = text.indexOf(character)
      const escape = String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0')
      throw new OverlayError({
        file,
        position: positionIn(text, offset),
        action: actionBefore(text.slice(0, offset)),
        problem: `the character ${escape} may not stand in YAML`,
        cure: `remove it, or write "${escape}" between double quotes`,
      })
    }
    try {
      return parseEvents(text, {})
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error
      const { position = 0 } = error.mark ?? {}
      const action = actionBefore(text.slice(0, position))
      const problem = `this is not YAML or JSON: ${error.reason}`
      throw new OverlayError({
        file,
        position: positionIn(text, position),
        action,
        problem,
        cure: 'mend the syntax here',
      })
    }
  }

  const events = parse()

  function take(): Event {
    const event = events[next]
    if (event === undefined) throw new Error('the events of the YAML parser end too soon')
    next += 1
    return event
  }

  /** Reads the node at the next event; `keep` puts it in place before it is filled. */
  function read(pointer: string, keep: (value: JsonValue) => void): void {
    const index = next
    const event = take()
    const offset = offsetOf(event, index)
    nodes += 1
    if (nodes > mostNodes)
      fail({ offset, pointer }, 'the aliases unfold to too many nodes', 'write the values out')
    if (!offsets.has(pointer)) offsets.set(pointer, offset)
    if (event.type === EVENT_ID.ALIAS) return readAlias(event, pointer, keep)
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) throw new Error('a node was expected')
    if (event.tagStart !== -1) refuseTag(event, pointer)
    if (event.anchorStart !== -1) anchors.set(text.slice(event.anchorStart, event.anchorEnd), index)
    open.add(index)
    if (event.type === EVENT_ID.MAPPING) readMap(pointer, keep)
    else if (event.type === EVENT_ID.SEQUENCE) readList(pointer, keep)
    else keep(scalar(event, { offset, pointer }))
    open.delete(index)
  }

  function refuseTag({ tagStart, tagEnd }: { tagStart: number; tagEnd: number }, pointer: string): never {
    const tag = text.slice(tagStart, tagEnd)
    fail({ offset: tagStart, pointer }, `JSON has no tags like ${tag}`, 'leave the tag out')
  }

  function readAlias(
    { anchorStart, anchorEnd }: Extract<Event, { type: 5 }>,
    pointer: string,
    keep: (value: JsonValue) => void,
  ): void {
    const name = text.slice(anchorStart, anchorEnd)
    const source = anchors.get(name)
    const at = { offset: anchorStart - 1, pointer }
    if (source === undefined) fail(at, `the alias *${name} has no anchor before it`, 'write the value out')
    if (open.has(source)) fail(at, `the alias *${name} stands inside its own anchor`, 'write the value out')
    const back = next
    next = source
    read(pointer, keep)
    next = back
  }

  function readMap(pointer: string, keep: (value: JsonValue) => void): void {
    const object: JsonObject = {}
    keep(object)
    while (events[next]?.type !== EVENT_ID.POP) {
      const { key, offset } = readKey(pointer)
      const place = pointer + pointerToken(key)
      if (Object.hasOwn(object, key)) {
        fail({ offset, pointer: place }, `the key \`${key}\` stands here twice`, 'keep one of the two')
      }
      offsets.set(place, offset)
      read(place, (value) => setMember(object, key, value))
    }
    take()
  }

  function readList(pointer: string, keep: (value: JsonValue) => void): void {
    const list: JsonValue[] = []
    keep(list)
    for (let index = 0; events[next]?.type !== EVENT_ID.POP; index += 1) {
      read(`${pointer}/${index}`, (value) => void (list[index] = value))
    }
    take()
  }

  function readKey(pointer: string): { key: string; offset: number } {
    const index = next
    const event = take()
    const at = { offset: offsetOf(event, index), pointer }
    if (event.type !== EVENT_ID.SCALAR) {
      fail(at, 'this key is itself a list, an object or an alias', 'write the key as plain text')
    }
    if (event.tagStart !== -1) refuseTag(event, pointer)
    const key = getScalarValue(text, event)
    const plain = event.style === SCALAR_STYLE.PLAIN
    if (plain && key === '<<') fail(at, 'YAML 1.2 has no merge key `<<`', 'write the merged members out')
    if (plain && key === '') fail(at, 'a key is missing here', 'write one before the colon')
    return { key, offset: at.offset }
  }

  function scalar(event: Extract<Event, { type: 4 }>, at: { offset: number; pointer: string }): JsonValue {
    const source = getScalarValue(text, event)
    if (event.style !== SCALAR_STYLE.PLAIN) return source
    const value = plainScalar(source)
    if (typeof value !== 'number' || Number.isFinite(value)) return value
    return fail(at, `JSON has no number ${source}`, 'quote it, if text is meant')
  }

  /** Where the node of an event begins; an empty one has no place but that of the event before. */
  function offsetOf(event: Event, index: number): number {
    if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) return event.start
    if (event.type === EVENT_ID.SCALAR && event.valueStart !== -1) {
      return event.style === SCALAR_STYLE.PLAIN ? event.valueStart : event.valueStart - 1
    }
    const before = events[index - 1]
    return before === undefined ? 0 : offsetOf(before, index - 1)
  }

  if (events.length > 0) {
    take()
    read('', (value) => {
      root = value
    })
    take()
  }
  if (next < events.length) {
    const offset = offsetOf(events[next + 1] ?? take(), next + 1)
    fail(
      { offset, pointer: '' },
      'the file holds more than one YAML document',
      'give each overlay a file of its own',
    )
  }
  return { value: root, positions: positionsAt(text, offsets) }
}

/** Counts lines only where somebody asks, which is where something is wrong. */
function positionsAt(text: string, offsets: ReadonlyMap<string, number>): Positions {
  return {
    get(pointer) {
      const offset = offsets.get(pointer)
      return offset === undefined ? undefined : positionIn(text, offset)
    },
    *[Symbol.iterator]() {
      for (const [pointer, offset] of offsets) yield [pointer, positionIn(text, offset)]
    },
  }
}

function positionIn(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** The number of the action that a broken text ends in, as far as its layout tells. */
function actionBefore(text: string): number | undefined {
  const [, indent, rest] = /^actions:[^\n]*\n(?:\s*#[^\n]*\n)*( *)(- [\s\S]*)$/m.exec(text) ?? []
  return rest === undefined ? undefined : `\n${indent}${rest}`.split(`\n${indent}- `).length - 1
}
