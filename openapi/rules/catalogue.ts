import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { isNode } from './visit.ts'

export interface Catalogue {
  facts: ReadonlySet<string>
  gaps: ReadonlySet<string>
}

/** The ids of statements.yaml. */
export function readCatalogue(file = new URL('../statements.yaml', import.meta.url)): Catalogue {
  const document: unknown = parse(readFileSync(file, 'utf8'))
  const list = isNode(document) && Array.isArray(document.statements) ? document.statements : []
  const statements = list.filter(isNode)
  const idsOf = (kind: string) =>
    new Set(statements.filter((statement) => statement.kind === kind).map(({ id }) => String(id)))
  return { facts: idsOf('fact'), gaps: idsOf('gap') }
}
