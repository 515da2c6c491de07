/** Keeps the key out of everything that may end up in a log. */
import type { WireAnswer } from '../contract/index.ts'

export interface KeyConcealment {
  text(text: string): string
  /** The answer with the key replaced in its headers and its body; the same object when it holds no key. */
  answer(answer: WireAnswer): WireAnswer
}

const standIn = '[key]'

/** No answer that means anything is nested deeper; what is deeper is left out. */
const deepest = 100

export function concealKey(key: string | undefined): KeyConcealment {
  // As it is, in a URL, and where names are made lower case: header names, media types.
  const spellings = key === undefined ? [] : [...new Set([key, encodeURIComponent(key), key.toLowerCase()])]
  const text = (source: string) =>
    spellings.reduce((changed, spelling) => changed.replaceAll(spelling, standIn), source)
  return {
    text,
    answer(answer) {
      let found = false
      const concealText = (source: string) => {
        const changed = text(source)
        found ||= changed !== source
        return changed
      }
      const conceal = (value: unknown, depth: number): unknown => {
        if (typeof value === 'string') return concealText(value)
        if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
        if (depth > deepest) {
          found = true
          return null
        }
        if (Array.isArray(value)) return value.map((item) => conceal(item, depth + 1))
        return Object.fromEntries(
          Object.entries(value).map(([name, member]) => [concealText(name), conceal(member, depth + 1)]),
        )
      }
      const headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [concealText(name), concealText(value)]),
      )
      const mediaType = answer.mediaType === undefined ? undefined : concealText(answer.mediaType)
      const body = conceal(answer.body, 0)
      return found ? { status: answer.status, headers, mediaType, body } : answer
    },
  }
}
