/**
 * Dynamic documents on the wire (DOC-1, GAP-DOCUMENT-RESULT): either one media type per format, bound by
 * `document.html`, `document.json` and `document.pdf`, or one payload for any format, bound by
 * `document.content`, in which a file may travel as base64.
 */
import { documentFormats } from '../core/index.ts'
import type { DocumentAnswer, DocumentFormat, JsonValue } from '../core/index.ts'
import type { Meaning } from './codec.ts'
import type { Media } from './media.ts'

/** The meaning as roles carry it, and which media type suits it. */
export function spreadDocument(answer: DocumentAnswer): { meaning: Meaning; prefer: (media: Media) => boolean } {
  const { format, content } = answer
  return {
    meaning: { format, [format]: content, content },
    prefer: (media) => media.roles.has(`document.${format}`) || media.roles.has('document.content'),
  }
}

/** Undefined when the payload says no format and `requested` does not either, or the content is of a wrong type. */
export function gatherDocument(meaning: Meaning, requested: DocumentFormat | undefined): DocumentAnswer | undefined {
  const direct = documentFormats.find((format) => meaning[format] !== undefined)
  if (direct !== undefined) return typed(direct, meaning[direct])
  const format = documentFormats.find((name) => name === meaning.format) ?? requested
  if (format === undefined) return undefined
  const { content } = meaning
  // Where the envelope has room for text alone, a JSON value comes as its text.
  return typed(format, format === 'json' && typeof content === 'string' ? (parsed(content) ?? content) : content)
}

function typed(format: DocumentFormat, content: unknown): DocumentAnswer | undefined {
  switch (format) {
    case 'html': {
      const text = content instanceof Uint8Array ? utf8.decode(content) : content
      return typeof text === 'string' ? { format, content: text } : undefined
    }
    case 'json': {
      const value = content instanceof Uint8Array ? parsed(utf8.decode(content)) : content
      return isJson(value) ? { format, content: value } : undefined
    }
    case 'pdf':
      if (content instanceof Uint8Array) return { format, content }
      return typeof content === 'string' ? { format, content: new Uint8Array(Buffer.from(content, 'base64')) } : undefined
  }
}

const utf8 = new TextDecoder()

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isJson(content: unknown): content is JsonValue {
  return content !== undefined
}
