/** A terminal with somebody at it, for tests. */
import { PassThrough } from 'node:stream'

export interface Terminal {
  input: PassThrough & { isTTY: boolean }
  output: PassThrough & { isTTY: boolean }
  /** What was shown so far. */
  shown(): string
  /** Types this as soon as something with that text is shown. */
  answer(question: string, typed: string): void
}

export function openTerminal({ isTTY = true } = {}): Terminal {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = Object.assign(new PassThrough(), { isTTY })
  let shown = ''
  const awaited: { question: string; typed: string }[] = []
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    const [next] = awaited
    if (next === undefined || !shown.includes(next.question)) return
    awaited.shift()
    input.write(next.typed)
  })
  return {
    input,
    output,
    shown: () => shown,
    answer: (question, typed) => void awaited.push({ question, typed }),
  }
}
