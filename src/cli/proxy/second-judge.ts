/**
 * Prism judges a copy of what travels: the request goes to the target as it came and the answer comes back as it was,
 * while Prism sees both. It writes JSON anew, reads PDF as text and knows paths in one letter case only, so nothing of
 * what it passes on is used but its findings.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { overTheNetwork } from '../../conformance/index.ts'
import type { Carrier, HttpAnswer, HttpRequest } from '../../conformance/index.ts'
import type { Contract } from '../../contract/index.ts'
import { knownRequest } from './known-request.ts'
import type { KnownRequest } from './known-request.ts'
import { startPrism } from './prism-process.ts'
import { readFindings } from './prism-findings.ts'
import type { PrismFinding } from './prism-findings.ts'

export interface SeenByPrism {
  answer: HttpAnswer
  /** Undefined for what the contract does not describe, where Prism has nothing to say. */
  known: KnownRequest | undefined
  /** Undefined for what Prism was not shown: it waits for ever for the rest of malformed JSON. */
  findings: readonly PrismFinding[] | undefined
}

export interface SecondJudge {
  /** Rejects when the target gives no whole answer. */
  exchange(request: HttpRequest, signal: AbortSignal): Promise<SeenByPrism>
  close(): Promise<void>
}

export interface SecondJudgeDeps {
  contract: Contract
  /** Of the target, without a trailing slash. */
  baseUrl: string
  /** To the target; the network unless given. */
  carrier?: Carrier
}

const idHeader = 'x-ensayo-exchange'

/** Headers of one connection, and those that no longer fit a body that has been decoded. */
const ownHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'content-length', 'upgrade', 'trailer'])

const silent: PrismFinding = { side: 'request', isViolation: true, place: '', message: 'Prism gave no verdict' }

interface Pending {
  request: HttpRequest
  signal: AbortSignal
  /** Once it was sent to the target. */
  answer?: Promise<HttpAnswer>
}

/** @throws UsageError when Prism is not installed, or does not start */
export async function createSecondJudge({ contract, baseUrl, carrier = overTheNetwork }: SecondJudgeDeps): Promise<SecondJudge> {
  const pending = new Map<string, Pending>()
  let count = 0

  const fromTarget = (one: Pending): Promise<HttpAnswer> => {
    one.answer ??= carrier(one.request, one.signal)
    one.answer.catch(() => {})
    return one.answer
  }

  /** Where Prism passes on to: the target is asked with the request as it came. */
  const behind = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume()
    const one = pending.get(String(request.headers[idHeader]))
    if (one === undefined) return void response.writeHead(400).end()
    fromTarget(one).then(
      ({ status, headers, body }) => {
        const kept = Object.entries(headers).filter(([name]) => !ownHeaders.has(name))
        response.writeHead(status, Object.fromEntries(kept)).end(body)
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve))
  const address = behind.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const closeBehind = () =>
    new Promise<void>((resolve) => {
      behind.close(() => resolve())
      behind.closeAllConnections()
    })
  const prism = await startPrism(contract, `http://127.0.0.1:${port}`).catch(async (error: unknown) => {
    await closeBehind()
    throw error
  })

  return {
    async exchange(request, signal) {
      const known = knownRequest(contract, baseUrl, request)
      const one: Pending = { request, signal }
      if (known === undefined || known.unreadable === 'malformed JSON') {
        return { answer: await fromTarget(one), known, findings: undefined }
      }
      count += 1
      const id = String(count)
      pending.set(id, one)
      try {
        const query = /\?[^#]*/.exec(request.url)?.[0] ?? ''
        const copy = { ...request, url: prism.url + known.path + query, headers: { ...inItsCase(request.headers), [idHeader]: id } }
        const told = await overTheNetwork(copy, signal).catch(() => undefined)
        const wasPassedOn = one.answer !== undefined
        const answer = await fromTarget(one)
        return { answer, known, findings: told === undefined ? [silent] : readFindings(told, wasPassedOn) }
      } finally {
        pending.delete(id)
      }
    },
    async close() {
      await prism.close()
      await closeBehind()
    },
  }
}

/** To Prism the name of the scheme has one letter case; to HTTP it has any (RFC 9110, section 11.1). */
function inItsCase(headers: HttpRequest['headers']): HttpRequest['headers'] {
  const { authorization } = headers
  return authorization === undefined ? headers : { ...headers, authorization: authorization.replace(/^bearer /i, 'Bearer ') }
}
