/** Reading the receiver's state, by a URL or a command of its owner's. */
import { Unjudged } from '../judgement.ts'
import { CommandFailed } from './commands.ts'
import type { Commands } from './commands.ts'
import { sendOnce } from './raw-sender.ts'
import type { SenderOptions } from './raw-sender.ts'

const limitMs = 10_000

/** The body of a 2xx answer. */
export function probeByUrl(options: SenderOptions): () => Promise<string> {
  const { url } = options
  return async () => {
    const answer = await sendOnce(options, {
      method: 'GET',
      target: url.pathname + url.search,
      headers: [['Accept', '*/*']],
      body: '',
      framing: 'none',
      timeoutMs: limitMs,
    })
    if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) return Buffer.from(answer.body).toString()
    const what = answer.kind === 'answered' ? `status ${answer.status}` : answer.kind === 'broken' ? answer.cause : 'nothing within 10 s'
    throw new Unjudged(`the state cannot be read: the URL of --probe answers with ${what}`, 'Have it answer 200 with the records as text.')
  }
}

/** What it prints. */
export function probeByCommand(command: string, commands: Pick<Commands, 'run'>): () => Promise<string> {
  return async () => {
    try {
      return await commands.run(command)
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      throw new Unjudged(`the state cannot be read: the command of --probe fails: ${error.message}`, 'Have it print the records and end with 0.')
    }
  }
}
