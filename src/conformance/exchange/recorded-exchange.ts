/** One request and its answer as evidence: secrets taken out, bodies cut, ready for any report. */

export interface RecordedExchange {
  /** When it was sent, ISO 8601. */
  at: string
  request: {
    method: string
    url: string
    /** Lower-case names. */
    headers: Readonly<Record<string, string>>
    body?: RecordedBody
  }
  /** Absent when there was none; `failure` then says why. */
  answer?: {
    status: number
    headers: Readonly<Record<string, string>>
    body?: RecordedBody
  }
  failure?: string
  /** From the first byte sent to the last one received, in milliseconds. */
  durationMs: number
  /** A command line that repeats it; the key comes from an environment variable. */
  curl: string
}

export interface RecordedBody {
  /** As text; of bytes that are no text, in base64. */
  text: string
  encoding: 'text' | 'base64'
  /** How long the whole was, in bytes. */
  bytes: number
  /** Whether the text is only its beginning. */
  cut: boolean
}

const longestText = 16 * 1024
const longestBytes = 4 * 1024

export function recordedBody(bytes: Uint8Array, conceal: (text: string) => string): RecordedBody | undefined {
  if (bytes.length === 0) return undefined
  const text = textOf(bytes)
  if (text === undefined) {
    // Bytes may be a text with one that is none; a byte is a character here, so keys are found.
    const kept = Buffer.from(conceal(Buffer.from(bytes).toString('latin1')), 'latin1').subarray(0, longestBytes)
    return { text: kept.toString('base64'), encoding: 'base64', bytes: bytes.length, cut: bytes.length > longestBytes }
  }
  const shown = conceal(text)
  return { text: shown.slice(0, longestText), encoding: 'text', bytes: bytes.length, cut: shown.length > longestText }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
