import type { Node } from 'typescript'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { basisInWords } from './basis-in-words.ts'

/** What makes declarations is not installed; the message is one line and says how to install it. */
export class TypesUnavailable extends Error {
  override name = 'TypesUnavailable'
}

/**
 * The declarations (`paths`, `operations`, `components`, `webhooks`) of a bundled document, as the text of a
 * module. Each comment ends with what the node rests on.
 * @throws TypesUnavailable without `openapi-typescript` and `typescript`, which only this needs
 */
export async function typesOf(document: JsonObject): Promise<string> {
  const { openapiTS, astToString, ts } = await loadLibraries()
  const nodes = await openapiTS(JSON.stringify(withBasisInWords(document)), {
    // Who sends a property that has a default may leave it out.
    defaultNonNullable: false,
    silent: true,
    // A body that is not JSON and has no type is bytes.
    transform: (schema) =>
      schema.type === undefined && 'contentMediaType' in schema
        ? ts.factory.createTypeReferenceNode('Uint8Array')
        : undefined,
  })
  // Names in other scripts than ASCII stay legible.
  const legible = (node: Node): void => {
    if (ts.isStringLiteral(node)) ts.setEmitFlags(node, ts.EmitFlags.NoAsciiEscaping)
    ts.forEachChild(node, legible)
  }
  nodes.forEach(legible)
  return astToString(nodes)
}

async function loadLibraries() {
  try {
    const [{ default: openapiTS, astToString }, { default: ts }] = await Promise.all([
      import('openapi-typescript'),
      import('typescript'),
    ])
    return { openapiTS, astToString, ts }
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause
    throw new TypesUnavailable(
      'types are made by openapi-typescript and typescript, which are not installed; run: npm i -D openapi-typescript typescript',
      { cause },
    )
  }
}

/** The document with each node's basis at the end of its description, so that editors show it. */
function withBasisInWords(document: JsonObject): JsonObject {
  const { description, ...rest } = Object.fromEntries(
    Object.entries(document).map(([key, value]) => [key, key.startsWith('x-') ? value : inside(value)]),
  )
  const words = basisInWords(document['x-basis'])
  if (words === '') return description === undefined ? rest : { ...rest, description }
  return { ...rest, description: typeof description === 'string' ? `${description.trim()}\n\n${words}` : words }
}

function inside(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => inside(item) ?? null)
  return typeof value === 'object' && value !== null ? withBasisInWords(value) : value
}
