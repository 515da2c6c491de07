/** Keeps secrets out of what is recorded, and so out of every line, file and report made of it. */

const standIn = '[redacted]'

/** What headers and query parameters with secrets are called. */
const secretName = /authorization|cookie|token|secret|password|apikey|(^|[-_])(key|auth)$/i

/** The scheme is evidence for a sender that chose the wrong one; any other first word may be part of a secret. */
const scheme = /^(?:bearer|basic|digest|negotiate|token|apikey|hmac)(?= +\S)/i

export interface Redaction {
  /** The text without the webhook's token, wherever it stands. */
  text(text: string): string
  /** The value of a header, whose name is in lower case. */
  header(name: string, value: string): string
  /** A path with its query. */
  target(target: string): string
}

export function createRedaction(token: string | undefined): Redaction {
  const spellings = token === undefined ? [] : [...new Set([token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)])]
  const text = (source: string) => spellings.reduce((changed, spelling) => changed.replaceAll(spelling, standIn), source)
  return {
    text,
    header(name, value) {
      if (!secretName.test(name)) return text(value)
      const [shown] = (name === 'authorization' ? scheme.exec(value) : null) ?? []
      return shown === undefined ? standIn : `${shown} ${standIn}`
    },
    target(target) {
      const start = target.indexOf('?')
      if (start < 0) return text(target)
      const parameters = target.slice(start + 1).split('&').map((parameter) => {
        const name = parameter.split('=', 1)[0] ?? ''
        return secretName.test(name) && parameter.includes('=') ? `${name}=${standIn}` : parameter
      })
      return text(`${target.slice(0, start)}?${parameters.join('&')}`)
    },
  }
}
