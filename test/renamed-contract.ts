/**
 * A copy of a contract in which every assumed name is replaced by a random one: properties, words of enums,
 * paths, parameters, sections and record fields. What is stated keeps its name. Whatever still works on such
 * a contract reads names through roles alone.
 */
import { isJsonObject } from '../src/core/index.ts'
import type { JsonObject, JsonValue } from '../src/core/index.ts'
import { followReference } from '../src/contract/schema.ts'

/** A seeded generator of names that no contract uses (mulberry32). */
function nameSource(seed: number): () => string {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return `x${((mixed ^ (mixed >>> 14)) >>> 0).toString(36)}`
  }
}

/** Whether the node's own name is a guess: its basis has a gap, and `fixed` does not hold the name. */
function nameIsAssumed(node: JsonObject): boolean {
  const basis = node['x-basis']
  if (!isJsonObject(basis) || typeof basis.assumed !== 'string') return false
  return !(Array.isArray(basis.fixed) && basis.fixed.includes('name'))
}

export interface Renaming {
  document: JsonObject
  /** How many names were replaced. */
  renamed: number
}

export function renameAssumed(original: JsonObject, seed: number): Renaming {
  const document: JsonObject = structuredClone(original)
  const fresh = nameSource(seed)
  let renamed = 0
  const next = () => {
    renamed += 1
    return fresh()
  }

  const visit = (node: JsonValue | undefined): void => {
    if (Array.isArray(node)) node.forEach(visit)
    if (!isJsonObject(node)) return
    delete node.example
    delete node.examples
    if (isJsonObject(node.properties)) renameProperties(node, node.properties)
    if (isJsonObject(node['x-values']) && Array.isArray(node.enum) && nameIsAssumed(node)) renameWords(node, node['x-values'])
    Object.values(node).forEach(visit)
  }

  const renameProperties = (schema: JsonObject, properties: JsonObject): void => {
    const names = new Map<string, string>()
    for (const [name, property] of Object.entries(properties)) {
      if (isJsonObject(property) && nameIsAssumed(followReference(document, property))) names.set(name, next())
    }
    schema.properties = Object.fromEntries(Object.entries(properties).map(([name, value]) => [names.get(name) ?? name, value]))
    if (Array.isArray(schema.required)) {
      schema.required = schema.required.map((name) => (typeof name === 'string' ? (names.get(name) ?? name) : name))
    }
  }

  const renameWords = (schema: JsonObject, values: JsonObject): void => {
    const words = new Map<JsonValue | undefined, string>(Object.values(values).map((word) => [word, next()]))
    schema['x-values'] = Object.fromEntries(Object.entries(values).map(([meaning, word]) => [meaning, words.get(word)]))
    schema.enum = [...words.values()]
    if (schema.default !== undefined) schema.default = words.get(schema.default) ?? schema.default
  }

  const renamePaths = (paths: JsonObject): void => {
    document.paths = Object.fromEntries(
      Object.entries(paths).map(([path, item]) => {
        const operations = isJsonObject(item) ? Object.values(item).filter(isJsonObject) : []
        const assumed = operations.some((operation) => isJsonObject(operation['x-basis']) && nameIsAssumed(operation))
        return [assumed ? `/api/tools/${next()}` : path, item]
      }),
    )
  }

  const renameSections = (sections: JsonObject): void => {
    for (const section of Object.values(sections)) {
      if (!isJsonObject(section) || typeof section.name !== 'string') continue
      section.name = next()
      if (!isJsonObject(section.fields)) continue
      section.fields = Object.fromEntries(Object.keys(section.fields).map((field) => [field, field === 'eliminado' ? field : next()]))
    }
  }

  visit(document.components)
  visit(document.paths)
  visit(document.webhooks)
  if (isJsonObject(document.paths)) renamePaths(document.paths)
  if (isJsonObject(document['x-sections'])) renameSections(document['x-sections'])
  return { document, renamed }
}
