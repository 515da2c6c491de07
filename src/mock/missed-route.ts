/** What to tell a client whose method and path are no operation's: 404 or 405 (GAP-ERRORS). */
import { distance } from 'fastest-levenshtein'
import type { Contract } from '../contract/index.ts'
import type { OperationId, Problem } from '../core/index.ts'

interface KnownOperation {
  id: OperationId
  method: string
  path: string
  /** Lower case (PATH-1). */
  segments: string[]
}

/** The statements that name a method which the documentation shows and then takes back. */
const takenBack: Partial<Record<OperationId, { method: string; statement: string }>> = {
  runReport: { method: 'GET', statement: 'REP-6' },
  generateDocument: { method: 'GET', statement: 'DOC-4' },
}

const longestCompared = 200

/** Explains requests that no route took; `path` is percent-decoded and without its query. */
export function createMissExplainer(contract: Contract): (method: string, path: string) => Problem {
  const operations: KnownOperation[] = Object.values(contract.operations).map(({ id, method, path }) => ({
    id,
    method,
    path,
    segments: path.toLowerCase().split('/'),
  }))

  return (method, path) => {
    const segments = path.toLowerCase().split('/')
    const here = operations.filter((operation) => matches(operation.segments, segments))
    if (here.length > 0) return wrongMethod(method, here)
    const nearest = nearestTo(segments, operations)
    return {
      kind: 'notFound',
      message:
        `No operation has the path ${shorten(path)}.` +
        (nearest === undefined ? '' : ` The nearest is ${nearest.method} ${nearest.path} (${nearest.id}).`),
    }
  }
}

function wrongMethod(method: string, here: KnownOperation[]): Problem {
  const methods = [...new Set(here.map((operation) => operation.method))]
  const path = here[0]?.path ?? ''
  const right = methods.join(' or ')
  const hints = here.flatMap(({ id }) => {
    const rule = takenBack[id]
    if (rule?.method !== method) return []
    return [` The documentation's summary list shows ${method} here, but ${right} is the method (${rule.statement}).`]
  })
  return {
    kind: 'methodNotAllowed',
    message: `${method} is not a method of ${path}; send ${right}.${hints.join('')}`,
    // RFC 9110, section 9.3.2: what answers GET answers HEAD.
    allow: methods.flatMap((allowed) => (allowed === 'GET' ? ['GET', 'HEAD'] : [allowed])),
  }
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}')
}

function matches(pattern: string[], segments: string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (isParameter(part) ? segments[index] !== '' : part === segments[index]))
  )
}

function nearestTo(segments: string[], operations: KnownOperation[]): KnownOperation | undefined {
  const path = segments.join('/').slice(0, longestCompared)
  let nearest: { operation: KnownOperation; edits: number } | undefined
  for (const operation of operations) {
    // A parameter is as near as whatever stands in its place.
    const candidate = operation.segments.map((part, at) => (isParameter(part) ? (segments[at] ?? part) : part))
    const edits = distance(path, candidate.join('/'))
    if (nearest === undefined || edits < nearest.edits) nearest = { operation, edits }
  }
  return nearest?.operation
}

function shorten(path: string): string {
  return path.length > longestCompared ? `${path.slice(0, longestCompared)}…` : path
}
