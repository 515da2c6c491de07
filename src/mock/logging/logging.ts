/** Where the mock's log goes: JSON lines by pino, to standard output, a file or a stream. */
import { openSync } from 'node:fs'
import pino from 'pino'
import type { DestinationStream, Logger as PinoLogger } from 'pino'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Logger = PinoLogger

export interface LoggingOptions {
  /** Default `info`, which is one line per request. */
  level?: LogLevel
  /** A path to append to, or a stream; standard output when absent. */
  destination?: string | DestinationStream
}

export interface Logging {
  logger: Logger
  /** Resolves when every line is written. Nothing may be logged afterwards. */
  close(): Promise<void>
}

/** A file's lines wait in memory until this many bytes are together or this time has passed. */
const bufferedBytes = 4096
const flushEveryMs = 500

/**
 * Opens the log. A path that cannot be opened throws here (a system error with `code` and `path`), not at the
 * first line.
 */
export function createLogging({ level = 'info', destination }: LoggingOptions = {}): Logging {
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }
  if (destination === undefined) {
    return { logger: pino(options, pino.destination({ fd: 1, sync: true })), close: async () => {} }
  }
  if (typeof destination !== 'string') {
    return { logger: pino(options, destination), close: async () => {} }
  }
  const file = pino.destination({
    dest: openSync(destination, 'a'),
    sync: false,
    minLength: bufferedBytes,
    periodicFlush: flushEveryMs,
  })
  return {
    logger: pino(options, file),
    close: () =>
      new Promise((resolve) => {
        file.once('close', resolve)
        file.end()
      }),
  }
}
