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

  /** How a longer text begins of which the rest was cut off, with all of it that may follow. */
  const beginnings: [string, string][] = []

  const text = (source: string): string => {
    const whole = ordered.reduce((shown, [value, standIn]) => shown.replaceAll(value, standIn), source)
    return beginnings.reduce((shown, [beginning, value]) => withoutCut(shown, beginning, value), whole)
  }

  return {
    text,
    add(name, value) {
      if (value.length < shortestSecret) return
      for (const spelling of spellingsOf(value)) {
        if (!standIns.has(spelling)) standIns.set(spelling, `$${name}`)
      }
      // Within something longer, as in Basic credentials; and all of it but its last character, which could be guessed.
      for (const spelling of [...base64Within(value), value.slice(0, -1)]) {
        if (spelling.length >= shortestSecret && !standIns.has(spelling)) standIns.set(spelling, '[redacted]')
      }
      beginnings.push([value.slice(0, Math.max(shortestSecret, Math.ceil(value.length / 2))), value])
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

/** As clients, servers and logs write a value: in URLs, in JSON, in HTML, in Base64, as bytes. */
function spellingsOf(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1)
  const inJson = (escaped: (code: string) => string) => value.replaceAll(/[^A-Za-z0-9_.~ -]/g, (sign) => escaped(sign.charCodeAt(0).toString(16).padStart(4, '0')))
  const inHtml = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  const percent = [encodeURIComponent(value), encodeURI(value)]
  const bytes = Buffer.from(value)
  const hex = bytes.toString('hex')
  return [
    value, value.toLowerCase(), value.toUpperCase(),
    ...percent, ...percent.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (sign) => sign.toLowerCase())),
    json, json.replaceAll('/', String.raw`\/`),
    inJson((code) => `\\u${code}`), inJson((code) => `\\u${code.toUpperCase()}`),
    inHtml, inHtml.replaceAll("'", '&#39;'), inHtml.replaceAll("'", '&#x27;'),
    bytes.toString('base64'), bytes.toString('base64url'), hex, hex.toUpperCase(),
  ]
}

/** Cases cut long answers short, perhaps in the middle of a key: half of it is as good as all of it. */
function withoutCut(source: string, beginning: string, value: string): string {
  let shown = source
  for (let at = shown.indexOf(beginning); at >= 0; at = shown.indexOf(beginning, at + 1)) {
    let end = beginning.length
    while (end < value.length && shown[at + end] === value[end]) end += 1
    shown = `${shown.slice(0, at)}[redacted]${shown.slice(at + end)}`
  }
  return shown
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
