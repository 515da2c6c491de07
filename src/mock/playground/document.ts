/** The contract as the playground shows it: this server's address, and each node's basis in its description. */
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'

/** Under these keys stands data, which may look like a node and is none. */
const dataKeys = new Set(['example', 'examples', 'default', 'const', 'enum', 'x-values', 'x-sections'])

/**
 * A copy of the document for `origin` (`http://host:port`). A node with `x-basis` gets one more paragraph in its
 * description: `Stated: REP-2` or `Assumed: GAP-PAGING`, or both lines.
 */
export function playgroundDocument(document: Readonly<Record<string, unknown>>, origin: string): JsonObject {
  if (!isJsonObject(document)) throw new TypeError('the contract is not a JSON object')
  return { ...withBasis(document), servers: [{ url: origin, description: 'This mock.' }] }
}

function withBasis(node: JsonObject): JsonObject {
  const copy: JsonObject = {}
  for (const [key, value] of Object.entries(node)) copy[key] = dataKeys.has(key) ? value : inside(value)
  const basis = node['x-basis']
  if (isJsonObject(basis)) copy.description = describe(node.description, basis)
  return copy
}

function inside(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => inside(item) ?? null)
  return isJsonObject(value) ? withBasis(value) : value
}

function describe(description: JsonValue | undefined, { stated, assumed }: JsonObject): string {
  const lines = [
    ...(Array.isArray(stated) && stated.length > 0 ? [`Stated: ${stated.join(', ')}`] : []),
    ...(typeof assumed === 'string' ? [`Assumed: ${assumed}`] : []),
  ]
  const text = typeof description === 'string' ? description.trimEnd() : ''
  return [text, lines.join(' · ')].filter((part) => part !== '').join('\n\n')
}
