/** RFC 9535 queries. The only file that knows the JSONPath library. */
import type { Location } from './location.ts'
import type { Compiled, JsonPath, Selector } from './query.ts'
import { simplePath } from './simple-path.ts'

/**
 * Gives the function that parses these queries, types of filter functions included (RFC 9535, section 2.4.3). The
 * library is loaded only if one of them needs it.
 */
export async function loadJsonPath(queries: Iterable<string>): Promise<(query: string) => Compiled> {
  const simple = new Map<string, JsonPath>()
  let others = 0
  for (const query of queries) {
    const path = simplePath(query)
    if (path === undefined) others += 1
    else simple.set(query, path)
  }
  const compile = others > 0 ? await loadLibrary() : undefined
  return (query) => {
    const path = simple.get(query)
    if (path !== undefined) return { ok: true, path }
    if (compile === undefined) throw new Error(`the query ${query} was not announced`)
    return compile(query)
  }
}

async function loadLibrary(): Promise<(query: string) => Compiled> {
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
