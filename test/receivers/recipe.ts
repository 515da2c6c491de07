/**
 * Receivers for proofs: a sound one on node:http, and one for each defect. All run in this process and start within
 * milliseconds. `restart` drops what is in memory and the connections; what is on the `Disk` stays.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { defects } from './defects.ts'
import type { DefectName } from './defects.ts'
import { createDisk, stateText } from './disk.ts'
import type { Disk } from './disk.ts'
import { startFollower } from './follower.ts'
import type { Api, Follower } from './follower.ts'
import { soundRecipe } from './sound-recipe.ts'
import type { Asked, Recipe, Reply } from './sound-recipe.ts'

export type { DefectName } from './defects.ts'

export interface ReceiverSettings {
  /** What it reads records back from; without it, it keeps what the notification says. */
  apiUrl?: string
  apiKey?: string
  /** None unless given: anybody may notify. */
  token?: string
  /** Another that is valid as well, while the token is being changed. */
  nextToken?: string
  /** A free one unless given. */
  port?: number
  /** How it reads a notification, where it is not written as the bundled contract has it. */
  understand?: Recipe['understand']
}

export interface ReceiverUnderTest {
  /** Where it takes notifications. */
  url: string
  /** Its copy of the records, as text. */
  stateUrl: string
  /** From now on its storage is gone, so that it can accept nothing. */
  fail(): Promise<void>
  recover(): Promise<void>
  /** As when its process is killed and started again. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Sound unless a defect is named. */
export function startReceiverUnderTest(defect?: DefectName, settings: ReceiverSettings = {}): Promise<ReceiverUnderTest> {
  const { understand } = settings
  const recipe: Recipe = {
    ...soundRecipe,
    ...(understand === undefined ? {} : { understand }),
    ...(defect === undefined ? {} : defects[defect]),
  }
  return startOn((deps) => createRecipeServer({ recipe, ...deps }), recipe, settings)
}

/** What a stack's server is made of. */
export interface ServerDeps {
  tokens: readonly string[]
  follower: Follower
  disk: Disk
  isFailing: () => boolean
}

/** The life of a receiver on any stack: its disk, its follower, its port. */
export async function startOn(
  createOn: (deps: ServerDeps) => Server | Promise<Server>,
  { follower: recipe }: Pick<Recipe, 'follower'>,
  { apiUrl, apiKey, token, nextToken, port: wanted = 0 }: ReceiverSettings,
): Promise<ReceiverUnderTest> {
  const disk = createDisk()
  const api: Api | undefined = apiUrl === undefined || apiKey === undefined ? undefined : { url: apiUrl, key: apiKey }
  const tokens = [token, nextToken].filter((one) => one !== undefined)
  let failing = false

  async function begin(port: number) {
    const follower = startFollower({ recipe, disk, api })
    const server = await createOn({ tokens, follower, disk, isFailing: () => failing })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    return { follower, server }
  }

  let { follower, server } = await begin(wanted)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  const origin = `http://127.0.0.1:${address.port}`

  async function end(): Promise<void> {
    follower.stop()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  return {
    url: `${origin}/hook`,
    stateUrl: `${origin}/state`,
    async fail() {
      failing = true
    },
    async recover() {
      failing = false
    },
    async restart() {
      await end()
      ;({ follower, server } = await begin(address.port))
    },
    close: end,
  }
}

function createRecipeServer({ recipe, tokens, follower, disk, isFailing }: ServerDeps & { recipe: Recipe }): Server {
  let handled = 0
  /** What nobody catches ends a process. */
  function die(): void {
    follower.stop()
    server.close()
    server.closeAllConnections()
  }

  async function replyTo(asked: Asked, response: ServerResponse): Promise<Reply | undefined> {
    const { request } = asked
    if (isFailing()) return recipe.failing(asked)
    const early = recipe.first(asked) ?? recipe.method(asked)
    if (early !== undefined) return early
    const isKnown = recipe.isAuthorized(asked)
    if (!isKnown && !recipe.readsFirst) return recipe.unauthorized(asked)
    const unread = recipe.mediaType(asked)
    if (unread !== undefined) return unread
    const body = await bodyOf(request, recipe.longestBody)
    if (response.destroyed || body === 'broken') return undefined
    if (body === 'tooLong') return recipe.tooLong(asked)
    const full = Object.assign(asked, { body })
    let event
    try {
      event = recipe.understand(recipe.parse(body, full), full)
    } catch (error) {
      return recipe.malformed(full, error)
    }
    const done = event === undefined || (!isKnown && !recipe.actsFirst) ? undefined : follower.take(event)
    if (!isKnown) return recipe.unauthorized(full)
    if (recipe.worksFirst) await done
    return recipe.accepted(full)
  }

  const server = createServer((request, response) => {
    if (request.url === '/state') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(stateText(disk))
      return
    }
    const asked = { request, tokens }
    replyTo(asked, response)
      .then(async (reply) => {
        const delayMs = recipe.delayMs(asked, handled)
        handled += 1
        if (delayMs > 0) await pause(delayMs, undefined, { ref: false })
        if (reply !== undefined && !response.destroyed) recipe.write(reply, response, asked)
      })
      .catch(die)
  })
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (recipe.expected(request, response)) server.emit('request', request, response)
  })
  return server
}

async function bodyOf(request: IncomingMessage, longest: number): Promise<Buffer | 'tooLong' | 'broken'> {
  if (Number(request.headers['content-length'] ?? 0) > longest) return 'tooLong'
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.from(chunk)
      length += bytes.length
      if (length > longest) return 'tooLong'
      chunks.push(bytes)
    }
  } catch {
    return 'broken'
  }
  return Buffer.concat(chunks)
}
