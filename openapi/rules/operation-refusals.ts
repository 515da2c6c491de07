import type { Rule } from './visit.ts'
import { resolvedEntries } from './visit.ts'

const always = ['error.methodNotAllowed', 'error.rateLimited', 'error.internal', 'error.unavailable']
const withKey = ['error.unauthenticated', 'error.forbidden']
const withBody = ['error.malformed', 'error.invalid', 'error.tooLarge', 'error.unsupportedMediaType']

/** Every inbound operation has a response, told by its role, for each way in which it can be refused. */
export const operationRefusals: Rule = () => {
  let globalSecurity: unknown
  return {
    Root(root) {
      globalSecurity = root.security
    },
    Paths: {
      Operation(operation, visit) {
        const security = operation.security ?? globalSecurity
        const needed = [
          ...always,
          ...(Array.isArray(security) && security.length > 0 ? withKey : []),
          ...(operation.requestBody === undefined ? [] : withBody),
        ]
        const responses = resolvedEntries(operation.responses, visit)
        const present = new Set(responses.flatMap(([, response]) => response['x-role'] ?? []))
        const missing = needed.filter((role) => !present.has(role))
        if (missing.length === 0) return
        const message = `The operation has no response with the role ${missing.join(', ')}.`
        visit.report({ message, location: visit.location.child('responses').key() })
      },
    },
  }
}
