import { isJsonObject } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { membersOf } from '../located.ts'
import type { Located } from '../located.ts'
import { createValidation } from '../validation.ts'
import type { Finding } from './finding.ts'

/**
 * Examples of messages fit their schemas. An overlay that renames a property leaves the examples as they were,
 * which misleads readers and breaks nothing.
 */
export function lintExamples(document: JsonObject, nodes: readonly Located[]): Finding[] {
  const { validator } = createValidation(document)
  const findings = nodes.flatMap((at) => {
    const { schema } = at.node
    if (!isJsonObject(schema)) return []
    return membersOf(document, at, 'examples').flatMap(([name, { node, pointer }]): Finding[] => {
      const [violation] = node.value === undefined ? [] : validator(schema)(node.value, `${pointer}/value`)
      if (violation === undefined) return []
      const message = `the example ${name} does not fit: ${violation.message}; replace or remove it`
      return [{ severity: 'warning', pointer: violation.pointer, message }]
    })
  })
  // Several messages may show the same example.
  return [...new Map(findings.map((finding) => [finding.pointer + finding.message, finding])).values()]
}
