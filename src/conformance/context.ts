/** What one case works with, made for it. */
import { createClient, judge, readAnswerBody } from '../client/index.ts'
import type { Client, Result } from '../client/index.ts'
import type { Operation, WireAnswer } from '../contract/index.ts'
import type { Meanings, OperationId, ProblemKind } from '../core/index.ts'
import type { CaseContext, Treatment } from './case.ts'
import type { HttpAnswer, HttpRequest, Requester } from './exchange/index.ts'
import { Broken, Unjudged } from './judgement.ts'
import type { MarkedRecords } from './records.ts'
import type { Listening, ListeningWish } from './listening.ts'
import type { Snapshot } from './snapshot.ts'
import type { KeyName, Place, Samples, Target } from './target.ts'
import type { Deviation } from './verdict.ts'

export interface ContextDeps {
  target: Target
  place: Place
  requester: Requester
  records: MarkedRecords
  random: () => number
  timeoutMs: number
  listen: (wish: ListeningWish) => Promise<Listening>
  note: (sentence: string) => void
  snapshot: Snapshot
}

const accept = 'application/json, application/problem+json, */*;q=0.5'

/** Of the service itself: they say nothing about the request. */
const ownFaults: ReadonlySet<ProblemKind> = new Set(['internal', 'rateLimited', 'unavailable'])

export function createContext(deps: ContextDeps): CaseContext {
  const { target, place, requester } = deps
  const { contract, baseUrl, samples } = target
  const clients = new Map<KeyName, Client>()

  function key(name: KeyName = 'full'): string {
    const found = place.keys[name]
    if (found === undefined) throw new Error(`the case uses the ${name} key and does not say that it needs it`)
    return found
  }

  function client(name: KeyName = 'full'): Client {
    const known = clients.get(name)
    if (known !== undefined) return known
    const made = createClient({ baseUrl, key: key(name), contract, fetch: requester.fetch, timeoutMs: deps.timeoutMs * 4 })
    clients.set(name, made)
    return made
  }

  function verdictOn<Id extends OperationId>(id: Id, answer: HttpAnswer, asked: Meanings[Id]['request']) {
    const operation: Operation<Id> = contract.operations[id]
    const { wire, fault } = wireAnswer(answer)
    return judge(operation, asked, wire, fault)
  }

  const broken = (deviation: Deviation | string): never => {
    throw new Broken(typeof deviation === 'string' ? { message: deviation } : deviation)
  }
  const unjudged = (reason: string, cure: string): never => {
    throw new Unjudged(reason, cure)
  }

  return {
    contract,
    baseUrl,
    samples,
    isMock: target.kind === 'mock',
    random: deps.random,
    records: deps.records,
    client,
    key,
    send: requester.send,
    listen: deps.listen,
    note: deps.note,
    snapshot: deps.snapshot,
    broken,
    unjudged,

    request(id, meaning, authorization) {
      const operation: Operation<typeof id> = contract.operations[id]
      const { method, target: path, headers, body } = operation.encodeRequest(meaning)
      const credentials = authorization === undefined ? `Bearer ${key()}` : authorization
      return {
        method,
        url: baseUrl + path,
        headers: { accept, ...headers, ...(credentials === null ? {} : { authorization: credentials }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      } satisfies HttpRequest
    },

    treatment(id, answer): Treatment {
      const { status } = answer
      if (status >= 300 && status < 500 && status !== 429) return { kind: 'refused', status }
      const operation = contract.operations[id]
      const { wire } = wireAnswer(answer)
      const verdict = operation.checkAnswer(wire).length > 0 ? undefined : operation.decodeAnswer(wire)
      if (verdict?.kind === 'refusal' && !ownFaults.has(verdict.refusal.code)) return { kind: 'refused', status }
      if (verdict?.kind === 'answer') return { kind: 'answered', status }
      const reason = status >= 500 ? `status ${status} is a fault of the server` : `status ${status} with a body that is none of the contract's`
      return { kind: 'unclear', status, reason }
    },

    refusal(id, answer) {
      const { wire, fault } = wireAnswer(answer)
      const operation = contract.operations[id]
      if (fault !== undefined || operation.checkAnswer(wire).length > 0) return undefined
      const decoded = operation.decodeAnswer(wire)
      return decoded.kind === 'refusal' ? decoded.refusal : undefined
    },

    meaning(id, answer, asked) {
      const verdict = verdictOn(id, answer, asked)
      return verdict.kind === 'answer' ? verdict.value : undefined
    },

    given<T>(result: Result<T>, what: string): T {
      if (result.ok) return result.value
      const { error } = result
      throw new Unjudged(`${what} could not be had: ${error.message}`, cureOf(error.kind))
    },

    answered,

    must<T>(result: Result<T>, what: string): T {
      const seen = answered(result, what)
      if (seen.ok) return seen.value
      throw new Broken({ message: `${what} could not be had: ${seen.error.message}` })
    },

    sample<Name extends keyof Samples>(name: Name): NonNullable<Samples[Name]> {
      const found = samples[name]
      if (found === undefined) throw new Unjudged(`there is no sample of a ${name}`, `Add samples.${name} to the profile.`)
      return found
    },

    check(holds, deviation) {
      if (!holds) broken(deviation)
    },

    async editInConsole(section, id, fields) {
      if (place.console?.edit === undefined) return false
      await place.console.edit(section, id, fields)
      return true
    },

    versions() {
      if (place.versions === undefined) throw new Error('the case changes the version and does not say that it needs it')
      return place.versions
    },

    async advance(milliseconds) {
      if (place.clock === undefined) throw new Error('the case moves the clock and does not say that it needs it')
      await place.clock.advance(milliseconds)
    },
  }
}

function answered<T>(result: Result<T>, what: string): Result<T> {
  if (result.ok) return result
  const { error } = result
  const isFault = 'exchange' in error && error.exchange.answer.status >= 500
  if (!isFault && error.kind !== 'unreachable' && error.kind !== 'timedOut') return result
  throw new Unjudged(
    `${what} could not be had: ${error.message}`,
    isFault ? 'See what is wrong with the target.' : cureOf(error.kind),
  )
}

function wireAnswer(answer: HttpAnswer): { wire: WireAnswer; fault: string | undefined } {
  const { 'content-type': contentType, ...headers } = answer.headers
  const { fault, ...content } = readAnswerBody(answer.status, contentType, answer.body)
  return { wire: { status: answer.status, headers, ...content }, fault }
}

function cureOf(kind: string): string {
  switch (kind) {
    case 'refused':
      return 'See that the key may do this and that the samples of the profile are right; other names of the request belong into an overlay.'
    case 'malformed':
    case 'unexpected':
      return 'The answer has another shape than the contract assumes; write it down in an overlay.'
    default:
      return 'See that the target runs, can be reached from here, and answers in time.'
  }
}
