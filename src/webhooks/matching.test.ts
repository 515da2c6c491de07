import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fields, JsonValue } from '../core/index.ts'
import { sameJson } from './json-equality.ts'
import { assumedRules, notificationsFor } from './matching.ts'
import type { Change, RecordState } from './matching.ts'
import { assumedRetries } from './retry-presets.ts'
import type { Triggers, Webhook } from './webhook.ts'

const at = Date.UTC(2026, 10, 2, 9, 42, 30, 4)

function webhook(on: Partial<Triggers>, more: Partial<Webhook> = {}): Webhook {
  return {
    id: 'w1',
    section: 'entities',
    on: { creation: false, modification: false, fields: [], ...on },
    url: 'http://127.0.0.1:9/',
    enabled: true,
    payload: 'thin',
    retries: assumedRetries.policy,
    ...more,
  }
}

function change(before: Fields | undefined, after: Fields, more: Partial<Change> = {}): Change {
  const state = (fields: Fields): RecordState => ({ fields, eliminado: 0 })
  const start = before === undefined ? {} : { before: state(before) }
  return { section: 'entities', id: 7, ...start, after: state(after), at, by: 'api', ...more }
}

const onCreation = webhook({ creation: true }, { id: 'creation' })
const onModification = webhook({ modification: true }, { id: 'modification' })
const onEmail = webhook({ fields: ['email'] }, { id: 'email' })
const everyone = [onCreation, onModification, onEmail]

const fired = (given: Change, webhooks = everyone, rules = assumedRules) =>
  notificationsFor(given, webhooks, rules).map(({ webhook: { id } }) => id)

test('a creation fires the webhooks on creation, with the fields that have a value', () => {
  const created = change(undefined, { name: 'Nadal', phone: null, lines: [] })
  expect(fired(created)).toEqual(['creation'])
  expect(notificationsFor(created, everyone).map(({ event }) => event)).toEqual([{
    kind: 'created',
    section: 'entities',
    recordId: 7,
    changedFields: ['name', 'lines'],
    occurredAt: '2026-11-02T09:42:30.004Z',
  }])
})

test('an edit fires the webhooks on modification and those on a field that changed', () => {
  const before = { name: 'Nadal', email: 'a@nadal.example', city: 'Palma' }
  expect(fired(change(before, { ...before, city: 'Inca' }))).toEqual(['modification'])
  expect(fired(change(before, { ...before, email: 'b@nadal.example' }))).toEqual(['modification', 'email'])
  expect(fired(change(before, { name: 'Nadal', city: 'Palma' }))).toEqual(['modification', 'email'])
})

test('a webhook on modification and on fields is notified once', () => {
  const both = webhook({ creation: true, modification: true, fields: ['email', 'name'] })
  const given = change({ name: 'a', email: 'b' }, { name: 'c', email: 'd' })
  expect(notificationsFor(given, [both])).toMatchObject([{ event: { changedFields: ['name', 'email'] } }])
})

test('an edit that changes nothing is no event unless the rules say so', () => {
  const before = { a: 1, email: 'x', list: [{ b: 1, c: 2 }] }
  const same = change(before, { email: 'x', list: [{ c: 2, b: 1 }], a: 1, phone: null })
  expect(fired(same)).toEqual([])
  expect(fired(same, everyone, { ...assumedRules, unchangedEditsNotify: true })).toEqual(['modification'])
})

test('the order of a list is a part of its value', () => {
  expect(fired(change({ lines: [1, 2] }, { lines: [2, 1] }))).toEqual(['modification'])
})

test('a deletion and a restoration are modifications of eliminado', () => {
  const onState = webhook({ fields: ['eliminado'] }, { id: 'state' })
  const fields = { name: 'Nadal' }
  const deletion = change(fields, {}, { after: { fields: { name: 'N' }, eliminado: 1 } })
  expect(notificationsFor(deletion, [...everyone, onState])).toMatchObject([
    { webhook: { id: 'modification' }, event: { kind: 'modified', changedFields: ['name', 'eliminado'] } },
    { webhook: { id: 'state' }, event: { kind: 'modified', changedFields: ['name', 'eliminado'] } },
  ])
  const restoration = change(fields, {}, { before: { fields, eliminado: 1 }, after: { fields, eliminado: 0 } })
  expect(notificationsFor(restoration, [onState])).toMatchObject([{ event: { changedFields: ['eliminado'] } }])
})

test('the record travels only with webhooks that ask for it', () => {
  const full = webhook({ modification: true }, { payload: 'full' })
  const [thinOne, fullOne] = notificationsFor(change({ name: 'a' }, { name: 'b' }), [onModification, full])
  expect(thinOne?.event).not.toHaveProperty('record')
  expect(fullOne?.event.record).toEqual({ name: 'b', eliminado: 0 })
})

test('other sections and webhooks that are off stay silent', () => {
  const elsewhere = webhook({ creation: true }, { section: 'invoices' })
  const off = webhook({ creation: true }, { enabled: false })
  expect(fired(change(undefined, { name: 'a' }), [elsewhere, off])).toEqual([])
})

test('writes through the interface can be kept silent, those by people not', () => {
  const rules = { ...assumedRules, apiWritesNotify: false }
  expect(fired(change(undefined, { name: 'a' }), everyone, rules)).toEqual([])
  expect(fired(change(undefined, { name: 'a' }, { by: 'console' }), everyone, rules)).toEqual(['creation'])
})

test('fields named as what every object inherits are fields like others', () => {
  expect(fired(change({}, { constructor: 'x', toString: 1 }), [webhook({ fields: ['toString'] })])).toEqual(['w1'])
})

test('a value is the same as its copy with every object turned round, and no other', () => {
  const turned = (value: JsonValue | undefined): JsonValue => {
    if (Array.isArray(value)) return value.map(turned)
    if (typeof value !== 'object' || value === null) return value ?? null
    return Object.fromEntries(Object.entries(value).toReversed().map(([name, item]) => [name, turned(item)]))
  }
  const json = fc.jsonValue().map(value => JSON.parse(JSON.stringify(value)) as JsonValue)
  fc.assert(fc.property(json, value => {
    expect(sameJson(value, turned(value))).toBe(true)
    expect(sameJson(value, [value])).toBe(false)
  }))
  fc.assert(fc.property(json, json, (a, b) => {
    const canonical = (value: JsonValue) => JSON.stringify(value, (_, item: unknown) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).toSorted(([x], [y]) => (x < y ? -1 : 1)))
        : item)
    expect(sameJson(a, b)).toBe(canonical(a) === canonical(b))
  }))
})
