import type { Rule, Visitor } from './visit.ts'
import { isNode } from './visit.ts'

/** Every request, answer and notification shows at least one example in each of its media types. */
export const operationExamples: Rule = () => ({
  RequestBody: { MediaType: needsExample('request') },
  Response: { MediaType: needsExample('response') },
})

function needsExample(kind: string): Visitor {
  return (mediaType, { report, location, key }) => {
    const { example, examples } = mediaType
    if (example !== undefined || (isNode(examples) && Object.keys(examples).length > 0)) return
    report({ message: `The ${kind} in ${key} has no example.`, location: location.key() })
  }
}
