/** Dynamic documents (DOC-1 … DOC-4): data of several sections, told by a template. */
import { refusal, success } from '../../core/index.ts'
import type { DocumentAnswer, DocumentRequest, Instant, JsonObject, Outcome, Row } from '../../core/index.ts'
import { QueryRefused } from '../../store/index.ts'
import type { Principal, Store } from '../../store/index.ts'
import type { DocumentDefinition } from '../catalogue.ts'
import { checkParameters, nearest, quoted } from '../parameters.ts'
import type { BoundValue } from '../parameters.ts'
import { allows } from '../users/index.ts'
import { selfStandingPage } from './page.ts'
import { PageTooLarge, createPdfPrinter } from './pdf/index.ts'
import type { PdfPrinter } from './pdf/index.ts'
import { createTemplateEngine, templateLimits } from './template.ts'
import type { TemplateEngine, TemplateLimits } from './template.ts'

export interface DocumentsDeps {
  store: Pick<Store, 'rows'>
  /** In place of `templateLimits`. */
  limits?: Partial<TemplateLimits>
}

/** What there is in the caller's sandbox. */
export interface DocumentsView {
  documents: ReadonlyMap<string, DocumentDefinition>
  /** On the sandbox's clock. */
  now: Instant
}

type DocumentData = DocumentDefinition['data'][number]

export interface Documents {
  /**
   * The document in the format asked for, HTML when none is (GAP-DOCUMENT-REQUEST). JSON is the data that
   * the template tells, under the names that the definition gives them, an object where they are single,
   * else an array; and `document` with `id`, `title`, `generated_at` and `parameters`.
   *
   * Refuses as `notFound` an unknown document, and one whose single data finds no record, which a deleted
   * record (WRI-2) does not either; as `forbidden` a user without the permission; as `invalid` wrong
   * parameters, data of more rows than a document takes, a page too large for a PDF; as `internal` a
   * definition that does not work: SQL that the store refuses, a template that fails or exceeds its limits.
   */
  generate(caller: Principal, request: DocumentRequest, view: DocumentsView): Promise<Outcome<DocumentAnswer>>
}

/** Of each data; more rows make no document for people. */
const mostRows = 5_000

export function createDocuments({ store, limits }: DocumentsDeps): Documents {
  // Libraries for templates and PDF are loaded by the first document that needs them.
  let engine: Promise<TemplateEngine> | undefined
  let printer: Promise<PdfPrinter> | undefined

  function find(caller: Principal, id: string, documents: DocumentsView['documents']): Outcome<DocumentDefinition> {
    const definition = documents.get(id)
    if (definition === undefined) {
      const closest = nearest(id, documents.keys())
      const hint = closest === undefined ? 'there is none' : `the nearest is "${closest}"`
      return refusal({ kind: 'notFound', message: `there is no document ${quoted(id)}; ${hint}` })
    }
    if (allows(caller.user, { kind: 'document', id })) return success(definition)
    return refusal({
      kind: 'forbidden',
      message: `${caller.user.login} may not generate the document "${id}"`,
    })
  }

  async function gather(
    caller: Principal,
    definition: DocumentDefinition,
    parameters: Record<string, BoundValue>,
  ): Promise<Outcome<JsonObject>> {
    async function read({ name, sql, single }: DocumentData): Promise<Outcome<JsonObject | JsonObject[]>> {
      let rows: readonly Row[]
      try {
        rows = await store.rows(caller.sandbox, { sql, parameters, limit: single ? 1 : mostRows + 1 })
      } catch (error) {
        if (!(error instanceof QueryRefused)) throw error
        return broken(definition, `the SQL of its data "${name}" was refused: ${error.message}`)
      }
      if (rows.length > mostRows) return tooManyRows(definition, name)
      if (!single) return success(rows.map(row => ({ ...row })))
      const [only] = rows
      return only === undefined ? notFound(definition, name, parameters) : success({ ...only })
    }
    // All are asked for at once, so that a store that takes turns lets no write in between.
    const answers = await Promise.all(definition.data.map(read))
    const data: JsonObject = {}
    for (const [index, { name }] of definition.data.entries()) {
      const answer = answers[index]
      if (answer?.ok === false) return answer
      data[name] = answer?.value
    }
    return success(data)
  }

  async function toHtml(definition: DocumentDefinition, content: JsonObject): Promise<Outcome<string>> {
    engine ??= createTemplateEngine({ ...templateLimits, ...limits })
    const rendering = (await engine).render(definition.template, content)
    if (rendering.ok) return success(selfStandingPage(rendering.text, definition.title))
    const { line, message } = rendering.fault
    return broken(definition, `its template fails in line ${line}: ${message}`)
  }

  async function toPdf(
    definition: DocumentDefinition,
    html: string,
    now: number,
  ): Promise<Outcome<Uint8Array>> {
    printer ??= createPdfPrinter()
    try {
      return success(await (await printer).print(html, now))
    } catch (error) {
      if (!(error instanceof PageTooLarge)) throw error
      const message = `document "${definition.id}": the page is too large for a PDF: ${error.message}`
      const violation = {
        pointer: '/format',
        message,
        expected: 'html, json, or parameters that choose less',
      }
      return refusal({ kind: 'invalid', message, violations: [violation] })
    }
  }

  return {
    async generate(caller, { id, format = 'html', parameters: given }, { documents, now }) {
      const definition = find(caller, id, documents)
      if (!definition.ok) return definition
      const parameters = checkParameters(definition.value.parameters, given)
      if (!parameters.ok) return parameters
      const data = await gather(caller, definition.value, parameters.value)
      if (!data.ok) return data

      const document = {
        id,
        title: definition.value.title,
        generated_at: new Date(now).toISOString(),
        parameters: parameters.value,
      }
      const content = { ...data.value, document }
      if (format === 'json') return success({ format, content })
      const html = await toHtml(definition.value, content)
      if (!html.ok) return html
      if (format === 'html') return success({ format, content: html.value })
      const pdf = await toPdf(definition.value, html.value, now)
      return pdf.ok ? success({ format, content: pdf.value }) : pdf
    },
  }
}

function notFound(
  definition: DocumentDefinition,
  name: string,
  parameters: Record<string, BoundValue>,
): ReturnType<typeof refusal> {
  const given = Object.entries(parameters).filter(([, value]) => value !== null)
  const where = given
    .map(([parameter, value]) => `${parameter} ${typeof value === 'string' ? quoted(value) : value}`)
    .join(', ')
  const missing = `there is no ${name.replaceAll('_', ' ')}${where === '' ? '' : ` for ${where}`}`
  const message = `document "${definition.id}": ${missing}; it does not exist or is deleted`
  return refusal({ kind: 'notFound', message })
}

function tooManyRows(definition: DocumentDefinition, name: string): ReturnType<typeof refusal> {
  const message = `document "${definition.id}": "${name}" has more than ${mostRows} rows`
  const violation = { pointer: '/parameters', message, expected: 'parameters that choose fewer rows' }
  return refusal({ kind: 'invalid', message, violations: [violation] })
}

/** The definition's fault, not the caller's. */
function broken(definition: DocumentDefinition, message: string): ReturnType<typeof refusal> {
  return refusal({ kind: 'internal', message: `document "${definition.id}": ${message}` })
}
