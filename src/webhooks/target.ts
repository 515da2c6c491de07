/** Where a webhook points. */
import { shortened } from './findings.ts'
import type { Findings } from './findings.ts'

const longest = 2000

const expected = 'an http or https URL such as http://127.0.0.1:9000/hooks'

/** Reads a webhook's `url`. What is wrong with it is found at `/url`, without repeating credentials. */
export function parseTarget(value: unknown, findings: Findings): string {
  const refuse = (message: string): string => {
    findings.add('/url', message, expected)
    return ''
  }
  if (value === undefined) return refuse('A webhook needs a URL.')
  if (typeof value !== 'string' || value.length > longest) {
    return refuse(`The URL must be a text of at most ${longest} characters.`)
  }
  if (!URL.canParse(value)) return refuse(`"${withoutCredentials(value)}" is no URL.`)
  const url = new URL(value)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse(`A webhook cannot call a ${shortened(url.protocol)} URL.`)
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('The URL must not hold credentials: give the token as the webhook’s token.')
  }
  if (url.hash !== '') return refuse('The URL must not have a fragment: it would not be sent.')
  if (url.port === '0') return refuse('Nobody listens at port 0.')
  return value
}

/** A webhook's URL, read once for all that is sent there. */
export interface Target {
  /** As it was given. */
  url: string
  /** Scheme, host and port: all webhooks of one origin share its connections. */
  origin: string
  path: string
}

/** Throws a TypeError for what is no URL. */
export function targetOf(url: string): Target {
  const { origin, pathname, search } = new URL(url)
  return { url, origin, path: pathname + search }
}

function withoutCredentials(text: string): string {
  return shortened(text.replace(/[^/]*@/, '…@'))
}
