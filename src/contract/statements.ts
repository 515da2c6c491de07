import { readFile } from 'node:fs/promises'
import { isJsonObject } from '../core/index.ts'

/** One entry of the catalogue: a fact of the documentation, a gap in it, or a use that it names. */
export interface Statement {
  id: string
  kind: 'fact' | 'gap' | 'use'
  text: string
}

const bundledStatements = new URL('../../openapi/generated/statements.json', import.meta.url)

/** The catalogue that the contract's `x-basis` refers to. */
export async function readStatements(): Promise<Statement[]> {
  const catalogue: unknown = JSON.parse(await readFile(bundledStatements, 'utf8'))
  const listed = isJsonObject(catalogue) && Array.isArray(catalogue.statements) ? catalogue.statements : []
  return listed.filter(isJsonObject).map(({ id, kind, text }) => {
    if (kind !== 'fact' && kind !== 'gap' && kind !== 'use') throw new Error(`the statement ${String(id)} has no kind`)
    return { id: String(id), kind, text: String(text) }
  })
}
