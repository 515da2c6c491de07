/** Where the mock's log goes: JSON lines by pino, to standard output, a file or a stream. */
import { writeSync } from 'node:fs'
import pino from 'pino'
import type { DestinationStream, Logger as PinoLogger } from 'pino'
import { openLineFile } from './line-file.ts'

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

export type Logger = PinoLogger

export interface LoggingOptions {
  /** Default `info`, which is one line per request. */
  level?: LogLevel
  /** A path to append to, or a stream; standard output when absent. */
  destination?: string | DestinationStream
}

export interface Logging {
  logger: Logger
  /** Writes what is still held back. Nothing may be logged afterwards. */
  close(): void
}

/** Bytes. So much is held back while standard output cannot be written; what comes then is lost. */
const longestHeld = 1_000_000

/**
 * Opens the log. A path that cannot be opened throws here (a system error with `code`), not at the first line. What
 * cannot be written later is lost, which is said once on standard error: the mock goes on without it.
 */
export function createLogging({ level = 'info', destination }: LoggingOptions = {}): Logging {
  const options = { level, base: null, timestamp: createTimestamp() }
  if (typeof destination === 'string') {
    const file = openLineFile(destination, tellLoss)
    return { logger: pino(options, file), close: () => file.close() }
  }
  return { logger: pino(options, destination ?? standardOutput()), close: () => {} }
}

function standardOutput(): DestinationStream {
  let isTold = false
  return pino.destination({ fd: 1, sync: true, maxLength: longestHeld }).on('error', (error: NodeJS.ErrnoException) => {
    // Who has closed the other end has seen enough.
    if (!isTold && error.code !== 'EPIPE') tellLoss(error)
    isTold = true
  })
}

function tellLoss(error: unknown): void {
  try {
    writeSync(2, `ensayo: lines of the log are lost: ${error instanceof Error ? error.message : String(error)}\n`)
  } catch {
    // There is nowhere left to say it.
  }
}

/** ISO 8601, written once for all lines of the same millisecond. */
function createTimestamp(): () => string {
  let lastMs = 0
  let text = ''
  return () => {
    const ms = Date.now()
    if (ms !== lastMs) {
      lastMs = ms
      text = `,"time":"${new Date(ms).toISOString()}"`
    }
    return text
  }
}
