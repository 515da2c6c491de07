/** From the text of an overlay, YAML 1.2 or JSON, to its value with the place of every node. */
import type { Alias, Document, Node, ParsedNode, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { pointerToken, setMember } from './location.ts'
import { OverlayError } from './overlay-error.ts'
import type { Position } from './overlay.ts'

export interface OverlayText {
  value: JsonValue
  /** See `Overlay.positions`. */
  positions: Map<string, Position>
}

/** Far above any overlay, far below what aliases of aliases can blow up to. */
const mostNodes = 100_000

/**
 * Reads one document that JSON can carry (RFC 9512, section 3.4).
 * Throws `OverlayError` on broken syntax, repeated or non-scalar keys, merge keys, unknown tags, numbers that
 * JSON lacks, several documents, or aliases that lead in a circle or explode.
 */
export async function readOverlayText({ text, file }: { text: string; file: string }): Promise<OverlayText> {
  const { LineCounter, isAlias, isMap, isScalar, isSeq, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document: Document.Parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const positions = new Map<string, Position>()
  const open = new Set<Node>()
  let nodes = 0

  function positionAt(offset: number): Position {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }

  function fail(offset: number, problem: string, cure: string): never {
    throw new OverlayError({ file, position: positionAt(offset), problem, cure })
  }

  const [broken] = [...document.errors, ...document.warnings]
  if (broken) {
    if (broken.code === 'MULTIPLE_DOCS') {
      fail(broken.pos[0], 'the file holds more than one YAML document', 'give each overlay a file of its own')
    }
    fail(broken.pos[0], `this is not YAML or JSON: ${broken.message}`, 'mend the syntax here')
  }

  function read(node: ParsedNode | Node | null, pointer: string): JsonValue {
    nodes += 1
    if (nodes > mostNodes) fail(offsetOf(node), 'the aliases unfold to too many nodes', 'write the values out')
    if (node === null) return null
    if (!positions.has(pointer)) positions.set(pointer, positionAt(offsetOf(node)))
    if (isAlias(node)) return readAlias(node, pointer)
    if (isMap(node)) return readMap(node, pointer)
    if (isSeq(node)) return readList(node, pointer)
    if (isScalar(node)) return readScalar(node)
    throw new TypeError('an unknown kind of YAML node')
  }

  function readAlias(node: Alias, pointer: string): JsonValue {
    const source = node.resolve(document)
    if (source === undefined) {
      fail(offsetOf(node), `the alias *${node.source} has no anchor before it`, 'write the value out')
    }
    if (open.has(source)) {
      fail(offsetOf(node), `the alias *${node.source} stands inside its own anchor`, 'write the value out')
    }
    return read(source, pointer)
  }

  function readMap(node: YAMLMap, pointer: string): JsonObject {
    const object: JsonObject = {}
    open.add(node)
    for (const pair of node.items) {
      const key = readKey(pair.key, offsetOf(node))
      const place = pointer + pointerToken(key)
      positions.set(place, positionAt(offsetOf(pair.key)))
      setMember(object, key, read(isNodeLike(pair.value) ? pair.value : null, place))
    }
    open.delete(node)
    return object
  }

  function readList(node: YAMLSeq, pointer: string): JsonValue[] {
    open.add(node)
    const list = node.items.map((item, index) => read(isNodeLike(item) ? item : null, `${pointer}/${index}`))
    open.delete(node)
    return list
  }

  /** `200:` is the key "200": the text counts, not the number it looks like. */
  function readKey(key: unknown, mapOffset: number): string {
    if (!isScalar(key)) {
      fail(mapOffset, 'this key is itself a list, an object or an alias', 'write the key as plain text')
    }
    const name = typeof key.value === 'string' ? key.value : (key.source ?? '')
    if (name === '<<' && key.type === 'PLAIN') {
      fail(offsetOf(key), 'YAML 1.2 has no merge key `<<`', 'write the merged members out')
    }
    if (name === '' && key.type === 'PLAIN') fail(offsetOf(key), 'a key is missing here', 'write one before the colon')
    return name
  }

  function readScalar(node: Scalar): JsonValue {
    const { value } = node
    if (typeof value === 'number' && !Number.isFinite(value)) {
      fail(offsetOf(node), `JSON has no number ${node.source ?? value}`, 'quote it, if text is meant')
    }
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return value
    }
    fail(offsetOf(node), 'JSON has no value of this kind', 'write a string, number, boolean, null, list or object')
  }

  function isNodeLike(value: unknown): value is Node {
    return isAlias(value) || isMap(value) || isSeq(value) || isScalar(value)
  }

  function offsetOf(node: unknown): number {
    return isNodeLike(node) ? (node.range?.[0] ?? 0) : 0
  }

  return { value: read(document.contents, ''), positions }
}
