/** What a receiver does otherwise than a sound one with HTTP. */
import type { Socket } from 'node:net'
import { soundRecipe } from './sound-recipe.ts'
import type { Asked, Recipe, Reply } from './sound-recipe.ts'

/** Instead of the sound replies, for a method. */
const onMethod = (method: string, reply: Reply): Partial<Recipe> => ({
  method: (asked) => (asked.request.method === method ? reply : soundRecipe.method(asked)),
})

/** The same of every reply. */
const onEvery = (change: (reply: Reply) => Reply): Partial<Recipe> => ({
  write: (reply, response, asked) => soundRecipe.write(change(reply), response, asked),
})

function createPerConnection(): (socket: Socket) => { requests: number; refused: boolean } {
  const known = new WeakMap<Socket, { requests: number; refused: boolean }>()
  return (socket) => {
    const seen = known.get(socket) ?? { requests: 0, refused: false }
    known.set(socket, seen)
    return seen
  }
}

const connectionOf = createPerConnection()
const typeOf = ({ request }: Asked) => request.headers['content-type'] ?? ''
const wrongType: Reply = { status: 415, body: 'send JSON' }

export const httpDefects = {
  'moved-elsewhere': { first: () => ({ status: 308, headers: { location: '/hook/' } }) },
  'wants-the-type-as-written': { mediaType: (asked) => (typeOf(asked) === 'application/json' ? soundRecipe.mediaType(asked) : wrongType) },
  'wants-the-type-in-lower-case': {
    mediaType: (asked) => (typeOf(asked).startsWith('application/json') ? soundRecipe.mediaType(asked) : wrongType),
  },
  'takes-any-type': { mediaType: () => undefined },
  'wants-names-as-written': {
    first: ({ request }) => (request.method === 'POST' && !request.rawHeaders.includes('Content-Type') ? { status: 400, body: 'no type' } : undefined),
  },
  'wants-the-length': {
    first: ({ request }) => (request.headers['transfer-encoding'] === undefined ? undefined : { status: 411, body: 'how long?' }),
  },
  'does-not-continue': {
    expected(_, response) {
      response.writeHead(417).end()
      return false
    },
  },
  'stumbles-over-gzip': {
    mediaType: (asked) => (asked.request.headers['content-encoding'] === undefined ? soundRecipe.mediaType(asked) : { status: 500, body: 'error' }),
  },
  'takes-any-method': { method: () => undefined },
  'refuses-methods-without-allow': {
    method: ({ request: { method } }) => (method === 'POST' ? undefined : { status: 405, body: 'no' }),
  },
  'fails-on-options': onMethod('OPTIONS', { status: 500, body: 'error' }),
  'gives-head-a-body': {
    write(reply, response, asked) {
      if (asked.request.method !== 'HEAD') soundRecipe.write(reply, response, asked)
      else response.socket?.write('HTTP/1.1 405 Method Not Allowed\r\nAllow: POST\r\nContent-Length: 4\r\n\r\nPOST')
    },
  },
  'drops-its-tenth-request': {
    write(reply, response, asked) {
      const seen = connectionOf(asked.request.socket)
      seen.requests += 1
      if (seen.requests === 10) response.destroy()
      else soundRecipe.write(reply, response, asked)
    },
  },
  'drops-the-request-after-a-refusal': {
    write(reply, response, asked) {
      const seen = connectionOf(asked.request.socket)
      if (seen.refused) response.destroy()
      else soundRecipe.write(reply, response, asked)
      seen.refused = reply.status >= 400
    },
  },
  'answers-at-length': onEvery((reply) => (reply.status === 204 ? { status: 200, body: 'x'.repeat(20_000) } : reply)),
  'begins-sessions': onEvery((reply) => ({ ...reply, headers: { ...reply.headers, 'set-cookie': 'session=1' } })),
  'shows-stacks': {
    malformed: (_, error) => ({ status: 400, headers: { 'content-type': 'text/plain' }, body: error instanceof Error ? (error.stack ?? '') : '' }),
  },
  'fails-without-retry-after': { failing: () => ({ status: 503, body: 'try again' }) },
  'asks-for-a-retry-in-words': { failing: () => ({ status: 503, headers: { 'retry-after': 'soon' }, body: 'try again' }) },
} satisfies Record<string, Partial<Recipe>>
