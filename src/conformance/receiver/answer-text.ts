/** Answers as the command line and the suite's cases write them: `500,500,200`. */
import { refusal, success } from '../../core/index.ts'
import type { Outcome } from '../../core/index.ts'
import type { Answer } from './answer.ts'

/** Longer than a sender waits (HOOK-5). */
const usualSlowMs = 15_000

const longestSlowMs = 3_600_000

const expected = 'a status from 200 to 599, reset, hang, redirect, slow, or slow:8s for a body that takes so long'

/** Reads answers joined by commas. Refused as `invalid`; the pointer counts the answers, `/0`. */
export function parseAnswers(text: string): Outcome<Answer[]> {
  const answers: Answer[] = []
  for (const [index, part] of text.split(',').entries()) {
    const answer = parseAnswer(part.trim())
    if (answer === undefined) {
      const message = part.trim() === '' ? 'an answer is missing' : `"${part.trim().slice(0, 40)}" is no answer`
      return refusal({ kind: 'invalid', message, violations: [{ pointer: `/${index}`, message, expected }] })
    }
    answers.push(answer)
  }
  return success(answers)
}

/** The text that `parseAnswers` reads as this answer; of a status, headers and body are left out. */
export function answerText(answer: Answer): string {
  switch (answer.kind) {
    case 'status':
      return String(answer.status)
    case 'slow':
      return answer.lastsMs === usualSlowMs ? 'slow' : `slow:${answer.lastsMs % 1000 === 0 ? `${answer.lastsMs / 1000}s` : `${answer.lastsMs}ms`}`
    case 'redirect':
    case 'reset':
    case 'hang':
      return answer.kind
  }
}

function parseAnswer(text: string): Answer | undefined {
  if (text === 'reset' || text === 'hang' || text === 'redirect') return { kind: text }
  if (/^[2-5]\d\d$/.test(text)) return { kind: 'status', status: Number(text) }
  const [whole, count, unit] = /^slow(?::(\d{1,7})(ms|s))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const lastsMs = count === undefined ? usualSlowMs : Number(count) * (unit === 's' ? 1000 : 1)
  return lastsMs > longestSlowMs ? undefined : { kind: 'slow', lastsMs }
}
