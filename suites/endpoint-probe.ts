/** The endpoints that only read: how each is asked, and by what one sees that it gave what it has. */
import { textOf } from '../src/conformance/index.ts'
import type { CaseContext, HttpAnswer, HttpRequest, Need } from '../src/conformance/index.ts'
import type { Meanings, OperationId } from '../src/core/index.ts'
import { otherSpellings } from './path-spellings.ts'
import { shows } from './shown-text.ts'

/** What an endpoint gave, in the toolkit's terms. */
export interface Content {
  /** Equal for two answers that say the same. */
  gist: string
  /** Texts that nobody may see who is refused. */
  texts: readonly string[]
  /** "the user 1", "5 rows": what was seen, in a few words. */
  shown: string
}

export interface Probe {
  id: OperationId
  /** The last part of case ids: `WHOAMI`. */
  area: string
  /** "the report". */
  noun: string
  needs: readonly Need[]
  /** With the full key unless `authorization` is given (null: none). */
  request(context: CaseContext, authorization?: string | null): HttpRequest
  /** Undefined when the answer is not what the endpoint is there for, or says nothing. */
  content(context: CaseContext, answer: HttpAnswer): Content | undefined
}

interface ProbeParts<Id extends OperationId> extends Pick<Probe, 'area' | 'noun' | 'needs'> {
  id: Id
  ask(context: CaseContext): Meanings[Id]['request']
  read(answer: Meanings[Id]['answer'], context: CaseContext): Content | undefined
}

function probe<Id extends OperationId>({ id, area, noun, needs, ask, read }: ProbeParts<Id>): Probe {
  return {
    id,
    area,
    noun,
    needs,
    request: (context, authorization) => context.request(id, ask(context), authorization),
    content(context, answer) {
      const meaning = context.meaning(id, answer, ask(context))
      return meaning === undefined ? undefined : read(meaning, context)
    },
  }
}

/** So few rows tell whether a report was given. */
const fewRows = 5

export const whoami = probe({
  id: 'whoami',
  area: 'WHOAMI',
  noun: 'the user',
  needs: ['fullKey'],
  ask: () => ({}),
  read({ id, login, email, name }) {
    const told = [id, login, email, name].map((value) => (value === undefined ? '' : String(value)))
    const shown = told.find((value) => value !== '')
    return shown === undefined ? undefined : { gist: JSON.stringify(told), texts: told, shown: `the user ${shown}` }
  },
})

export const report = probe({
  id: 'runReport',
  area: 'REPORTS',
  noun: 'the report',
  needs: ['fullKey', 'report'],
  ask(context) {
    const { id, parameters } = context.sample('report')
    return { id, parameters, page: 1, pageSize: fewRows, safeColumnNames: true }
  },
  read: ({ rows }) => rowsShown(rows),
})

/** A report's rows as content; undefined when there are none. */
export function rowsShown(rows: Meanings['runReport']['answer']['rows']): Content | undefined {
  if (rows.length === 0) return undefined
  const texts = rows.flatMap((row) => Object.values(row).filter((value) => typeof value === 'string'))
  return { gist: JSON.stringify(rows), texts, shown: `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}` }
}

export const document = probe({
  id: 'generateDocument',
  area: 'DOCUMENTS',
  noun: 'the document',
  needs: ['fullKey', 'document'],
  ask(context) {
    const { id, parameters, formats } = context.sample('document')
    const format = formats?.find((name) => name !== 'pdf') ?? 'html'
    return { id, parameters, format }
  },
  read({ format, content }, context) {
    if (format === 'pdf') return undefined
    const text = plain(typeof content === 'string' ? content : JSON.stringify(content))
    // Only what the document must show tells it from a page that asks for a password.
    const found = context.sample('document').contains.filter((wanted) => shows(text, wanted))
    if (found.length === 0) return undefined
    return { gist: JSON.stringify([format, found]), texts: found, shown: `"${found.join('", "')}" in ${format}` }
  },
})

/** Without tags, references and runs of white space, as far as finding a text in it goes. */
function plain(markup: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
  return markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replace(/\s+/g, ' ')
}

const taxId = probe({
  id: 'validateTaxId',
  area: 'TAXID',
  noun: 'the verdict on a national tax identifier',
  needs: ['fullKey', 'taxIds'],
  ask: (context) => ({ value: context.samples.taxIds.valid[0] ?? '' }),
  read: ({ valid, name = '' }) =>
    valid ? { gist: 'valid', texts: [name], shown: 'the word that it is valid' } : undefined,
})

const vatId = probe({
  id: 'validateVatId',
  area: 'VATID',
  noun: 'the verdict on a VAT identifier',
  needs: ['fullKey', 'vatIds'],
  ask: (context) => ({ value: context.samples.vatIds.valid[0] ?? '' }),
  read: ({ valid, name = '', address = '' }) =>
    valid ? { gist: 'valid', texts: [name, address], shown: 'the word that it is valid' } : undefined,
})

/** Every inbound endpoint that needs a key, but for the write operations. */
export const probes: readonly Probe[] = [whoami, report, document, taxId, vatId]

/** What the endpoint gives to the full key; unjudged when it gives nothing. */
export async function controlOf(context: CaseContext, one: Probe): Promise<Content> {
  const answer = await context.send(one.request(context))
  const content = one.content(context, answer)
  if (content !== undefined) return content
  return context.unjudged(`${one.noun} cannot be had with the full key: ${told(answer)}`, cureOf(answer))
}

/** An answer in a few words: "status 404". */
export function told(answer: HttpAnswer): string {
  const text = textOf(answer).trim().replace(/\s+/g, ' ')
  return `status ${answer.status}${text === '' ? ', empty' : `, ${text.slice(0, 100)}`}`
}

export function cureOf({ status }: HttpAnswer): string {
  if (status === 401 || status === 403) return 'See that the full key is in force and that its user may do this.'
  if (status >= 500) return 'See what is wrong with the target.'
  return 'See that the samples of the profile are right; other names and shapes than the contract assumes belong into an overlay.'
}

/** Unjudged when the answer is a fault of the server, which says nothing about `what`: "the full key". */
export function demandSound(context: CaseContext, answer: HttpAnswer, what: string): void {
  if (answer.status >= 500) context.unjudged(`${what} got ${told(answer)}`, cureOf(answer))
}

/** The request under each other spelling of its path. */
export function respellings(
  context: CaseContext,
  id: OperationId,
  request: HttpRequest,
): { name: string; request: HttpRequest }[] {
  const { baseUrl, contract } = context
  const target = request.url.slice(baseUrl.length)
  return otherSpellings(target, contract.operations[id].path).map((other) => ({
    name: other.name,
    request: { ...request, url: baseUrl + other.target },
  }))
}
