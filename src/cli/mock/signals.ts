import { constants } from 'node:os'

type Signal = 'SIGINT' | 'SIGTERM'

/** Real time in which another signal is the same one: npm passes Ctrl-C on to a process that the terminal has told as well. */
const echoMs = 200

/**
 * Takes SIGINT and SIGTERM over: the first one calls `end`, those after it `insist` with the exit code by which a shell
 * tells a process that a signal ended, 130 or 143. Unless given, it ends the process at once.
 */
export function onSignals(end: (signal: Signal) => void, insist: (code: number) => void = (code) => process.exit(code)): void {
  let firstAt: number | undefined
  const heed = (signal: Signal) => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      end(signal)
    } else if (performance.now() - firstAt > echoMs) {
      insist(128 + constants.signals[signal])
    }
  }
  process.on('SIGINT', heed)
  process.on('SIGTERM', heed)
}
