/** HOOK-1, HOOK-2, HOOK-7: which events call which webhook. */
import type { Case, CaseContext } from '../src/conformance/index.ts'
import { assumed, stated } from './write-case.ts'
import { called, change, listen, modify, seeModified, twoEdits, webhookCase } from './webhook-call.ts'
import { create, done, edit, make, markedSample, remove } from './written-record.ts'
import type { Fields } from './written-record.ts'

/** A webhook that must stay silent, judged by another one that the same write calls. */
function silent(calls: readonly unknown[], context: CaseContext, what: string): void {
  context.check(calls.length === 0, { message: `${what} calls it`, expected: 'no call', found: `${calls.length} calls` })
}

function otherSection(context: CaseContext): string {
  const { id } = context.sample('section')
  const shown = Object.values(context.samples.report?.columns ?? {}).map(({ section }) => section)
  const found = [context.samples.forbidden?.section?.id, ...shown].find((section) => section !== undefined && section !== id)
  return found ?? context.unjudged('no second section is known', 'Name one in samples.forbidden.section.')
}

/** HOOK-7 on records of one section: an edit, or a creation, calls a webhook there. */
async function notifies(context: CaseContext, section: string, on: 'created' | 'modified', fields: Fields): Promise<string> {
  const listening = await context.listen({ section, on: [on] })
  // A notification of the creation shows that writes through the interface are notified of.
  const control = on === 'modified' ? await context.listen({ section, on: ['created'] }) : undefined
  const client = context.client()
  const created = done(context, await client.createRecord(section, fields), `a record in ${section}`)
  const { recordId } = created
  if (recordId === undefined) return context.unjudged('the answer tells no id', 'Say where it stands in an overlay.')
  context.records.adopt(section, recordId)
  const notified = async () => (await listening.until(1)).length > 0
  let byPerson = false
  if (on === 'modified') {
    const text = Object.entries(fields).find(([, value]) => typeof value === 'string' && /\p{L} \p{L}/u.test(value))
    if (text === undefined) return context.unjudged('the sample has no text to edit', 'Give it a name of two words.')
    const altered = (times: number): Fields => ({ [text[0]]: `${String(text[1])} ${times}` })
    done(context, await client.editRecord(section, recordId, altered(2)), 'the edit')
    if (!(await notified())) byPerson = await context.editInConsole(section, recordId, altered(3))
  }
  if (await notified()) return `A record of ${section} that was ${on}${byPerson ? ' by a person' : ''} was notified of.`
  const isControlled = control !== undefined && (await control.quiet()).length > 0
  if (!isControlled && (await called(context)).by === 'person' && !byPerson) return context.unjudged(...apiSilent)
  return context.broken({ message: `a record of ${section} was ${on}, and nobody was notified`, expected: '1 call', found: 'none' })
}

const apiSilent = [
  'writes through the interface call no webhook here',
  'Not documented (GAP-HOOK-WRITES); see HOOK-API-WRITES.',
] as const

export const eventCases: readonly Case[] = [
  webhookCase({
    id: 'HOOK-CREATED',
    title: 'A webhook on creation is called when a record is created',
    basis: stated('HOOK-1', 'HOOK-2'),
    evidence: 'A call after a creation.',
    async run(context) {
      const listening = await listen(context, { on: ['created'] })
      const sentinel = await listen(context)
      const written = await make(context)
      const calls = await listening.until(1)
      if (calls.length > 0) return `The creation of the record ${written.id} was followed by ${calls.length} call.`
      await edit(context, written, change(context, written))
      if ((await sentinel.until(1)).length === 0) return context.unjudged(...apiSilent)
      return context.broken({ message: 'a creation calls no webhook, though an edit by the same key does', expected: '1 call', found: 'none' })
    },
  }),
  webhookCase({
    id: 'HOOK-MODIFIED',
    title: 'A webhook on modification is called when a record is modified',
    basis: stated('HOOK-1', 'HOOK-2'),
    evidence: 'A call after an edit, through the interface or by a person.',
    async run(context) {
      const listening = await listen(context)
      // Should nothing come, a notification of the creation shows that the service reaches the receiver at all.
      const control = await listen(context, { on: ['created'] })
      const written = await make(context)
      if (context.isMock) await listening.quiet()
      const { by, calls } = await modify(context, written, listening)
      if (calls.length > 0) return `The edit of the record ${written.id} (${by}) was followed by ${calls.length} call.`
      if (by === 'api') return context.unjudged('an edit through the interface calls no webhook, and no person can be asked to edit', seeModified)
      if (!context.isMock && control.received().length === 0) return context.unjudged('neither the creation nor the edits have called a webhook', seeModified)
      if (listening.strays().length > 0) return context.unjudged('the calls go to another URL', 'See HOOK-URL.')
      return context.broken({ message: 'no edit calls the webhook', expected: '1 call', found: 'none' })
    },
  }),
  webhookCase({
    id: 'HOOK-API-WRITES',
    title: 'Writes through the interface notify as those of people do',
    basis: assumed('GAP-HOOK-WRITES'),
    evidence: 'A call after an edit through the interface.',
    async run(context) {
      const { by, written } = await called(context)
      context.check(by === 'api', { message: 'only what a person changes is notified of', expected: 'a call after an edit through the interface', found: 'one after a person’s edit' })
      return `The edit of the record ${written.id} through the interface was notified of.`
    },
  }),
  webhookCase({
    id: 'HOOK-DELETED',
    title: 'Deleting a record is a modification of it',
    basis: assumed('GAP-HOOK-EVENTS'),
    evidence: 'A call of a webhook on modification after `eliminado` was edited to 1.',
    async run(context) {
      const { listening, written, by } = await called(context)
      if (by !== 'api') return context.unjudged('writes through the interface call no webhook here', seeModified)
      const before = await listening.quiet()
      await remove(context, written)
      const after = await listening.until(before.length + 1)
      context.check(after.length > before.length, { message: 'a deletion does not call the webhook on modification', expected: 'a call', found: 'none' })
      return `The deletion of the record ${written.id} was notified of.`
    },
  }),
  webhookCase({
    id: 'HOOK-ONLY-CREATED',
    title: 'A webhook on creation is not called for a modification',
    basis: stated('HOOK-1'),
    evidence: 'Silence after an edit that calls a webhook on modification.',
    async run(context) {
      const written = await make(context)
      const listening = await listen(context, { on: ['created'] })
      const sentinel = await listen(context)
      const { calls } = await modify(context, written, sentinel)
      if (calls.length === 0) return context.unjudged('no webhook is called for the edit', seeModified)
      silent(await listening.quiet(), context, 'an edit')
      return 'An edit called the webhook on modification, and not the one on creation.'
    },
  }),
  webhookCase({
    id: 'HOOK-ONLY-MODIFIED',
    title: 'A webhook on modification is not called for a creation',
    basis: stated('HOOK-1'),
    evidence: 'Silence after a creation that calls a webhook on creation.',
    async run(context) {
      const listening = await listen(context)
      const sentinel = await listen(context, { on: ['created'] })
      await create(context)
      if ((await sentinel.until(1)).length === 0) return context.unjudged('no webhook is called for the creation', 'See HOOK-CREATED.')
      silent(await listening.quiet(), context, 'a creation')
      return 'A creation called the webhook on creation, and not the one on modification.'
    },
  }),
  webhookCase({
    id: 'HOOK-OTHER-SECTION',
    title: 'A webhook of another section is not called',
    basis: stated('HOOK-1'),
    evidence: 'Silence after an edit that calls a webhook of the record’s own section.',
    async run(context) {
      const section = otherSection(context)
      const written = await make(context)
      const listening = await context.listen({ section, on: ['created', 'modified'] })
      const sentinel = await listen(context)
      const { calls } = await modify(context, written, sentinel)
      if (calls.length === 0) return context.unjudged('no webhook is called for the edit', seeModified)
      silent(await listening.quiet(), context, `an edit in ${context.sample('section').id}`)
      return `An edit called the webhook of its own section, and not that of ${section}.`
    },
  }),
  webhookCase({
    id: 'HOOK-FIELDS',
    title: 'A webhook on a field is called when that field changes',
    basis: stated('HOOK-1'),
    evidence: 'A call after an edit of the field.',
    async run(context) {
      const [listed] = twoEdits(context)
      const written = await make(context)
      const listening = await listen(context, { on: { fields: [listed.field] } })
      const sentinel = await listen(context)
      const { calls } = await modify(context, written, sentinel, listed.fields)
      if (calls.length === 0) return context.unjudged('no webhook is called for the edit', seeModified)
      const heard = await listening.until(1)
      context.check(heard.length > 0, { message: `a change of ${listed.field} does not call the webhook on it`, expected: '1 call', found: 'none' })
      return `A change of ${listed.field} called the webhook on that field.`
    },
  }),
  webhookCase({
    id: 'HOOK-FIELDS-ONLY',
    title: 'A webhook on a field is not called when another changes',
    basis: stated('HOOK-1'),
    evidence: 'Silence after an edit of another field that calls a webhook on modification.',
    async run(context) {
      const [listed, other] = twoEdits(context)
      const written = await make(context)
      const listening = await listen(context, { on: { fields: [listed.field] } })
      const sentinel = await listen(context)
      const { calls } = await modify(context, written, sentinel, other.fields)
      if (calls.length === 0) return context.unjudged('no webhook is called for the edit', seeModified)
      silent(await listening.quiet(), context, `a change of ${other.field}`)
      return `A change of ${other.field} did not call the webhook on ${listed.field}.`
    },
  }),
  webhookCase({
    id: 'HOOK-TWO',
    title: 'Every webhook on an event is called',
    basis: stated('HOOK-2'),
    evidence: 'A call of each of two webhooks after one edit.',
    async run(context) {
      const written = await make(context)
      const both = [await listen(context), await listen(context)] as const
      await modify(context, written, both[0])
      const counts = [(await both[0].until(1)).length, (await both[1].until(1)).length]
      if (counts.every((count) => count === 0)) return context.unjudged('no webhook is called for the edit', seeModified)
      context.check(!counts.includes(0), { message: 'of two webhooks on the same event one is not called', expected: 'both', found: `${counts.join(' and ')} calls` })
      return `One edit called both webhooks.`
    },
  }),
  webhookCase({
    id: 'HOOK-EVERY',
    title: 'Every event is notified of',
    basis: stated('HOOK-2'),
    evidence: 'As many calls as edits.',
    async run(context) {
      const { listening, written, by } = await called(context)
      if (by !== 'api') return context.unjudged('writes through the interface call no webhook here', seeModified)
      const calls = listening.received()
      for (let times = 0; times < 3; times += 1) await edit(context, written, change(context, written))
      const after = await listening.until(calls.length + 3)
      context.check(after.length >= calls.length + 3, { message: 'some edits are not notified of', expected: '3 more calls', found: `${after.length - calls.length}` })
      return `3 further edits were followed by ${after.length - calls.length} further calls.`
    },
  }),
  webhookCase({
    id: 'HOOK-REFUSED',
    title: 'A write that is refused is no event',
    basis: stated('HOOK-2'),
    evidence: 'Silence after an edit that is refused, while a sound edit is notified of.',
    async run(context) {
      const { listening, written } = await called(context)
      const calls = await listening.quiet()
      const spoilt = { ...change(context, written), ensayo_no_such_field: 'x' }
      const answer = await context.client().editRecord(context.sample('section').id, written.id, spoilt)
      const refused = answer.ok ? answer.value.outcome === 'failed' : answer.error.kind === 'refused'
      if (!refused) return context.unjudged('an unknown field is not refused here', 'Nothing else is known that a service has to refuse.')
      const after = await listening.quiet()
      context.check(after.length === calls.length, { message: 'a refused edit is notified of', expected: `${calls.length} calls`, found: `${after.length}` })
      return 'A sound edit was notified of, a refused one was not.'
    },
  }),
  webhookCase({
    id: 'HOOK-UNCHANGED',
    title: 'An edit that changes no value is no event',
    basis: assumed('GAP-HOOK-EVENTS'),
    evidence: 'Silence after an edit to the values that the record has, while a change is notified of.',
    async run(context) {
      const listening = await listen(context)
      const written = await make(context)
      const changed = change(context, written)
      const first = await modify(context, written, listening, changed)
      if (first.by !== 'api' || first.calls.length === 0) return context.unjudged('writes through the interface call no webhook here', seeModified)
      const calls = await listening.quiet()
      await edit(context, written, changed)
      const after = await listening.quiet()
      context.check(after.length === calls.length, { message: 'an edit that changes nothing is notified of', expected: `${calls.length} calls`, found: `${after.length}` })
      return 'The same edit, made twice, was notified of once.'
    },
  }),
  webhookCase({
    id: 'HOOK-INVOICE',
    title: 'That an invoice is created is notified of',
    basis: stated('HOOK-7'),
    evidence: 'A call after an invoice was created.',
    async run(context) {
      const { id, create: sample } = context.sample('section')
      if (id === 'invoices') return notifies(context, 'invoices', 'created', sample)
      if (!context.isMock) return context.unjudged('the sample section is not that of invoices', 'Run it with invoices as samples.section.')
      const { id: customer } = await make(context)
      const lines = [{ description: 'Ensayo', quantity: 1, unit_price: 10 }]
      return notifies(context, 'invoices', 'created', { entity_id: customer, issued_on: '2025-05-05', lines })
    },
  }),
  webhookCase({
    id: 'HOOK-CUSTOMER',
    title: 'That a customer is modified is notified of',
    basis: stated('HOOK-7'),
    evidence: 'A call after a customer was modified.',
    run(context) {
      const { id } = context.sample('section')
      if (id !== 'entities') return context.unjudged('the sample section is not that of customers', 'Run it with entities as samples.section.')
      return notifies(context, id, 'modified', context.records.fields())
    },
  }),
  webhookCase({
    id: 'HOOK-STOCK',
    title: 'That stock is updated is notified of',
    basis: stated('HOOK-7'),
    needs: ['fullKey', 'section', 'console'],
    evidence: 'A call after an article of the stock was modified.',
    run(context) {
      const { section } = context.samples.forbidden ?? {}
      const { id, create: sample } = context.sample('section')
      if (id === 'stock') return notifies(context, id, 'modified', sample)
      if (section?.id !== 'stock') return context.unjudged('no sample of an article of the stock is known', 'Name one in samples.forbidden.section.')
      return notifies(context, section.id, 'modified', markedSample(context, section.create).fields)
    },
  }),
]
