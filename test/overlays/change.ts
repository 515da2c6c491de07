/** One way in which a deployment may differ: data that can be drawn, shrunk and shown, and what it does. */
import * as fc from 'fast-check'
import type { JsonObject } from '../../src/core/index.ts'

export interface Change {
  /** What it is, for people: `rename report.id in ReportRequest to datos`. */
  label: string
  /** Changes the document; does nothing where changes before it have left nothing to change. */
  apply(document: JsonObject): void
  /** Lets a counterexample read as a list of sentences. */
  [fc.toStringMethod]: () => string
}

export function change(label: string, apply: (document: JsonObject) => void): Change {
  return { label, apply, [fc.toStringMethod]: () => label }
}

/** Names that somebody might use, some of them awkward. */
export const wireName = fc.constantFrom(
  ...['datos', 'resultado', 'valor', 'código', 'por página', 'x', 'Items', 'page_info', 'a.b', 'a/b', 'm~n', "l'any", '0', 'año'],
  ...['constructor', 'toString', 'length', 'value', 'name', 'id', 'rows', 'code', 'section', 'fields', 'error', 'details', 'format'],
)

/** What HTTP allows as the name of a header and a URL as that of a parameter. */
export const tokenName = fc.constantFrom('nif', 'X-Valor', 'q', 'ref_1', 'clave', 'Dato', 'v', 'x-otro-dato', 'nombre')
