/** As much of Redocly's visitor interface as the rules of this folder use. */

export type Node = Record<string, unknown>

export interface Location {
  child(path: string | number | (string | number)[]): Location
  /** The key instead of the value, for messages about something that the value lacks. */
  key(): Location
}

export interface Visit {
  /** The kind of node, as Redocly names it: `Operation`, `Response`, `Schema`, … */
  type: { name: string }
  /** The key under which the node stands. */
  key: string | number
  location: Location
  report(problem: { message: string; location?: Location }): void
  /** What a node with a `$ref` refers to; other nodes as they are. */
  resolve(node: unknown): { node?: unknown }
}

export type Visitor = (node: Node, visit: Visit) => void

/** A rule: visitors by the kind of node, possibly nested by the kind of parent. */
export type Rule = () => Record<string, Visitor | { enter: Visitor } | Record<string, Visitor>>

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The entries of a map of nodes, each with its `$ref` followed. */
export function resolvedEntries(map: unknown, visit: Visit): [string, Node][] {
  if (!isNode(map)) return []
  return Object.entries(map).flatMap(([name, value]): [string, Node][] => {
    const { node } = visit.resolve(value)
    return isNode(node) ? [[name, node]] : []
  })
}
