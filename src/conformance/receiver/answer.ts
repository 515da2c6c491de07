/** What a receiver does once a notification is complete, and doing it. */
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export type Answer =
  | {
      kind: 'status'
      /** 200 to 599. */
      status: number
      headers?: Readonly<Record<string, string | string[]>>
      body?: string | Uint8Array
    }
  /** 307 to `redirectedPath` of the same receiver: who follows it sends the token along. */
  | { kind: 'redirect' }
  /** 200 at once, then the body drop by drop for so long. */
  | { kind: 'slow'; lastsMs: number }
  /** Breaks the connection off. */
  | { kind: 'reset' }
  /** Never answers, until the sender leaves. */
  | { kind: 'hang' }

/** How it ended. */
export type AnswerEnd =
  | { end: 'answered'; status: number }
  | { end: 'reset' }
  /** The sender closed the connection before the answer was complete. */
  | { end: 'senderLeft' }
  /** The receiver was closed before the answer was complete. */
  | { end: 'receiverClosed' }

export const redirectedPath = '/redirected'

const drops = 20

export interface Play {
  response: ServerResponse
  delayMs: number
  /** Whether connections end because the receiver does. */
  isClosing: () => boolean
}

/** Answers after the delay; resolves when the answer is sent or the connection gone. Never rejects. */
export async function play(answer: Answer, { response, delayMs, isClosing }: Play): Promise<AnswerEnd> {
  const over = ended(response)
  const stop = new AbortController()
  void over.then(() => stop.abort())
  try {
    if (delayMs > 0) await pause(delayMs, undefined, { signal: stop.signal })
    if (answer.kind === 'reset' && !response.destroyed) {
      response.socket?.resetAndDestroy()
      return { end: 'reset' }
    }
    await send(answer, response, stop.signal)
  } catch (error) {
    if (!stop.signal.aborted) throw error
  }
  await over
  return response.writableFinished ? { end: 'answered', status: response.statusCode } : unanswered(isClosing)
}

export function unanswered(isClosing: () => boolean): AnswerEnd {
  return { end: isClosing() ? 'receiverClosed' : 'senderLeft' }
}

async function send(answer: Answer, response: ServerResponse, stop: AbortSignal): Promise<void> {
  switch (answer.kind) {
    case 'status': {
      const { status, headers = {}, body = '' } = answer
      const bytes = Buffer.from(body)
      const hasBody = status !== 204 && status !== 304
      response.writeHead(status, hasBody ? { 'content-length': bytes.length, ...headers } : headers)
      response.end(hasBody ? bytes : undefined)
      return
    }
    case 'redirect':
      response.writeHead(307, { location: redirectedPath, 'content-length': 0 }).end()
      return
    case 'slow':
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': drops }).flushHeaders()
      for (let drop = 1; drop <= drops; drop += 1) {
        await pause(answer.lastsMs / drops, undefined, { signal: stop })
        if (drop < drops) response.write('.')
      }
      response.end('.')
      return
    case 'reset':
    case 'hang':
  }
}

/** Resolves when the answer is complete or its connection is gone. */
export function ended(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) resolve()
    else response.once('close', resolve)
  })
}
