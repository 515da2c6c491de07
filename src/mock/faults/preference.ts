/** `Prefer: code=503, delay=2000` (RFC 7240): what one request asks for itself. */
import type { ProblemKind } from '../../core/index.ts'
import { problemOf } from './judgement.ts'
import type { Judgement } from './judgement.ts'

const longest = 600_000

/**
 * Reads `code` (the status of a refusal that the operation has, by `kinds`, or of its success) and `delay` (milliseconds
 * of real time); undefined when neither is there. What cannot be followed is ignored, as RFC 7240, section 2, has it,
 * since an operation may have no answer that could say so; the journal tells.
 */
export function preferenceOf(header: string, kinds: ReadonlyMap<ProblemKind, number>): Judgement | undefined {
  const wanted = new Map(
    header.split(/[,;]/).map((part) => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')]
    }),
  )
  const code = wanted.get('code')
  const delay = wanted.get('delay')
  if (code === undefined && delay === undefined) return undefined
  const judgement: Judgement = { delay: 0, applied: [] }
  if (delay !== undefined) {
    const isTime = /^\d{1,6}$/.test(delay) && Number(delay) <= longest
    if (isTime) judgement.delay = Number(delay)
    judgement.applied.push(isTime ? 'Prefer: delay' : `Prefer: delay ignored, it is no time up to ${longest} ms`)
  }
  if (code === undefined || /^2\d\d$/.test(code)) return judgement
  const found = [...kinds].find(([, status]) => String(status) === code)
  if (found === undefined) {
    const statuses = [...new Set(kinds.values())].toSorted((a, b) => a - b)
    judgement.applied.push(`Prefer: code ignored, there are ${statuses.join(', ')}`)
  } else {
    judgement.problem = problemOf(found[0], 1)
    judgement.applied.push('Prefer: code')
  }
  return judgement
}
