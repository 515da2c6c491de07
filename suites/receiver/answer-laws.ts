/** What a receiver's answer has to be, and how it is told when it is not. */
import { inWords, isAccepted } from '../../src/conformance/receiver-check/index.ts'
import type { CheckContext, RawAnswer } from '../../src/conformance/receiver-check/index.ts'

type Judge = Pick<CheckContext, 'broken'>

/** HOOK-5: 2xx. */
export function demandAccepted(context: Judge, answer: RawAnswer, what: string): void {
  if (isAccepted(answer)) return
  context.broken({ message: `${what} is not accepted: ${inWords(answer)}`, expected: 'a 2xx status', found: inWords(answer) })
}

/** 4xx: neither taken, nor sent elsewhere, nor an error of the receiver's own, nor silence. */
export function demandRefused(context: Judge, answer: RawAnswer, what: string): void {
  const status = statusOf(answer)
  if (status >= 400 && status < 500) return
  context.broken({ message: `${what} is not refused: ${inWords(answer)}`, expected: 'a 4xx status', found: inWords(answer) })
}

/** Taken or refused, but answered, and without an error of the receiver's own. */
export function demandUnshaken(context: Judge, answer: RawAnswer, what: string): void {
  const status = statusOf(answer)
  if (isAccepted(answer) || (status >= 400 && status < 500)) return
  context.broken({ message: `${what} is answered by ${inWords(answer)}`, expected: 'a 2xx or a 4xx status', found: inWords(answer) })
}

/** 0 for no answer. */
export function statusOf(answer: RawAnswer): number {
  return answer.kind === 'answered' ? answer.status : 0
}

/** All values of a header of the answer, whatever the spelling of its name. */
export function headerOf(answer: RawAnswer, name: string): string[] {
  if (answer.kind !== 'answered') return []
  return answer.headers.flatMap(([given, value]) => (given.toLowerCase() === name.toLowerCase() ? [value] : []))
}

/** Head and body, as text. */
export function wholeText(answer: RawAnswer): string {
  if (answer.kind !== 'answered') return ''
  const head = answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  return `${head}\n\n${Buffer.from(answer.body).toString()}`
}
