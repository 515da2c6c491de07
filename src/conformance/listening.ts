/** A receiver of the suite's own and the webhook that calls it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Contract } from '../contract/index.ts'
import { interruptible } from './interruption.ts'
import { Unjudged } from './judgement.ts'
import { answererOf, ReceiverRefused, startReceiver } from './receiver/index.ts'
import type { Answer, Answerer, ReceivedNotification, Receiver } from './receiver/index.ts'
import type { Console, WebhookWish } from './target.ts'

export interface ListeningWish extends Omit<WebhookWish, 'url'> {
  /** Of the URL to call, without the question mark; none unless given. */
  query?: string
  /** What it answers, in turn; a sound receiver's answers unless given. */
  answers?: readonly Answer[] | Answerer
  /** Before each answer; none unless given. */
  delayMs?: number
}

export interface Listening {
  /** What the service was told to call. */
  readonly url: string
  /** All that came so far. */
  received(): readonly ReceivedNotification[]
  /** What came to the case's receiver at a path that no webhook of the case has. */
  strays(): readonly ReceivedNotification[]
  /**
   * Resolves with all that came once there are so many, or once nothing more can come: on a mock when nothing is on
   * its way, elsewhere when the run's patience ends.
   */
  until(count: number): Promise<readonly ReceivedNotification[]>
  /** Resolves with all that came once nothing more can come. */
  quiet(): Promise<readonly ReceivedNotification[]>
}

/** Where the suite's receivers stand. */
export interface ListeningPost {
  /** The address to listen on; 127.0.0.1 unless given. */
  host?: string
  /** A free one unless given. */
  port?: number
  /** How the service reaches that address; as it is unless given. Without a trailing slash. */
  publicUrl?: string
  /** How long to wait where only waiting tells, in milliseconds. */
  patienceMs: number
}

export interface Listeners {
  listen(wish: ListeningWish): Promise<Listening>
  /** Everything that came to any of them. */
  received(): readonly ReceivedNotification[]
  close(): Promise<void>
}

export interface ListenersDeps {
  contract: Contract
  console: Console | undefined
  post: ListeningPost
  /** Distinguishes the case's notifications from those of others: `HOOK-CREATED`. */
  name: string
  /** Ends all waiting. */
  signal?: AbortSignal | undefined
}

/** Of one webhook: what it is answered, and who waits for it. */
interface Lane {
  answerer: Answerer
  token: string | undefined
  waiting: Set<() => void>
}

/** One receiver serves all webhooks of the case, told apart by their paths, since there may be one public address only. */
export function createListeners({ contract, console, post, name, signal }: ListenersDeps): Listeners {
  const lanes = new Map<string, Lane>()
  let starting: Promise<Receiver> | undefined
  let started: Receiver | undefined
  const laneOf = (path: string) => lanes.get(path.split('?')[0] ?? '')

  async function start(): Promise<Receiver> {
    started = await startReceiver({
      contract,
      ...(post.host === undefined ? {} : { host: post.host }),
      ...(post.port === undefined ? {} : { port: post.port }),
      token: (path) => laneOf(path)?.token,
      // What an earlier case has set going may still arrive; once accepted it comes no more.
      answers: (received, request) => laneOf(request.target)?.answerer(received, request) ?? { kind: 'status', status: 200 },
      onNotification: () => {
        for (const { waiting } of lanes.values()) for (const wake of waiting) wake()
      },
    })
    return started
  }

  async function listen({ answers, delayMs = 0, query, ...wish }: ListeningWish): Promise<Listening> {
    if (console === undefined) {
      throw new Unjudged('nobody can configure a webhook here', 'Allow webhook cases and give --receiver-url.')
    }
    const path = `/${name.toLowerCase()}${lanes.size === 0 ? '' : `-${lanes.size + 1}`}`
    const waiting = new Set<() => void>()
    const token = wish.token === undefined ? undefined : (console.tokenFor?.(wish.token) ?? wish.token)
    lanes.set(path, { answerer: delayed(answererOf(answers), delayMs), token, waiting })
    const receiver = await (starting ??= start()).catch((error: unknown) => {
      if (!(error instanceof ReceiverRefused)) throw error
      throw new Unjudged(error.message, 'Give another place with --receiver-host and --receiver-port.')
    })
    const url = (post.publicUrl ?? receiver.url) + path + (query === undefined ? '' : `?${query}`)
    await interruptible(console.configure({ ...wish, ...(token === undefined ? {} : { token }), url }), signal)
    const isOurs = (received: ReceivedNotification) => received.path.split('?')[0] === path || received.redirected
    const received = () => receiver.received().filter(isOurs)
    const over = () =>
      interruptible<unknown>(console.settle === undefined ? pause(post.patienceMs, undefined, { ref: false }) : console.settle(), signal)
    return {
      url,
      received,
      strays: () => receiver.received().filter((call) => laneOf(call.path) === undefined && !call.redirected),
      async quiet() {
        await over()
        return received()
      },
      async until(count) {
        if (received().length >= count) return received()
        const reached = Promise.withResolvers<void>()
        const wake = () => {
          if (received().length >= count) reached.resolve()
        }
        waiting.add(wake)
        try {
          await Promise.race([reached.promise, over()])
        } finally {
          waiting.delete(wake)
        }
        return received()
      },
    }
  }

  return {
    listen,
    received: () => started?.received() ?? [],
    async close() {
      await started?.close()
    },
  }
}

function delayed(answerer: Answerer, delayMs: number): Answerer {
  if (delayMs === 0) return answerer
  return async (received, request) => {
    const answer = await answerer(received, request)
    await pause(delayMs, undefined, { ref: false })
    return answer
  }
}
