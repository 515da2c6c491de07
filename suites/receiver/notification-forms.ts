/** Notifications written in other ways, and things that are none. */
import { isJsonObject } from '../../src/core/index.ts'
import type { Fields, JsonObject, RecordChanged } from '../../src/core/index.ts'
import type { CheckContext, Prepared } from '../../src/conformance/receiver-check/index.ts'

export interface Form {
  name: string
  prepared: Prepared
}

/** What the service may send of the same event: what changed alone, or the whole record as well (GAP-HOOK-BODY). */
export function profiles(context: CheckContext): readonly Form[] {
  return [
    { name: 'thin', prepared: context.notification() },
    { name: 'full', prepared: full(context, plainRecord) },
  ]
}

export function full(context: CheckContext, record: Fields): Prepared {
  return context.notification({ record: { id: context.recordId, ...record } })
}

const plainRecord: Fields = {
  name: 'Talleres del Puerto, S.L.',
  kind: 'company',
  email: 'compras@sanso.example',
  phone: null,
  is_customer: true,
  payment_terms_days: 30,
  credit_limit: 1500.5,
}

/** A text where texts stand: in the record that comes along, and among the names of what changed. */
export function carrying(context: CheckContext, text: string): readonly Form[] {
  return [
    { name: 'full', prepared: full(context, { ...plainRecord, name: text, notes: text }) },
    { name: 'thin', prepared: context.notification({ changedFields: ['name', text] }) },
  ]
}

export function edited(prepared: Prepared, edit: (body: JsonObject) => unknown): Prepared {
  return { ...prepared, body: JSON.stringify(edit(bodyOf(prepared))) }
}

export function bodyOf({ body }: Prepared): JsonObject {
  const value: unknown = JSON.parse(body)
  return isJsonObject(value) ? value : {}
}

/** With nothing but what a notification is made of, as far as the contract lets the rest be absent. */
export function least(context: CheckContext): Prepared {
  const { kind, section, recordId } = context.notification().event
  const { headers, body } = context.contract.notification.encode({ kind, section, recordId })
  return { ...context.notification(), headers: { ...context.notification().headers, ...headers }, body: JSON.stringify(body) }
}

/** Members without which a notification breaks the contract. */
export function required(context: CheckContext, prepared: Prepared): string[] {
  const body = bodyOf(prepared)
  const violations = (value: unknown) => context.contract.notification.check(value).length
  const usual = violations(body)
  return Object.keys(body).filter((name) => violations(without(body, name)) > usual)
}

export function without(body: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([given]) => given !== name))
}

/** The notification with a kind of event that does not exist, wherever the contract has it: in the body or in a header. */
export function ofUnknownKind(context: CheckContext): Prepared {
  const as = (kind: RecordChanged['kind']) => context.notification({ kind, occurredAt: '2026-01-01T00:00:00Z' })
  const one = as('created')
  const other = as('modified')
  const headers = Object.entries(one.headers).map(([name, value]) => [name, other.headers[name] === value ? value : unknownKind])
  return edited({ ...one, headers: Object.fromEntries(headers) }, (body) => replaceDifferent(body, bodyOf(other)))
}

const unknownKind = 'ensayo_unknown'

function replaceDifferent(one: unknown, other: unknown): unknown {
  if (isJsonObject(one) && isJsonObject(other)) {
    return Object.fromEntries(Object.entries(one).map(([name, value]) => [name, replaceDifferent(value, other[name])]))
  }
  return JSON.stringify(one) === JSON.stringify(other) ? one : unknownKind
}

/** With every character outside ASCII as an escape (RFC 8259, section 7). */
export function inAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export interface Unreadable {
  name: string
  body: string
}

/** No JSON at all. */
export function malformed({ body }: Prepared): readonly Unreadable[] {
  return [
    { name: 'a text that is no JSON', body: 'event=modified&section=entities' },
    { name: 'JSON with something after it', body: `${body}}` },
    { name: 'JSON with single quotes', body: body.replaceAll('"', "'") },
    { name: 'a lone quotation mark', body: '"' },
  ]
}

/** JSON, but no object. */
export const noObjects: readonly Unreadable[] = [
  { name: 'null', body: 'null' },
  { name: 'an empty list', body: '[]' },
  { name: 'a text', body: '"modified"' },
  { name: 'a number', body: '42' },
  { name: 'true', body: 'true' },
  { name: 'an empty object', body: '{}' },
]

/** Each member in turn with a value of another type. */
export function wronglyTyped(prepared: Prepared): readonly Unreadable[] {
  const body = bodyOf(prepared)
  return Object.keys(body).flatMap((name) =>
    [null, {}, [], [null], '', false, -1].map((value) => ({
      name: `\`${name}\` as ${JSON.stringify(value)}`,
      body: JSON.stringify({ ...body, [name]: value }),
    })),
  )
}
