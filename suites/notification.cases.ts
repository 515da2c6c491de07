/** GAP-HOOK-BODY, GAP-HOOK-EVENTS: what a notification says. */
import type { Case, CaseContext } from '../src/conformance/index.ts'
import { assumed } from './write-case.ts'
import { called, listen, modify, seeModified, twoEdits, violationsOf, webhookCase } from './webhook-call.ts'
import type { Call } from './webhook-call.ts'
import { make } from './written-record.ts'

/** What it means; unjudged when it is not what the contract assumes. */
function eventOf(context: CaseContext, call: Call): NonNullable<Call['event']> {
  return call.event ?? context.unjudged('the notification cannot be read', 'See HOOK-BODY; describe it in an overlay.')
}

export const notificationCases: readonly Case[] = [
  webhookCase({
    id: 'HOOK-BODY',
    title: 'A notification is as the contract assumes',
    basis: assumed('GAP-HOOK-BODY'),
    evidence: 'Headers and a body that keep the contract.',
    async run(context) {
      const { first } = await called(context)
      context.check(first.event !== undefined && first.violations.length === 0, { message: `the notification is another one: ${violationsOf(first)}`, found: first.body.slice(0, 200) })
      return `The notification of ${first.bytes} bytes keeps the contract.`
    },
  }),
  webhookCase({
    id: 'HOOK-KINDS',
    title: 'A notification says whether the record was created or modified',
    basis: assumed('GAP-HOOK-EVENTS'),
    evidence: 'The kind created, then the kind modified.',
    async run(context) {
      const listening = await listen(context, { on: ['created', 'modified'] })
      const written = await make(context)
      const [created] = await listening.quiet()
      if (created === undefined) return context.unjudged('no notification of the creation has come', 'See HOOK-CREATED.')
      const { calls } = await modify(context, written, listening)
      const [modified] = calls
      if (modified === undefined) return context.unjudged('no notification of the edit has come', seeModified)
      const found = `${eventOf(context, created).kind}, ${eventOf(context, modified).kind}`
      context.check(found === 'created, modified', { message: 'the kinds are told otherwise', expected: 'created, modified', found })
      return `The kinds told were ${found}.`
    },
  }),
  webhookCase({
    id: 'HOOK-RECORD',
    title: 'A notification names the section and the record',
    basis: assumed('GAP-HOOK-BODY'),
    evidence: 'The section and the id of the record that was edited.',
    async run(context) {
      const { first, written } = await called(context)
      const { section, recordId } = eventOf(context, first)
      const expected = `${context.sample('section').id} ${written.id}`
      const found = `${section} ${recordId}`
      context.check(found === expected, { message: 'another record is named', expected, found })
      return `It names ${found}.`
    },
  }),
  webhookCase({
    id: 'HOOK-CHANGED-FIELDS',
    title: 'A notification names the fields that have changed, and no others',
    basis: assumed('GAP-HOOK-BODY'),
    evidence: 'Exactly the field that was edited.',
    async run(context) {
      const [one] = twoEdits(context)
      const listening = await listen(context)
      const written = await make(context)
      const { calls } = await modify(context, written, listening, one.fields)
      const [first] = calls
      if (first === undefined) return context.unjudged('no notification has come', seeModified)
      const { changedFields } = eventOf(context, first)
      context.check(changedFields !== undefined, { message: 'no changed fields are named', expected: one.field, found: 'none' })
      const found = (changedFields ?? []).join(', ')
      context.check(found === one.field, { message: 'other fields are named as changed', expected: one.field, found })
      return `It names ${found}.`
    },
  }),
  webhookCase({
    id: 'HOOK-TIME',
    title: 'A notification tells when it happened, and later ones tell later times',
    basis: assumed('GAP-HOOK-BODY'),
    evidence: 'Two times in order.',
    async run(context) {
      const { listening, written, first } = await called(context)
      await listening.quiet()
      const [second] = (await modify(context, written, listening)).calls
      if (second === undefined) return context.unjudged('no second notification has come', seeModified)
      const [earlier, then] = [eventOf(context, first).occurredAt, eventOf(context, second).occurredAt]
      context.check(earlier !== undefined && then !== undefined, { message: 'no time is told', expected: 'a time', found: 'none' })
      context.check(Date.parse(earlier ?? '') <= Date.parse(then ?? ''), { message: 'the times are out of order', expected: `${earlier} or later`, found: then ?? '' })
      return `The times are ${earlier} and ${then}.`
    },
  }),
  webhookCase({
    id: 'HOOK-SECRETS',
    title: 'A notification carries no API key and no cookie',
    basis: assumed('GAP-HOOK-BODY'),
    evidence: 'A call whose path, headers and body do not contain the key.',
    async run(context) {
      let seen = ''
      const { first } = await called(context, {
        answers: (_, { target, rawHeaders, body }) => {
          seen += `${target} ${rawHeaders.join(' ')} ${new TextDecoder().decode(body)}\n`
          return { kind: 'status', status: 200 }
        },
      })
      context.check(!seen.includes(context.key()), { message: 'the notification carries the API key of the user who wrote', expected: 'no key', found: 'the key' })
      context.check(first.headers['cookie'] === undefined, { message: 'the notification carries a cookie', expected: 'none', found: 'one' })
      return `The key is nowhere in the ${seen.length} characters received.`
    },
  }),
]
