/** The typed client: transport, contract and failures put together. */
import type { Operation } from '../contract/index.ts'
import type {
  DocumentAnswer,
  DocumentFormat,
  Meanings,
  OperationId,
  WriteOperation,
  WriteResult,
} from '../core/index.ts'
import type { Client, ClientOptions, DocumentIn, RawClient } from './client.ts'
import { contractSource } from './contract-source.ts'
import { createFailures } from './failures.ts'
import { concealKey } from './key-concealment.ts'
import { reportPages, reportRows } from './report-pages.ts'
import type { PageSource } from './report-pages.ts'
import type { RawResult, Result } from './result.ts'
import { createTransport } from './transport.ts'
import type { RawRequest } from './transport.ts'
import { judge } from './verdict.ts'

/**
 * A client of the deployment at `baseUrl`, on `fetch` alone. The contract is loaded at the first call, unless it is
 * given.
 * @throws TypeError or RangeError when an option is unusable; the message never holds the key
 */
export function createClient(options: ClientOptions): Client {
  const contract = contractSource(options)
  const transport = createTransport(options)
  const concealed = concealKey(options.key)
  const failures = createFailures(concealed)

  const operationFor = async <Id extends OperationId>(id: Id): Promise<Operation<Id>> => (await contract()).operations[id]

  const call = async <Id extends OperationId>(
    id: Id,
    request: Meanings[Id]['request'],
  ): Promise<Result<Meanings[Id]['answer']>> => {
    const operation = await operationFor(id)
    const sent = await transport.send(outgoing(operation, request))
    if (sent.outcome === 'timedOut' || sent.outcome === 'unreachable') return failures.unanswered(id, sent)
    const { exchange } = sent
    const fault = sent.outcome === 'unreadable' ? sent.fault : undefined
    const verdict = judge(operation, request, exchange.answer, fault)
    if (verdict.kind === 'answer') return { ok: true, value: verdict.value, exchange }

    // An error tells what the answer holds, so it is judged once more without the key if it echoes that.
    const shown = concealed.answer(exchange.answer)
    const told = shown === exchange.answer ? verdict : judge(operation, request, shown, fault)
    switch (told.kind) {
      case 'refused':
        return failures.refused(id, exchange, told.refusal)
      case 'unexpected':
        return failures.unexpected(id, exchange, told.reason)
      case 'malformed':
        return failures.malformed(id, exchange, told.violations)
      case 'answer':
        return failures.malformed(id, exchange, [])
    }
  }

  const writeOne = async (operation: WriteOperation): Promise<Result<WriteResult>> => {
    const written = await call('writeRecords', { operations: [operation] })
    if (!written.ok) return written
    const { results } = written.value
    const [value] = results
    if (value !== undefined && results.length === 1) return { ...written, value }
    return failures.unexpected('writeRecords', written.exchange, `it has ${results.length} results for one operation`)
  }

  const pages: PageSource = {
    runReport: (request) => call('runReport', request),
    unexpected: (exchange, reason) => failures.unexpected('runReport', exchange, reason),
  }

  const sendRaw = async (what: string, request: RawRequest): Promise<RawResult> => {
    const sent = await transport.send(request)
    switch (sent.outcome) {
      case 'answered':
        return { ok: true, exchange: sent.exchange }
      case 'unreadable':
        return failures.malformed(what, sent.exchange, [{ pointer: '/body', message: sent.fault }])
      case 'unreachable':
      case 'timedOut':
        return failures.unanswered(what, sent)
    }
  }
  const callRaw = async <Id extends OperationId>(id: Id, request: Meanings[Id]['request']) =>
    sendRaw(id, outgoing(await operationFor(id), request))

  const raw: RawClient = {
    ping: () => callRaw('ping', {}),
    whoami: () => callRaw('whoami', {}),
    runReport: (request) => callRaw('runReport', request),
    generateDocument: (request) => callRaw('generateDocument', request),
    writeRecords: (request) => callRaw('writeRecords', request),
    validateTaxId: (request) => callRaw('validateTaxId', request),
    validateVatId: (request) => callRaw('validateVatId', request),
    send: (request) => sendRaw(`${request.method} ${request.target}`, request),
  }

  return {
    contract,
    ping: () => call('ping', {}),
    whoami: () => call('whoami', {}),
    runReport: pages.runReport,
    reportPages: (request) => reportPages(pages, request),
    reportRows: (request) => reportRows(pages, request),
    async generateDocument(request) {
      const result = await call('generateDocument', request)
      if (!result.ok) return result
      const { value, exchange } = result
      if (isIn(value, request.format)) return { ok: true, value, exchange }
      const reason = `it is ${value.format}, and ${request.format} was asked for`
      return failures.unexpected('generateDocument', exchange, reason)
    },
    writeRecords: (request) => call('writeRecords', request),
    createRecord: (section, fields) => writeOne({ section, fields }),
    editRecord: (section, recordId, fields) => writeOne({ section, recordId, fields }),
    deleteRecord: (section, recordId) => writeOne({ section, recordId, fields: { eliminado: 1 } }),
    validateTaxId: (request) => call('validateTaxId', request),
    validateVatId: (request) => call('validateVatId', request),
    raw,
  }
}

/**
 * A request with what to accept. The contract's own headers come last: a deployment may choose a document's
 * format by one of them.
 */
function outgoing<Id extends OperationId>(operation: Operation<Id>, request: Meanings[Id]['request']): RawRequest {
  const { method, target, headers, body } = operation.encodeRequest(request)
  const { authenticated } = operation
  return { method, target, headers: { accept: accepted(request), ...headers }, body, authenticated }
}

const mediaTypes: Record<DocumentFormat, string> = {
  html: 'text/html',
  json: 'application/json',
  pdf: 'application/pdf',
}

/** JSON rather than anything else (BODY-1), and first of all the format that was asked for. */
function accepted(request: Meanings[OperationId]['request']): string {
  const json = 'application/json, application/problem+json, */*;q=0.5'
  const format = 'format' in request ? request.format : undefined
  return format === undefined || format === 'json' ? json : `${mediaTypes[format]}, ${json}`
}

function isIn<Format extends DocumentFormat>(
  answer: DocumentAnswer,
  format: Format | undefined,
): answer is DocumentIn<Format> {
  return format === undefined || answer.format === format
}
