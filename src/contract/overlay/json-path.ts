/** RFC 9535 queries. The only file that knows the JSONPath library. */
import type { JsonObject } from '../../core/index.ts'
import type { Location } from './location.ts'

export type Selector =
  | { kind: 'name'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'filter'; text: string }
  /** Wildcards and slices. */
  | { kind: 'range'; text: string }

export interface Segment {
  /** True for `..`, which looks at a node and everything below it. */
  descendant: boolean
  selectors: readonly Selector[]
}

export interface JsonPath {
  /** The query as written. */
  text: string
  segments: readonly Segment[]
  /** The nodes that the query, or only its first `segments` steps, selects: in order, each once. */
  select(document: JsonObject, segments?: number): Location[]
}

export type Compiled =
  | { ok: true; path: JsonPath }
  /** `offset` counts the query's characters from 0. */
  | { ok: false; problem: string; offset: number | undefined }

/**
 * Loads the library, on first use only: a start without overlays does not pay for it.
 * The function it gives parses a query, types of filter functions included (RFC 9535, section 2.4.3).
 */
export async function loadJsonPath(): Promise<(query: string) => Compiled> {
  const { JSONPathEnvironment, JSONPathError, JSONPathQuery, jsonpath } = await import('json-p3')
  const { FilterSelector, IndexSelector, NameSelector } = jsonpath.selectors
  // The default limit of 50 levels is for untrusted data; a contract is ours and may nest deeper.
  const environment = new JSONPathEnvironment({ maxRecursionDepth: 1000 })

  return (text) => {
    let query: InstanceType<typeof JSONPathQuery>
    try {
      query = environment.compile(text)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const offset = error instanceof JSONPathError ? error.token.index : undefined
      return { ok: false, problem: withoutExcerpt(error.message), offset }
    }
    const segments = query.segments.map((segment) => ({
      descendant: segment.toString().startsWith('..'),
      selectors: segment.selectors.map((selector): Selector => {
        if (selector instanceof NameSelector) return { kind: 'name', name: selector.name }
        if (selector instanceof IndexSelector) return { kind: 'index', index: selector.index }
        const kind = selector instanceof FilterSelector ? 'filter' : 'range'
        return { kind, text: selector.toString() }
      }),
    }))
    return {
      ok: true,
      path: {
        text,
        segments,
        select(document, count = segments.length) {
          const prefix = new JSONPathQuery(environment, query.segments.slice(0, count))
          return withoutDoubles(prefix.query(document).locations())
        },
      },
    }
  }
}

/** `$['a','a']` selects a node twice; an action is about each node once. */
function withoutDoubles(locations: Location[]): Location[] {
  return [...new Map(locations.map((location) => [JSON.stringify(location), location])).values()]
}

/** The library ends its messages with an excerpt of the query, which ours quote whole. */
function withoutExcerpt(message: string): string {
  return message.replace(/ \('.*':\d+\)$/s, '')
}
