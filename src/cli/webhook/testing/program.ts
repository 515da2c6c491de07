/** `ensayo webhook …`, for tests; the words of a line are separated by spaces. */
import { startProgram } from '../../testing/program.ts'
import type { Ended, Started, StartOptions } from '../../testing/program.ts'

export function startWebhook(line: string, options: StartOptions): Started {
  return startProgram(['webhook', ...line.split(' ')], options)
}

/** Runs it to its end. */
export function webhook(line: string, options: StartOptions): Promise<Ended> {
  return startWebhook(line, options).ended
}
