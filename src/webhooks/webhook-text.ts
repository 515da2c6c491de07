/** A webhook in one line of text, for the command line. */
import { refusal } from '../core/index.ts'
import type { JsonObject, Outcome } from '../core/index.ts'
import { createFindings, pointerPart, shortened } from './findings.ts'
import type { Findings } from './findings.ts'
import { parseWebhook } from './webhook.ts'
import type { Webhook, WebhookContext } from './webhook.ts'

const keys = [
  'section', 'events', 'url', 'token', 'id', 'name', 'payload', 'retries', 'jitter', 'seed', 'secret', 'enabled',
]

/**
 * Reads `section=entities,events=created|modified|fields:name+email,url=http://127.0.0.1:9000/hooks,token=…`.
 *
 * - `events`: `created`, `modified`, and `fields:` with names joined by `+`; several are joined by `|`.
 * - `retries`: a policy's name, or delays joined by `+` (`1s+1m+1h`); `jitter` and `seed` belong to it.
 * - `secret` adds the headers of Standard Webhooks.
 *
 * The order is free. A comma separates only when a word and `=` follow, so that `url=http://host/?ids=1,2` is
 * whole; a value with `,word=` in it stands in double quotes, in which `\"` and `\\` are a quote and a
 * backslash. A word that is no key is refused rather than taken for a part of the URL.
 *
 * Refused as `invalid`; pointers name the properties of `Webhook`, or the key that does not exist.
 */
export function parseWebhookText(text: string, context: WebhookContext): Outcome<Webhook> {
  const findings = createFindings(context.pointer ?? '')
  const given = keysAndValues(text, findings)
  const configuration = configurationOf(given, findings)
  const violations = findings.all()
  const [first] = violations
  if (first === undefined) return parseWebhook(configuration, context)
  return refusal({ kind: 'invalid', message: `The webhook cannot be used: ${first.message}`, violations })
}

/** One `key=value` from where it stands: quoted, or up to the end or a comma that a word and `=` follow. */
const part = /([a-z]+)=(?:"((?:[^"\\]|\\["\\])*)"(?=,|$)|(?!")((?:(?!,[A-Za-z]\w*=).)*))(?:,(?=[A-Za-z]\w*=)|$)/ysu

/** What looks like a key that a slip has made a part of the URL, with whatever secret it holds. */
const swallowed = new RegExp(`\\s|,(?:${keys.join('|')})[:;]`, 'u')

function keysAndValues(text: string, findings: Findings): Map<string, string> {
  const given = new Map<string, string>()
  part.lastIndex = 0
  while (part.lastIndex < text.length || given.size === 0) {
    const from = part.lastIndex
    const [, key, quoted, plain] = part.exec(text) ?? []
    if (key === undefined) {
      findings.add('', `"${shortened(text.slice(from))}" cannot be read.`, 'key=value, joined by commas')
      return given
    }
    if (!keys.includes(key)) {
      const hint = given.has('url') ? ' If it belongs to the URL, put the URL in double quotes.' : ''
      const message = `A webhook has no "${shortened(key)}".${hint}`
      findings.add(`/${pointerPart(key)}`, message, `one of ${keys.join(', ')}`)
    } else if (given.has(key)) {
      findings.add(`/${key}`, `"${key}" is given twice.`, 'it once')
    }
    if (key === 'url' && plain !== undefined && swallowed.test(plain)) {
      const expected = 'key=value after the comma, or the URL in double quotes if that belongs to it'
      findings.add('/url', 'The URL goes on with a space, or with the name of a key.', expected)
    }
    given.set(key, quoted === undefined ? (plain ?? '') : quoted.replaceAll(/\\(["\\])/g, '$1'))
  }
  return given
}

function configurationOf(given: Map<string, string>, findings: Findings): JsonObject {
  const configuration: JsonObject = {}
  for (const key of ['id', 'name', 'section', 'url', 'token', 'payload']) configuration[key] = given.get(key)
  const events = given.get('events')
  if (events !== undefined) configuration['on'] = triggersOf(events, findings)
  const enabled = given.get('enabled')
  configuration['enabled'] = enabled === 'true' ? true : enabled === 'false' ? false : enabled
  const secret = given.get('secret')
  if (secret !== undefined) configuration['standardWebhooks'] = { secret }
  configuration['retries'] = retriesOf(given, findings)
  return configuration
}

function triggersOf(events: string, findings: Findings): JsonObject {
  const on: JsonObject = {}
  for (const event of events.split('|')) {
    if (event === 'created') on['creation'] = true
    else if (event === 'modified') on['modification'] = true
    else if (event.startsWith('fields:')) on['fields'] = event.slice('fields:'.length).split('+')
    else {
      const expected = 'created, modified or fields:name+email, joined by |'
      findings.add('/on', `There is no event "${shortened(event)}".`, expected)
    }
  }
  return on
}

function retriesOf(given: Map<string, string>, findings: Findings): JsonObject | undefined {
  const retries: JsonObject = {}
  const policy = given.get('retries')
  if (policy !== undefined) {
    if (/^\d/.test(policy)) retries['delays'] = policy.split('+')
    else retries['preset'] = policy
  }
  for (const name of ['jitter', 'seed']) {
    const value = given.get(name)
    if (value === undefined) continue
    if (/^\d+(\.\d+)?$/.test(value)) retries[name] = Number(value)
    else findings.add(`/retries/${name}`, `"${shortened(value)}" is no number.`, 'a number')
  }
  return Object.keys(retries).length === 0 ? undefined : retries
}
