/** A webhook as the service's console would hold it (HOOK-1, HOOK-3). */
import { refusal, success } from '../core/index.ts'
import type { JsonObject, JsonValue, Outcome } from '../core/index.ts'
import { createFindings, objectOf, shown } from './findings.ts'
import type { Findings } from './findings.ts'
import { parseRetries } from './parse-retries.ts'
import type { RetryPolicy } from './retry-policy.ts'
import { secretKey } from './standard-webhooks.ts'
import { parseTarget } from './target.ts'

/** What fires a webhook (HOOK-1); at least one of them. */
export interface Triggers {
  creation: boolean
  /** Any change of a record, its deletion too. */
  modification: boolean
  /** A change of the value of any of these fields. */
  fields: readonly string[]
}

/** Plain data, as it is stored. */
export interface Webhook {
  id: string
  name?: string
  section: string
  on: Triggers
  /** The target (HOOK-2), http or https, without credentials. */
  url: string
  /** Sent as a bearer token, when there is one (HOOK-3). */
  token?: string
  enabled: boolean
  /** Whether the notification carries the record; the documented use is to read it afterwards (USE-1). */
  payload: 'thin' | 'full'
  retries: RetryPolicy
  /** Adds the headers of Standard Webhooks, signed with this secret. */
  standardWebhooks?: { secret: string }
}

export interface WebhookContext {
  /** The sections that exist, each with the names of its fields; `eliminado` need not be among them. */
  sections: ReadonlyMap<string, ReadonlySet<string>>
  /** Used when the configuration does not give one. */
  id: string
  /** How a webhook is retried that does not say; by the assumed policy unless given. */
  retries?: JsonValue
  /** The pointer of the configuration in its document, for violations; empty unless given. */
  pointer?: string
}

const properties = [
  'id', 'name', 'section', 'on', 'url', 'token', 'enabled', 'payload', 'retries', 'standardWebhooks',
]

/**
 * Reads a configuration as fixtures and the control API write it: the properties of `Webhook`, of which
 * `section`, `on` and `url` are required; `retries` as `parseRetries` reads it. Refused as `invalid`, with
 * every violation. No message repeats a token or a secret.
 */
export function parseWebhook(value: unknown, context: WebhookContext): Outcome<Webhook> {
  const findings = createFindings(context.pointer ?? '')
  const given = objectOf(value, { pointer: '', what: 'A webhook', properties, findings })
  const webhook = given === undefined ? undefined : read(given, context, findings)
  const violations = findings.all()
  const [first] = violations
  if (webhook === undefined || first !== undefined) {
    const others = violations.length - 1
    const more = others === 0 ? '' : others === 1 ? ' There is another violation.' : ` There are ${others} further violations.`
    const message = `The webhook cannot be used: ${first?.message}${more}`
    return refusal({ kind: 'invalid', message, violations })
  }
  return success(webhook)
}

function read(given: JsonObject, context: WebhookContext, findings: Findings): Webhook {
  const section = readSection(given['section'], context, findings)
  const webhook: Webhook = {
    id: readId(given['id'], context, findings),
    section,
    on: readTriggers(given['on'], section, context, findings),
    url: parseTarget(given['url'], findings),
    enabled: readChoice(given, 'enabled', [true, false], findings) ?? true,
    payload: readChoice(given, 'payload', ['thin', 'full'], findings) ?? 'thin',
    retries: parseRetries(given['retries'] ?? context.retries, findings),
  }
  const name = readName(given['name'], findings)
  if (name !== undefined) webhook.name = name
  const token = readToken(given['token'], findings)
  if (token !== undefined) webhook.token = token
  const secret = readSecret(given['standardWebhooks'], findings)
  if (secret !== undefined) webhook.standardWebhooks = { secret }
  return webhook
}

function readId(value: unknown, { id }: WebhookContext, findings: Findings): string {
  if (value === undefined) return id
  if (typeof value === 'string' && /^[\w-]{1,64}$/.test(value)) return value
  findings.add('/id', 'The id must be made of letters, digits, "_" and "-".', '1 to 64 of them')
  return id
}

function readName(value: unknown, findings: Findings): string | undefined {
  if (value === undefined || (typeof value === 'string' && value.length >= 1 && value.length <= 120)) return value
  findings.add('/name', 'The name must be a text of 1 to 120 characters.', 'a text')
  return undefined
}

function readSection(value: unknown, { sections }: WebhookContext, findings: Findings): string {
  if (typeof value === 'string' && sections.has(value)) return value
  const expected = `one of ${[...sections.keys()].join(', ')}`
  if (value === undefined) findings.add('/section', 'A webhook needs a section.', expected)
  else findings.add('/section', `There is no section "${shown(value)}".`, expected)
  return ''
}

const triggerProperties = ['creation', 'modification', 'fields']

function readTriggers(value: unknown, section: string, context: WebhookContext, findings: Findings): Triggers {
  const none: Triggers = { creation: false, modification: false, fields: [] }
  if (value === undefined) {
    findings.add('/on', 'A webhook needs events that fire it.', 'at least one of creation, modification and fields')
    return none
  }
  const what = 'A webhook’s "on"'
  const given = objectOf(value, { pointer: '/on', what, properties: triggerProperties, findings })
  if (given === undefined) return none
  const on: Triggers = {
    creation: readFlag(given, 'creation', findings),
    modification: readFlag(given, 'modification', findings),
    fields: readFields(given['fields'], section, context, findings),
  }
  const failed = findings.all().some(violation => violation.pointer.startsWith(`${context.pointer ?? ''}/on`))
  if (!failed && !on.creation && !on.modification && on.fields.length === 0) {
    findings.add('/on', 'Nothing would fire this webhook.', 'at least one of creation, modification and fields')
  }
  return on
}

function readFlag(given: JsonObject, name: 'creation' | 'modification', findings: Findings): boolean {
  const value = given[name]
  if (typeof value === 'boolean') return value
  if (value !== undefined) findings.add(`/on/${name}`, `${name} must be true or false.`, 'true or false')
  return false
}

function readFields(
  value: unknown,
  section: string,
  { sections }: WebhookContext,
  findings: Findings,
): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    findings.add('/on/fields', 'fields must be a list of names.', 'such as ["name", "email"]')
    return []
  }
  const known = sections.get(section)
  const fields = new Set<string>()
  value.forEach((field: unknown, index) => {
    // Fields of a section that does not exist cannot be judged; that violation stands already.
    const exists = typeof field === 'string' && (known === undefined || field === 'eliminado' || known.has(field))
    if (exists) fields.add(field)
    else {
      const message = `The section ${section} has no field "${shown(field)}".`
      findings.add(`/on/fields/${index}`, message, `one of ${[...(known ?? []), 'eliminado'].join(', ')}`)
    }
  })
  return [...fields]
}

function readChoice<Value extends string | boolean>(
  given: JsonObject,
  name: string,
  values: readonly Value[],
  findings: Findings,
): Value | undefined {
  const found = values.find(value => value === given[name])
  const expected = values.join(' or ')
  if (found === undefined && given[name] !== undefined) {
    findings.add(`/${name}`, `${name} must be ${expected}.`, expected)
  }
  return found
}

/** What a header can carry without being changed on the way; more is not known of tokens (GAP-KEYS). */
function readToken(value: unknown, findings: Findings): string | undefined {
  if (value === undefined || (typeof value === 'string' && /^[\x21-\x7e]{1,4096}$/.test(value))) return value
  findings.add('/token', 'The token cannot travel in a header.', 'printable ASCII characters without spaces')
  return undefined
}

function readSecret(value: unknown, findings: Findings): string | undefined {
  if (value === undefined) return undefined
  const what = 'A webhook’s "standardWebhooks"'
  const given = objectOf(value, { pointer: '/standardWebhooks', what, properties: ['secret'], findings })
  const secret = given?.['secret']
  if (typeof secret === 'string' && secretKey(secret) !== undefined) return secret
  if (given !== undefined) {
    const expected = 'base64 of 24 to 64 bytes, after "whsec_" or alone'
    findings.add('/standardWebhooks/secret', 'The secret cannot be used.', expected)
  }
  return undefined
}
