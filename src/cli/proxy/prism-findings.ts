/** What Prism says about an exchange. */
import { textOf } from '../../conformance/index.ts'
import type { HttpAnswer } from '../../conformance/index.ts'
import { isJsonObject } from '../../core/index.ts'

export interface PrismFinding {
  side: 'request' | 'answer'
  /** Of a violation of the contract; the rest are remarks. */
  isViolation: boolean
  /** Where in the request or answer: `body.rows.0`. */
  place: string
  message: string
}

/**
 * From the header in which Prism tells of violations. When it has not even passed the request on, its own answer says
 * what it could not read.
 */
export function readFindings(told: HttpAnswer, wasPassedOn: boolean): PrismFinding[] {
  const listed = entriesIn(told.headers['sl-violations'] ?? '').flatMap(readFinding)
  const type = told.headers['content-type'] ?? ''
  const isItsOwn = type.includes('problem+json') && textOf(told).includes('stoplight.io/prism')
  if (!isItsOwn && wasPassedOn) return listed
  const side = wasPassedOn ? 'answer' : 'request'
  return [...listed, { side, isViolation: true, place: '', message: `Prism could not handle the ${side}: ${titleOf(told)}` }]
}

/** Prism cuts the header when it is long, in the midst of the JSON; what is whole is read. */
function entriesIn(header: string): unknown[] {
  if (header === '') return []
  const text = header.replace(/^Too many violations! /, '')
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    const end = text.lastIndexOf('},{"location"')
    return end === -1 ? [{ location: ['response'], severity: 'Error', message: 'more violations than fit a header' }] : entriesIn(`${text.slice(0, end)}}]`)
  }
}

function readFinding(entry: unknown): PrismFinding[] {
  if (!isJsonObject(entry)) return []
  const { location, severity, message } = entry
  const [side, ...place] = Array.isArray(location) ? location.map(String) : []
  return [{
    side: side === 'request' ? 'request' : 'answer',
    isViolation: severity === 'Error',
    place: place.join('.'),
    message: typeof message === 'string' ? message : 'a violation',
  }]
}

function titleOf(told: HttpAnswer): string {
  try {
    const value: unknown = JSON.parse(textOf(told))
    if (isJsonObject(value) && typeof value['title'] === 'string') return value['title']
  } catch {
    // Not JSON; the status says it.
  }
  return `status ${told.status}`
}
