/** A receiver that runs as a command, restarted at will, and again when it has crashed. */
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Commands, StartedCommand } from './commands.ts'

export interface StartedReceiverOptions {
  command: string
  commands: Pick<Commands, 'start'>
  /** Where it is expected to listen. */
  url: URL
  /** How long it may take until it does, in milliseconds. */
  startLimitMs: number
  /** Told when it ends by itself, one sentence. */
  onCrash: (sentence: string) => void
  signal: AbortSignal
}

export interface StartedReceiver {
  /** As when its process is killed and started again. Resolves when it listens. Rejects with `NotStarted`. */
  restart(): Promise<void>
  /** Resolves at once, or when one that has crashed listens again or cannot be started. */
  ready(): Promise<void>
  /** From now on its end is nobody's fault. */
  release(): void
}

/** One line. */
export class NotStarted extends Error {
  override name = 'NotStarted'
}

/** Whoever crashes more often is not started again. */
const mostCrashes = 30

export async function startReceiverCommand(options: StartedReceiverOptions): Promise<StartedReceiver> {
  const { command, commands, url, onCrash } = options
  let current: StartedCommand | undefined
  let isExpected = false
  let crashes = 0
  let starting: Promise<void> = Promise.resolve()

  async function begin(): Promise<void> {
    const started = commands.start(command)
    current = started
    void started.ended.then((how) => {
      if (isExpected || current !== started) return
      crashes += 1
      onCrash(`The receiver ended by itself (${how}): ${lastLine(started.lastWords())}`)
      // Those who wait for it wait for the new one.
      if (crashes <= mostCrashes) starting = begin().catch(() => {})
    })
    await untilListening(started, options)
  }

  if (await isListening(url)) {
    throw new NotStarted(`something listens at ${url.host} already; end it, or leave out --start`)
  }
  isExpected = true
  await begin()
  isExpected = false
  return {
    async ready() {
      // A process that has just ended is noticed a moment after its port is closed.
      for (let tries = 0; tries < 40 && !(await isListening(url)); tries += 1) {
        await pause(25)
        await starting
      }
    },
    async restart() {
      isExpected = true
      await current?.kill()
      // The shell's end may come before that of what it has started, which still holds the port.
      for (let tries = 0; tries < 200 && (await isListening(url)); tries += 1) await pause(25)
      await begin().finally(() => {
        isExpected = false
      })
    },
    release() {
      isExpected = true
    },
  }
}

async function untilListening(started: StartedCommand, { url, startLimitMs, signal }: StartedReceiverOptions): Promise<void> {
  const begun = performance.now()
  while (!(await isListening(url))) {
    const said = () => lastLine(started.lastWords())
    if (!started.isRunning()) throw new NotStarted(`the command of --start has ended (${await started.ended}): ${said()}`)
    if (signal.aborted) throw new NotStarted('interrupted while the command of --start was starting')
    if (performance.now() - begun > startLimitMs) {
      throw new NotStarted(`nothing listens at ${url.host} ${startLimitMs / 1000} s after --start; its last words: ${said()}`)
    }
    await pause(25)
  }
}

function isListening(url: URL): Promise<boolean> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return new Promise((resolve) => {
    const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port, timeout: 1000 })
    const end = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}

function lastLine(text: string): string {
  const lines = text.trim().split('\n').map((line) => line.trim()).filter((line) => line !== '')
  // A crash of Node ends with its version; the line that says why names an error.
  return (lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? 'it has said nothing').slice(0, 300)
}
