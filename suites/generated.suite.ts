/** Requests from the contract's schemas and around them: whatever comes, the service answers and goes on (GAP-ERRORS). */
import { textOf } from '../src/conformance/index.ts'
import type { Case, CaseContext, HttpAnswer, HttpRequest, Suite } from '../src/conformance/index.ts'
import { isJsonObject } from '../src/core/index.ts'
import type { JsonObject, JsonValue, Meanings, OperationId } from '../src/core/index.ts'
import { known, textIn } from './document-reading.ts'
import type { GeneratedRequest, PostOperation, RequestKind } from './generated-requests.ts'
import { missingTexts } from './shown-text.ts'

const errors = { kind: 'assumed', gap: 'GAP-ERRORS' } as const

/** Requests per case. */
function budget({ isMock }: CaseContext): number {
  return isMock ? 40 : 12
}

/** So many at once, where nobody else is disturbed. */
function width({ isMock }: CaseContext): number {
  return isMock ? 4 : 1
}

function seedOf(context: CaseContext): number {
  return Math.floor(context.random() * 2 ** 31)
}

/** A request that works, before and after all the others. Gives what is wrong when it does not. */
type Control = () => Promise<string | undefined>

function control<Id extends OperationId>(context: CaseContext, id: Id, meaning: Meanings[Id]['request']): Control {
  return async () => {
    const answer = await context.send(context.request(id, meaning), { evenBusy: true })
    return context.meaning(id, answer, meaning) === undefined ? `status ${answer.status}` : undefined
  }
}

async function answers(context: CaseContext, ask: Control): Promise<void> {
  const fault = await ask()
  if (fault !== undefined) {
    context.unjudged(`a request that is right is not answered as it should be: ${fault}`, 'See the cases of this operation, and correct the samples.')
  }
}

/** The operation as the generator takes it; undefined when it has no JSON body. */
function operationOf(context: CaseContext, id: OperationId, sample: HttpRequest): PostOperation | undefined {
  const { method, path } = context.contract.operations[id]
  const paths = context.contract.document['paths']
  let node: unknown = paths
  for (const key of [path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema']) node = isObject(node) ? node[key] : undefined
  if (!isObject(node) || typeof sample.body !== 'string') return undefined
  // The generator writes to what it is given, and the contract is frozen.
  const schema: JsonObject = JSON.parse(JSON.stringify({ ...node, components: context.contract.document['components'] }))
  const body: JsonValue = JSON.parse(sample.body)
  return { path, schema, bodies: [body] }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return isJsonObject(value)
}

/** Requests to one operation: around its schema when it has a body, with odd texts in its place otherwise. */
async function requestsTo<Id extends OperationId>(
  context: CaseContext,
  id: Id,
  sample: Meanings[Id]['request'],
  odd: (text: string) => Meanings[Id]['request'],
  count: number,
): Promise<HttpRequest[]> {
  const { generateRequests, oddTexts } = await import('./generated-requests.ts')
  const operation = operationOf(context, id, context.request(id, sample))
  const seed = seedOf(context)
  if (operation === undefined) return oddTexts(count, seed).map((text) => context.request(id, odd(text))).filter(canTravel)
  const kinds: RequestKind[] = ['valid', 'mutated', 'mutatedTwice', 'bytes', 'contentType']
  return generateRequests({ operations: [operation], key: context.key(), count, seed, kinds }).map((made) => sent(context, made))
}

function sent({ baseUrl }: CaseContext, { method, target, headers, body }: GeneratedRequest): HttpRequest {
  return { method, url: baseUrl + target, headers, ...(body === undefined ? {} : { body }) }
}

/** A header takes no more than Latin letters. */
function canTravel({ headers }: HttpRequest): boolean {
  return Object.values(headers).every((value) => /^[\t\x20-\x7e]*$/.test(value))
}

/** Sends them all, and has each answer looked at. */
async function each(context: CaseContext, requests: readonly HttpRequest[], look: (request: HttpRequest, answer: HttpAnswer) => Promise<void>) {
  const queue = requests.values()
  const statuses = new Map<number, number>()
  const worker = async () => {
    for (const request of queue) {
      const answer = await context.send(request, { evenBusy: true })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      await look(request, answer)
    }
  }
  await Promise.all(Array.from({ length: width(context) }, worker))
  return [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`).join(', ')
}

/** 501 says in so many words that something is not there; whatever else is 5xx is a fault. */
function isFault({ status }: HttpAnswer): boolean {
  return status >= 500 && status !== 501
}

async function neverFails(context: CaseContext, ask: Control, requests: readonly HttpRequest[]): Promise<string> {
  await answers(context, ask)
  const seen = await each(context, requests, async (request, answer) => {
    if (!isFault(answer)) return
    // What stands in front of a deployment fails now and then; the same request then passes.
    if (!context.isMock && !isFault(await context.send(request, { evenBusy: true }))) return
    context.broken({
      message: `a generated request is answered with ${answer.status}`,
      expected: 'a refusal, or an answer',
      found: `${request.method} ${request.url.slice(context.baseUrl.length).slice(0, 80)} ${shownBody(request)}`,
      cure: 'The exchanges of this case have the request as a curl line.',
    })
  })
  const fault = await ask()
  context.check(fault === undefined, { message: 'after these requests a right one is no longer answered', expected: 'an answer as before', found: fault ?? '' })
  return `${requests.length} requests: ${seen}; a right one is answered as before.`
}

function shownBody({ body }: HttpRequest): string {
  return body === undefined ? '' : (typeof body === 'string' ? body : new TextDecoder().decode(body)).slice(0, 160)
}

const evidence = 'Dozens of requests, seeded, all answered below 500, and a right one answered before and after.'

const cases: readonly Case[] = [
  {
    id: 'GEN-REPORTS',
    title: 'No report request, however odd, is answered with a server error',
    basis: errors,
    safety: 'load',
    needs: ['fullKey', 'report'],
    evidence,
    async run(context) {
      const { id, parameters } = context.sample('report')
      const sample = { id, parameters, page: 1, pageSize: 2, withFiles: false, safeColumnNames: true }
      const requests = await requestsTo(context, 'runReport', sample, (text) => ({ id: text }), budget(context))
      return neverFails(context, control(context, 'runReport', sample), requests)
    },
  },
  {
    id: 'GEN-DOCUMENTS',
    title: 'No document request, however odd, is answered with a server error',
    basis: errors,
    safety: 'load',
    needs: ['fullKey', 'document'],
    evidence,
    async run(context) {
      const { id, parameters, contains } = context.sample('document')
      // Anything may be a document; this one shows the texts of the sample.
      const { format } = await known(context)
      const sample = { id, parameters, format }
      const comes = async () => {
        const text = await textIn(context, format)
        if (text === undefined) return `it does not come as ${format}`
        const missing = missingTexts(text, contains)
        return missing.length === 0 ? undefined : `it does not show ${missing.join(', ')}`
      }
      const requests = await requestsTo(context, 'generateDocument', sample, (text) => ({ id: text }), budget(context))
      return neverFails(context, comes, requests)
    },
  },
  {
    id: 'GEN-TAX-IDS',
    title: 'No tax identifier, however odd, is answered with a server error',
    basis: errors,
    safety: 'load',
    needs: ['fullKey', 'taxIds'],
    evidence,
    async run(context) {
      const sample = { value: context.samples.taxIds.valid[0] ?? '' }
      const requests = await requestsTo(context, 'validateTaxId', sample, (value) => ({ value }), budget(context))
      return neverFails(context, control(context, 'validateTaxId', sample), requests)
    },
  },
  {
    id: 'GEN-VAT-IDS',
    title: 'No VAT identifier, however odd, is answered with a server error',
    basis: errors,
    safety: 'load',
    needs: ['fullKey', 'vatIds'],
    evidence,
    async run(context) {
      const sample = { value: context.samples.vatIds.valid[0] ?? '' }
      const requests = await requestsTo(context, 'validateVatId', sample, (value) => ({ value }), budget(context))
      return neverFails(context, control(context, 'validateVatId', sample), requests)
    },
  },
  {
    id: 'GEN-WRITES',
    title: 'No write request, however odd, is answered with a server error',
    basis: errors,
    safety: 'write',
    needs: ['fullKey', 'section'],
    evidence,
    async run(context) {
      // Some of them create and edit whatever they hit upon, and nothing would tell their records from others.
      if (!context.isMock) context.unjudged('requests made by chance do not go into real books', 'Judge this on a mock.')
      const { id: section } = context.sample('section')
      const sample = { operations: [{ section, fields: context.records.fields() }] }
      const requests = await requestsTo(context, 'writeRecords', sample, () => sample, budget(context))
      return neverFails(context, control(context, 'writeRecords', sample), requests)
    },
  },
  {
    id: 'GEN-PATHS',
    title: 'No path, however odd, is answered with a server error',
    basis: errors,
    safety: 'load',
    needs: ['fullKey'],
    evidence,
    async run(context) {
      const { generateRequests, postOperations } = await import('./generated-requests.ts')
      const document: JsonObject = JSON.parse(JSON.stringify(context.contract.document))
      const made = generateRequests({
        operations: postOperations(document),
        key: context.key(),
        count: budget(context),
        seed: seedOf(context),
        kinds: ['route'],
        // Others might write.
        strayMethods: ['GET', 'HEAD', 'OPTIONS'],
      })
      const requests = made.map(({ method, target, headers: { authorization = '' } }) => ({ method, url: context.baseUrl + target, headers: { authorization } }))
      return neverFails(context, control(context, 'whoami', {}), requests)
    },
  },
  {
    id: 'GEN-KEY',
    title: 'No answer to an odd request has the key in it',
    basis: errors,
    safety: 'load',
    needs: ['fullKey', 'report'],
    evidence: 'Refusals among the answers, none of them with the key in a header or in the body.',
    async run(context) {
      const { id, parameters } = context.sample('report')
      const sample = { id, parameters, page: 1, pageSize: 2 }
      await answers(context, control(context, 'runReport', sample))
      const requests = await requestsTo(context, 'runReport', sample, (text) => ({ id: text }), Math.ceil(budget(context) / 2))
      const key = context.key()
      let refused = 0
      const seen = await each(context, requests, async (request, answer) => {
        if (answer.status >= 400) refused += 1
        const place = Object.entries(answer.headers).find(([, value]) => value.includes(key))?.[0]
        const where = place ?? (textOf(answer).includes(key) ? 'the body' : undefined)
        context.check(where === undefined, { message: `an answer has the key in ${where ?? ''}`, expected: 'no key', found: `status ${answer.status}, to ${shownBody(request)}` })
      })
      if (refused === 0) context.unjudged('none of the odd requests was refused', 'Run it again with another --seed.')
      return `${requests.length} answers without the key: ${seen}.`
    },
  },
]

export const generatedSuite: Suite = { area: 'generated', title: 'Generated requests', cases }
