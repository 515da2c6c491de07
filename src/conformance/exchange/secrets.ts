/** Keeps keys and tokens out of everything that is recorded. */

export interface Secrets {
  /** Has the value replaced from now on by `$NAME`, unless it is shorter than `shortestSecret`. */
  add(name: string, value: string): void
  text(text: string): string
  /** Of a request or an answer; names in lower case. */
  headers(headers: Iterable<readonly [string, string]>): Record<string, string>
}

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'])

/** Shorter ones, and shorter parts of one, occur in texts by chance, so they are not replaced. */
export const shortestSecret = 6

export function createSecrets(): Secrets {
  const standIns = new Map<string, string>()
  let ordered: [string, string][] = []

  const text = (source: string): string =>
    ordered.reduce((shown, [value, standIn]) => shown.replaceAll(value, standIn), source)

  return {
    text,
    add(name, value) {
      if (value.length < shortestSecret) return
      const spellings = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), value.toLowerCase()]
      for (const spelling of [...spellings, Buffer.from(value).toString('base64')]) {
        if (!standIns.has(spelling)) standIns.set(spelling, `$${name}`)
      }
      // Within something longer, as in Basic credentials; and all of it but its last character, which could be guessed.
      for (const spelling of [...base64Within(value), value.slice(0, -1)]) {
        if (spelling.length >= shortestSecret && !standIns.has(spelling)) standIns.set(spelling, '[redacted]')
      }
      // The longest first: one may be a part of another.
      ordered = [...standIns].toSorted(([a], [b]) => b.length - a.length)
    },
    headers(headers) {
      const shown: Record<string, string> = {}
      for (const [name, value] of headers) {
        const known = text(value)
        shown[name] = secretHeaders.has(name) && known === value ? concealed(value) : known
      }
      return shown
    },
  }
}

/** Unknown credentials: the scheme is evidence, the rest is not shown. */
function concealed(value: string): string {
  const [scheme] = /^(?:bearer|basic|digest)(?= )/i.exec(value) ?? []
  return scheme === undefined ? '[redacted]' : `${scheme} [redacted]`
}

/** What a value looks like in the base64 of a longer one: three ways, by where it begins. */
function base64Within(value: string): string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Characters that share their bits with a neighbour may be any.
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
}
