/** What a contract says outside operations and keys. */
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { basisOf, isGuarded } from '../basis.ts'
import { pointerToken } from './location.ts'
import { nodeAt } from './place.ts'
import { schemaAspects } from './subject.ts'
import type { Aspects, Subject } from './subject.ts'

/** The guarded nodes that no subject is at yet: known by their place alone, with all that they say. */
export function otherSubjects(document: JsonObject, known: ReadonlySet<string>): Subject[] {
  const subjects: Subject[] = []
  const visit = (node: JsonValue, pointer: string): void => {
    if (typeof node !== 'object' || node === null) return
    if (isGuarded(basisOf(node)) && !known.has(pointer)) subjects.push(...subjectByPointer(document, pointer))
    for (const [key, value] of Object.entries(node))
      if (value !== undefined) visit(value, pointer + pointerToken(key))
  }
  visit(document, '')
  return subjects
}

/** The node at a pointer as a subject; none when there is no object. */
export function subjectByPointer(document: JsonObject, pointer: string): Subject[] {
  const node = nodeAt(document, pointer)
  if (!isJsonObject(node)) return []
  const aspects: Aspects = { ...schemaAspects(node), value: bare(node) }
  return [{ identity: pointer, label: `\`${pointer}\``, pointer, via: [], basis: basisOf(node), aspects }]
}

const wording = new Set([
  'title',
  'summary',
  'description',
  'example',
  'examples',
  'tags',
  'externalDocs',
  'deprecated',
  '$comment',
])

/** What a node says beyond wording, extensions, and parts that have a basis of their own. */
function bare(node: JsonValue): JsonValue {
  if (Array.isArray(node)) return node.map(bare)
  if (!isJsonObject(node)) return node
  const said = Object.entries(node).filter(
    ([key, value]) => !wording.has(key) && !key.startsWith('x-') && basisOf(value ?? null) === undefined,
  )
  return Object.fromEntries(said.map(([key, value]) => [key, bare(value ?? null)]))
}
