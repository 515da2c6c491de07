/** Where the mock's log goes: JSON lines by pino, to standard output, a file or a stream. */
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

/** Opens the log. A path that cannot be opened throws here (a system error with `code`), not at the first line. */
export function createLogging({ level = 'info', destination }: LoggingOptions = {}): Logging {
  const options = { level, base: null, timestamp: createTimestamp() }
  if (typeof destination === 'string') {
    const file = openLineFile(destination)
    return { logger: pino(options, file), close: () => file.close() }
  }
  const stream = destination ?? pino.destination({ fd: 1, sync: true })
  return { logger: pino(options, stream), close: () => {} }
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
