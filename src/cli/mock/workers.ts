/** Several processes that listen on one port: the one that was started only sees to it that they run. */
import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { UsageError } from '../usage-error.ts'
import { onSignals } from './signals.ts'

/** What a worker tells the process that started it. */
export type WorkerNews = { listens: string } | { refused: string }

/** Whether this process is one of several. */
export const isWorker = cluster.isWorker

/** The variable that tells a worker which port was found free for all of them. */
const portVariable = 'ENSAYO_WORKERS_PORT'

/** The port that was found for a worker that is to take any free one. */
export function portOfWorkers(): number | undefined {
  const port = isWorker ? process.env[portVariable] : undefined
  return port === undefined ? undefined : Number(port)
}

/** Tells the process that started this worker; resolves when it is on its way. */
export function tellPrimary(news: WorkerNews): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(news, () => resolve())
  })
}

/** A worker that ends sooner than this after its start is replaced only after that time, so that a fault makes no storm. */
const soonMs = 1000

export interface WorkersWish {
  count: number
  /** Where they shall listen; 0 for any free port. */
  host: string
  port: number
  /** Gets what the first one that listens has to say. */
  say: (text: string) => void
}

/**
 * Keeps workers running the same command line until a signal; each that dies is replaced. Resolves when all have ended;
 * a second signal ends them and this process at once.
 * @throws UsageError when the first ones cannot start
 */
export async function runWorkers({ count, host, port, say }: WorkersWish): Promise<void> {
  // Left to the workers, a free port would be another one as soon as all of them were replaced at the same time.
  const environment = port === 0 ? { [portVariable]: String(await freePort(host)) } : {}
  const workers = new Set<Worker>()
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  let ending = false
  let hasListened = false
  let refused: string | undefined

  function endAll(signal: NodeJS.Signals): void {
    ending = true
    for (const worker of workers) worker.process.kill(signal)
    if (workers.size === 0) settle()
  }

  function settle(): void {
    if (refused === undefined) resolve()
    else reject(new UsageError(refused))
  }

  function start(): void {
    const worker = cluster.fork(environment)
    const startedAt = performance.now()
    workers.add(worker)
    worker.on('message', (news: unknown) => {
      const { listens, refused: reason } = newsIn(news)
      if (listens !== undefined && !hasListened) {
        hasListened = true
        say(listens)
      }
      if (reason !== undefined && !hasListened) {
        refused ??= reason
        endAll('SIGTERM')
      }
    })
    worker.once('exit', () => {
      workers.delete(worker)
      if (!ending) {
        setTimeout(() => {
          if (!ending) start()
        }, performance.now() - startedAt < soonMs ? soonMs : 0)
      } else if (workers.size === 0) {
        settle()
      }
    })
  }

  // Each worker takes connections for itself: one that this process hands to a worker that has just died would hang for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  onSignals(endAll, (code) => {
    for (const worker of workers) worker.process.kill('SIGKILL')
    process.exit(code)
  })
  for (let started = 0; started < count; started += 1) start()
  await ended
}

/** @throws UsageError when the address is none of this machine's */
async function freePort(host: string): Promise<number> {
  const server = createServer()
  try {
    server.listen(0, host)
    await once(server, 'listening')
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('no port')
    return address.port
  } catch (error) {
    throw new UsageError(`no port of ${host} can be had: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    server.close()
  }
}

function newsIn(news: unknown): { listens?: string; refused?: string } {
  if (typeof news !== 'object' || news === null) return {}
  return {
    ...('listens' in news && typeof news.listens === 'string' ? { listens: news.listens } : {}),
    ...('refused' in news && typeof news.refused === 'string' ? { refused: news.refused } : {}),
  }
}
