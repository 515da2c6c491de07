/** A receiver of webhooks on this machine: records and judges what comes, and answers as it is told to. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { systemClock } from '../../core/index.ts'
import type { Clock } from '../../core/index.ts'
import type { Contract } from '../../contract/index.ts'
import { ended, play, redirectedPath, unanswered } from './answer.ts'
import type { Answer } from './answer.ts'
import { examine } from './received.ts'
import type { RawRequest, ReceivedNotification } from './received.ts'

/** Decides on an answer. The request is as it came, secrets included. A promise of it shall not reject. */
export type Answerer = (received: ReceivedNotification, request: RawRequest) => Answer | Promise<Answer>

export interface ReceiverOptions {
  /** The contract whose notification is expected. */
  contract: Pick<Contract, 'notification'>
  /** A free one unless given. */
  port?: number
  /** 127.0.0.1 unless given. */
  host?: string
  /** The webhook's token; without it none is expected. Where several webhooks call: that of a path. */
  token?: string | ((path: string) => string | undefined)
  /**
   * The answers in turn, of which the last is repeated; or what decides on each. Without it, those of a sound
   * receiver: 200, but 405 to what is no POST, and 401 to a token that is missing or wrong.
   */
  answers?: readonly Answer[] | Answerer
  /** Before each answer; none unless given. */
  delayMs?: number
  /** When things arrive; the machine's unless given. */
  clock?: Clock
  /** So many notifications are remembered, the latest ones; 1000 unless given. */
  keep?: number
  /** Called when a notification has come. */
  onNotification?: (received: ReceivedNotification) => void
  /** Called when its answer is over. */
  onAnswered?: (received: ReceivedNotification) => void
  /** Called when something came that is no HTTP: one readable line. */
  onFault?: (message: string) => void
}

export interface Receiver {
  /** Where it listens. Any path will do. */
  readonly url: string
  /** Those remembered, the oldest first. */
  received(): readonly ReceivedNotification[]
  /** Stops at once; whatever is under way is broken off. */
  close(): Promise<void>
}

/** The receiver cannot listen where it should; the message is one line. */
export class ReceiverRefused extends Error {
  override name = 'ReceiverRefused'
}

const longestBody = 5 * 2 ** 20

/** So many different bodies are told from repetitions; each is a line of memory, not the body. */
const mostDigests = 10_000

/** @throws ReceiverRefused when it cannot listen */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { contract, token, delayMs = 0, clock = systemClock, keep = 1000 } = options
  const answerer = answererOf(options.answers)
  const memory = createMemory(keep)
  const underWay = new Set<Promise<void>>()
  let redirects = false
  let closing = false
  const isClosing = () => closing

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await whole(request)
    const started = performance.now()
    const redirected = redirects && raw.target === redirectedPath
    const received: Mutable = {
      number: 0,
      at: clock.now(),
      ...examine(raw, { contract, token: typeof token === 'function' ? token(pathOf(raw.target)) : token }),
      repeats: undefined,
      redirected,
      answer: undefined,
      answered: undefined,
    }
    memory.add(received)
    const chosen = raw.end === 'complete' ? answerTo(received, raw) : raw.end === 'endless' ? tooLong : undefined
    if (chosen !== undefined && !(chosen instanceof Promise)) received.answer = chosen
    options.onNotification?.(received)

    // A decision that takes its time, such as asking another server, shall not outlast the connection.
    const answer = await Promise.race([chosen, ended(response)])
    if (answer !== undefined) received.answer = answer
    if (answer?.kind === 'redirect') redirects = true
    const end = answer === undefined ? unanswered(isClosing) : await play(answer, { response, delayMs, isClosing })
    received.answered = { ...end, afterMs: performance.now() - started }
    options.onAnswered?.(received)
  }

  /** What followed a redirect is no delivery of its own and leaves the script alone. */
  function answerTo(received: ReceivedNotification, raw: RawRequest): Answer | Promise<Answer> {
    return received.redirected ? { kind: 'status', status: 200 } : answerer(received, raw)
  }

  const server = createServer((request, response) => {
    const taken = take(request, response).finally(() => underWay.delete(taken))
    underWay.add(taken)
  })
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: unknown }, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    options.onFault?.(noHttp(error.rawPacket))
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })

  return {
    url: await listen(server, options),
    received: memory.all,
    async close() {
      closing = true
      server.close()
      server.closeAllConnections()
      await Promise.all(underWay)
    },
  }
}

/** Filled in as things happen; whoever looks at it only reads. */
type Mutable = { -readonly [Key in keyof ReceivedNotification]: ReceivedNotification[Key] }

const tooLong: Answer = { kind: 'status', status: 413, headers: { connection: 'close' } }

function createMemory(keep: number) {
  const kept: ReceivedNotification[] = []
  const firstWith = new Map<string, number>()
  let count = 0
  return {
    /** Numbers it, and sees whether its body came before. */
    add(received: Mutable): void {
      count += 1
      received.number = count
      if (received.complete && received.bytes > 0) {
        const digest = createHash('sha256').update(received.body).digest('base64')
        received.repeats = firstWith.get(digest)
        if (received.repeats === undefined) firstWith.set(digest, count)
        const [oldest] = firstWith.keys()
        if (firstWith.size > mostDigests && oldest !== undefined) firstWith.delete(oldest)
      }
      kept.push(received)
      if (kept.length > keep) kept.shift()
    },
    all: () => [...kept],
  }
}

function pathOf(target: string): string {
  return target.split('?')[0] ?? ''
}

/** Decides as `answers` says; without it, as a sound receiver does. */
export function answererOf(answers: ReceiverOptions['answers']): Answerer {
  if (answers === undefined) return soundAnswer
  if (typeof answers === 'function') return answers
  let played = 0
  return () => {
    const answer = answers[Math.min(played, answers.length - 1)]
    played += 1
    return answer ?? { kind: 'status', status: 200 }
  }
}

function soundAnswer({ method, token }: ReceivedNotification): Answer {
  if (method !== 'POST') return { kind: 'status', status: 405, headers: { allow: 'POST' } }
  if (token === 'missing' || token === 'wrong') {
    return { kind: 'status', status: 401, headers: { 'www-authenticate': 'Bearer' } }
  }
  return { kind: 'status', status: 200 }
}

/** Reads a request to its end, whatever that is. */
function whole(request: IncomingMessage): Promise<RawRequest> {
  const { method = '', url: target = '', rawHeaders } = request
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve) => {
    const done = (end: RawRequest['end']) => resolve({ method, target, rawHeaders, body: Buffer.concat(chunks), end })
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > longestBody) done('endless')
      else chunks.push(chunk)
    })
    request.on('end', () => done('complete'))
    request.on('error', () => done('cut'))
    request.on('close', () => done('cut'))
  })
}

/** The first byte of a TLS handshake is 22; what else there may be, nobody can tell. */
function noHttp(packet: unknown): string {
  if (packet instanceof Uint8Array && packet[0] === 22) {
    return 'a sender spoke TLS, and this receiver speaks plain HTTP: the URL to call begins with http://'
  }
  return 'something came that is no HTTP; it was answered 400'
}

async function listen(server: Server, { host = '127.0.0.1', port = 0 }: ReceiverOptions): Promise<string> {
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    throw new ReceiverRefused(`the receiver cannot listen on ${host}, port ${port}: ${reasonOf(error)}`, { cause: error })
  }
  const address = server.address()
  const taken = address === null || typeof address === 'string' ? port : address.port
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return 'something else listens there; choose another port, 0 for a free one'
    case 'EACCES':
      return 'that port is reserved; choose one from 1024'
    case 'EADDRNOTAVAIL':
      return 'this machine has no such address'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'there is no such host name'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}
