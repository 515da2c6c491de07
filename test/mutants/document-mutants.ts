import type { HttpAnswer } from '../../src/conformance/index.ts'
import type { JsonObject } from '../../src/core/index.ts'
import { isJsonObject } from '../../src/core/index.ts'
import { altering, answerOf, jsonOf, withAnswer, withRequest } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const pdf = '%PDF-1.7\nnothing in it\nstartxref\n0\n%%EOF\n'

/** DOC-1 … DOC-4 and what is assumed of documents. */
export const documentMutants: readonly Mutant[] = [
  { name: 'document-pdf-is-html', wrong: 'A PDF comes as HTML.', ...asked((body) => ({ ...body, format: 'html' }), ({ format }) => format === 'pdf') },
  { name: 'document-json-is-html', wrong: 'JSON comes as HTML.', ...asked((body) => ({ ...body, format: 'html' }), ({ format }) => format === 'json') },
  { name: 'document-html-is-json', wrong: 'HTML comes as JSON.', ...asked((body) => ({ ...body, format: 'json' }), ({ format }) => format === 'html') },
  { name: 'document-pdf-cut', wrong: 'A PDF breaks off in the middle.', ...came('pdf', (bytes) => bytes.slice(0, bytes.length / 2)) },
  { name: 'document-pdf-hollow', wrong: 'A PDF has a header and a trailer, and nothing in between.', ...came('pdf', () => new TextEncoder().encode(pdf)) },
  { name: 'document-html-cut', wrong: 'HTML breaks off in its last tag.', ...came('html', (bytes) => bytes.slice(0, -3)) },
  { name: 'document-json-cut', wrong: 'JSON breaks off.', ...came('json', (bytes) => bytes.slice(0, -3)) },
  { name: 'document-html-value', wrong: 'As HTML the document has no total.', ...came('html', replaced('58,75', '')) },
  { name: 'document-json-value', wrong: 'As JSON the document has no total.', ...came('json', replaced('58.75', '0')) },
  {
    name: 'document-pdf-other',
    wrong: 'As PDF the document is about another record.',
    ...asked((body) => ({ ...body, parameters: { invoice_id: 2 } }), ({ format, documentId }) => format === 'pdf' && documentId === 'invoice'),
  },
  {
    name: 'document-one-section',
    wrong: 'The document has the data of one section only.',
    ...altering(['generateDocument'], () => async (request, forward) =>
      withAnswer(await forward(request), ({ customer: _customer, lines: _lines, ...body }) => body)),
  },
  {
    name: 'document-unknown-is-known',
    wrong: 'For an ID that no document has another document comes.',
    ...asked((body) => ({ ...body, documentId: 'invoice' }), ({ documentId }) => String(documentId).startsWith('no-document')),
  },
  {
    name: 'document-always-first',
    wrong: 'The document is about the first record, whatever the parameters say.',
    ...asked((body) => ({ ...body, parameters: { invoice_id: 1 } }), ({ documentId, parameters }) => documentId === 'invoice' && isJsonObject(parameters) && typeof parameters['invoice_id'] === 'number'),
  },
  { name: 'document-default-json', wrong: 'Without a format the document comes as JSON.', ...asked((body) => ({ ...body, format: 'json' }), ({ format }) => format === undefined) },
  { name: 'document-bad-format', wrong: 'A format that there is not is taken for HTML.', ...asked((body) => ({ ...body, format: 'html' }), ({ format }) => format === 'no-such-format') },
  { name: 'document-no-id', wrong: 'Without an ID the invoice comes.', ...asked((body) => ({ ...body, documentId: 'invoice' }), ({ documentId }) => documentId === undefined) },
  {
    name: 'document-changes',
    wrong: 'As JSON the document has other values every time.',
    ...altering(['generateDocument'], () => {
      let total = 0
      return async (request, forward) => {
        total += 1
        return withAnswer(await forward(request), (body) => ({ ...body, stamp: `no. ${total}`, reviewed: total }))
      }
    }),
  },
  {
    name: 'document-login',
    wrong: 'For a document as HTML a login page comes.',
    ...altering(['generateDocument'], () => async (request, forward) => {
      const answer = await forward(request)
      return isOf(answer, 'html') ? answerOf(200, '<!doctype html><title>Login</title><form><input name="user"></form>', { 'content-type': 'text/html' }) : answer
    }),
  },
]

function asked(change: (body: JsonObject) => JsonObject, isMeant: (body: JsonObject) => boolean): Partial<Mutant> {
  return altering(['generateDocument'], () => (request, forward) => {
    const body = jsonOf(request)
    return forward(body === undefined || !isMeant(body) ? request : withRequest(request, change))
  })
}

function came(format: 'html' | 'json' | 'pdf', change: (bytes: Uint8Array) => Uint8Array): Partial<Mutant> {
  return altering(['generateDocument'], () => async (request, forward) => {
    const answer = await forward(request)
    return isOf(answer, format) ? { ...answer, body: change(answer.body) } : answer
  })
}

function isOf({ status, headers }: HttpAnswer, format: string): boolean {
  return status === 200 && headers['content-type']?.includes(format) === true
}

function replaced(text: string, by: string): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll(text, by))
}
