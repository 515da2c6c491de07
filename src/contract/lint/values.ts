import { isJsonObject } from '../../core/index.ts'
import type { Located } from '../located.ts'
import type { Finding } from './finding.ts'

/**
 * The wire's values in `x-values` are those of `enum`, and the node has a role that they are values of. What
 * stands for nothing, null or the default, needs no meaning.
 */
export function lintValues(nodes: readonly Located[]): Finding[] {
  return nodes.flatMap(({ node, pointer }) => {
    const values = node['x-values']
    if (values === undefined) return []
    const found = (message: string, key = ''): Finding => ({ severity: 'error', pointer: `${pointer}/x-values${key}`, message })
    if (!isJsonObject(values)) return [found("x-values must map the toolkit's values to the deployment's")]
    const allowed = Array.isArray(node.enum) ? node.enum : undefined
    const wire = Object.values(values)
    return [
      ...(node['x-role'] === undefined ? [found('x-values needs an x-role beside it; add the role whose values these are')] : []),
      ...Object.entries(values)
        .filter(([, value]) => value !== undefined && allowed !== undefined && !allowed.includes(value))
        .map(([meaning, value]) => found(`${JSON.stringify(value)} is not in enum; add it there`, `/${meaning}`)),
      ...(allowed ?? [])
        .filter((value) => value !== null && value !== node.default && !wire.includes(value))
        .map((value) => found(`${JSON.stringify(value)} of enum has no meaning; add it here, or take it out of enum`)),
    ]
  })
}
