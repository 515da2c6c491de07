/** Somebody's books are judged only when somebody says so. */
import { createInterface } from 'node:readline/promises'
import type { Safety } from '../../conformance/index.ts'
import { UsageError } from '../usage-error.ts'
import { isLoopback } from '../webhook/loopback.ts'

export interface ConsentWish {
  url: string
  allowed: ReadonlySet<Safety>
  /** `--yes`. */
  given: boolean
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream & { isTTY?: boolean }
}

/** @throws UsageError when the host is not this machine and nobody consents */
export async function demandConsent({ url, allowed, given, input, output }: ConsentWish): Promise<void> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (given || host === 'localhost' || isLoopback(host)) return
  if (input.isTTY !== true || output.isTTY !== true) {
    throw new UsageError(`${host} is not this machine; add --yes when its owner agrees to be judged (${inWords(allowed)})`)
  }
  const terminal = createInterface({ input, output })
  const left = new AbortController()
  terminal.on('SIGINT', () => left.abort())
  terminal.on('close', () => left.abort())
  try {
    const question = `Judge ${url}? The cases will ${inWords(allowed)}. [y/N] `
    const answer = await terminal.question(question, { signal: left.signal }).catch(() => '')
    if (!/^(?:y|yes|s|sí|si)$/i.test(answer.trim())) throw new UsageError('nothing was sent')
  } finally {
    terminal.close()
  }
}

const words: Record<Safety, string> = {
  read: 'read',
  load: 'send many and broken requests',
  write: 'create, edit and delete records of their own',
  webhook: 'have it notify a receiver',
}

function inWords(allowed: ReadonlySet<Safety>): string {
  return [...allowed].map((safety) => words[safety]).join(', ')
}
