/** `ensayo proxy`: from the command line to the last answer. */
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import { paintFor } from '../../conformance/index.ts'
import type { HttpRequest } from '../../conformance/index.ts'
import { parseDuration } from '../../webhooks/index.ts'
import { baseOf } from '../conform/judged-target.ts'
import { UsageError } from '../usage-error.ts'
import { demandNumber, demandSingle } from '../webhook/arguments.ts'
import { effectiveContract } from '../webhook/effective-contract.ts'
import { given, takeInterruption } from '../webhook/interruption.ts'
import { printable } from '../webhook/terminal.ts'
import type { ProxyArguments } from './options.ts'
import { createSecondJudge } from './second-judge.ts'
import type { SecondJudge, SeenByPrism } from './second-judge.ts'

/** Nobody sends more to this interface. */
const longestBody = 20 * 2 ** 20

/**
 * Runs until a signal ends it.
 * @throws UsageError when it cannot start as asked
 */
export async function runProxy(args: ProxyArguments): Promise<void> {
  demandSingle(args)
  demandNumber('--port', args.port, { from: 0, to: 65_535, whole: true })
  const timeoutMs = parseDuration(args.timeout)
  if (timeoutMs === undefined || timeoutMs < 1) throw new UsageError('--timeout takes a length of time such as 30s')
  const { contract, profile } = await effectiveContract(args)
  const url = args.target ?? profile?.baseUrl
  if (url === undefined) throw new UsageError('--target is needed: the base URL of the service behind the proxy')
  const baseUrl = baseOf(url)
  const interruption = takeInterruption()
  const judge = await createSecondJudge({ contract, baseUrl })
  const server = createServer((request, response) => void pass({ request, response, baseUrl, timeoutMs, judge, all: args.all }))
  try {
    const address = await listening(server, args)
    process.stdout.write(`ensayo proxy on ${address} in front of ${baseUrl}; Prism checks what passes\n`)
    await given(interruption.signal)
  } finally {
    interruption.dispose()
    server.close()
    server.closeAllConnections()
    await judge.close()
  }
}

interface Passing {
  request: IncomingMessage
  response: ServerResponse
  baseUrl: string
  timeoutMs: number
  judge: SecondJudge
  all: boolean
}

/** Of one connection; the others belong to the exchange. */
const ownHeaders = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade', 'expect', 'proxy-connection']

async function pass({ request, response, baseUrl, timeoutMs, judge, all }: Passing): Promise<void> {
  const method = request.method ?? 'GET'
  const path = request.url ?? '/'
  try {
    const body = await bodyOf(request)
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        value === undefined || ownHeaders.includes(name) ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]]),
    )
    const copy: HttpRequest = { method, url: baseUrl + path, headers, ...(body.length === 0 ? {} : { body }) }
    const seen = await judge.exchange(copy, AbortSignal.timeout(timeoutMs))
    const { status, headers: answered, body: content } = seen.answer
    const kept = Object.entries(answered).filter(([name]) => name !== 'content-encoding' && name !== 'content-length' && !ownHeaders.includes(name))
    response.writeHead(status, Object.fromEntries(kept)).end(content)
    tell(method, path, seen, all)
  } catch (error) {
    const why = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)
    process.stdout.write(`${method} ${printable(path)} → no answer: ${printable(why)}\n`)
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' })
    response.end(`The service behind the proxy gave no answer: ${why}\n`)
  }
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue
    length += chunk.length
    if (length > longestBody) throw new Error(`the request has more than ${longestBody} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tell(method: string, path: string, { answer, known, findings }: SeenByPrism, all: boolean): void {
  const paint = paintFor(process.stdout)
  const violations = (findings ?? []).filter(({ isViolation }) => isViolation)
  if (violations.length === 0 && !all && known?.unreadable !== 'malformed JSON') return
  const verdict = findings === undefined ? paint('gray', known === undefined ? 'not in the contract' : 'not judged: malformed JSON') : violations.length === 0 ? paint('green', 'keeps the contract') : paint('red', 'violations')
  const lines = violations.map(({ side, place, message }) => `    ${side}${place === '' ? '' : ` ${printable(place)}`}: ${printable(message, 400)}`)
  process.stdout.write(`${[`${method} ${printable(path)} → ${answer.status} ${verdict}`, ...lines].join('\n')}\n`)
}

function listening(server: Server, { port, host }: ProxyArguments): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'the port is taken; give another one' : error.message
      reject(new UsageError(`--port ${port} on ${host} cannot be listened on: ${why}`))
    })
    server.listen(port, host, () => {
      const address = server.address()
      const chosen = typeof address === 'object' && address !== null ? address.port : port
      resolve(`http://${isIPv6(host) ? `[${host}]` : host}:${chosen}`)
    })
  })
}
