import { isJsonObject } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { token } from '../located.ts'
import type { Located } from '../located.ts'
import { createValidation } from '../validation.ts'
import type { Finding } from './finding.ts'

/**
 * Every schema is valid JSON Schema 2020-12 and compiles, its references included.
 * Schemas that stand inside of others are judged with them.
 */
export async function lintSchemas(document: JsonObject, nodes: readonly Located[]): Promise<Finding[]> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false })
  const { validator } = createValidation(document)
  const findings = schemasOf(nodes).flatMap(({ node, pointer }): Finding[] => {
    const found = (message: string, at = pointer): Finding => ({ severity: 'error', pointer: at, message })
    if (ajv.validateSchema(node) !== true) {
      const [error] = ajv.errors ?? []
      return [found(`the schema is not valid: ${error?.message ?? 'unknown'}; mend it as JSON Schema 2020-12 says`, `${pointer}${error?.instancePath ?? ''}`)]
    }
    try {
      validator(node)(undefined, '')
      return []
    } catch (error) {
      return [found(`the schema cannot be used: ${error instanceof Error ? error.message : String(error)}; mend or remove it`)]
    }
  })
  // A schema fails again in each that refers to it; the components, where it stands, come last.
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()]
}

function schemasOf(nodes: readonly Located[]): Located[] {
  return nodes.flatMap(({ node, pointer }): Located[] => {
    const inline = isJsonObject(node.schema) ? [{ node: node.schema, pointer: `${pointer}/schema` }] : []
    const named = pointer === '/components' && isJsonObject(node.schemas) ? Object.entries(node.schemas) : []
    return [
      ...inline,
      ...named.flatMap(([name, schema]) => (isJsonObject(schema) ? [{ node: schema, pointer: `/components/schemas/${token(name)}` }] : [])),
    ]
  })
}
