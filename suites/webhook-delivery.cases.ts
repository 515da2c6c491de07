/** HOOK-2 … HOOK-5, BODY-1: how a webhook is called. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Case, CaseContext } from '../src/conformance/index.ts'
import { likeness } from './field-value.ts'
import { assumed, stated } from './write-case.ts'
import { called, change, listen, modify, seeModified, webhookCase } from './webhook-call.ts'
import { edit, eventually, find, labelOf, make, unique } from './written-record.ts'
import type { Row, Written } from './written-record.ts'

/** What a report shows of a record while the notification of its change is waiting for its answer. */
async function readOnArrival(context: CaseContext, look: (read: () => Promise<Row | undefined>, isNew: (row: Row | undefined) => boolean) => Promise<Row | undefined>): Promise<string> {
  const { column, field } = labelOf(context)
  const written = await make(context)
  const fields = change(context, written)
  const expected = String(fields[field])
  const isNew = (row: Row | undefined) => row !== undefined && likeness(expected, row[column]) === 'same'
  let arrived: { row: Row | undefined } | undefined
  const listening = await listen(context, {
    answers: async () => {
      try {
        arrived ??= { row: await look(() => find(context, written.id), isNew) }
      } catch {
        // A report that cannot be read at this moment is looked at again below.
      }
      return { kind: 'status', status: 200 }
    },
  })
  await edit(context, written, fields)
  const calls = await listening.until(1)
  await listening.quiet()
  if (calls.length === 0 || arrived === undefined) return context.unjudged('no notification has come, or the report could not be read when it came', seeModified)
  if (!isNew(await eventually(context, () => find(context, written.id), isNew))) return context.unjudged('the report does not show the edit at all', 'See WRI-EDIT.')
  context.check(isNew(arrived.row), {
    message: `the notification came before the change of the record ${written.id} could be read`,
    expected,
    found: String(arrived.row?.[column]),
  })
  return `When the notification came, the report showed ${field} as "${expected}".`
}

/** Whether a write is answered only once its receiver has answered. */
async function waitsForReceiver(context: CaseContext, written: Written, holdMs: number): Promise<'waits' | 'goes on' | 'not called'> {
  const answered = Promise.withResolvers<'goes on'>()
  let end: 'waits' | 'goes on' | undefined
  const listening = await listen(context, {
    answers: async () => {
      end = await Promise.race([answered.promise, pause(holdMs, 'waits' as const, { ref: false })])
      return { kind: 'status', status: 200 }
    },
  })
  await edit(context, written, change(context, written))
  answered.resolve('goes on')
  if ((await listening.until(1)).length === 0) return 'not called'
  await listening.quiet()
  return end ?? 'goes on'
}

const token = (context: CaseContext) => `ensayo-${unique(context)}${unique(context)}`

export const deliveryCases: readonly Case[] = [
  webhookCase({
    id: 'HOOK-POST',
    title: 'A webhook is called by POST',
    basis: stated('HOOK-2'),
    evidence: 'The method POST.',
    async run(context) {
      const { first } = await called(context)
      context.check(first.method === 'POST', { message: 'the webhook is not called by POST', expected: 'POST', found: first.method })
      return 'The call was a POST.'
    },
  }),
  webhookCase({
    id: 'HOOK-JSON',
    title: 'A notification is JSON, and says so',
    basis: stated('BODY-1'),
    evidence: 'A body that parses as JSON, with a media type of JSON.',
    async run(context) {
      const { first } = await called(context)
      const type = first.headers['content-type'] ?? 'none'
      context.check(isJson(first.body), { message: 'the notification is no JSON', expected: 'JSON', found: first.body.slice(0, 80) })
      context.check(/^application\/(?:[\w.-]+\+)?json\b/i.test(type), { message: 'the notification is not called JSON', expected: 'application/json', found: type })
      return `The notification is ${first.bytes} bytes of JSON, called ${type}.`
    },
  }),
  webhookCase({
    id: 'HOOK-URL',
    title: 'Each webhook is called at its own URL',
    basis: stated('HOOK-2'),
    evidence: 'Two webhooks, each called at exactly its path, and its query where it has one.',
    async run(context) {
      const written = await make(context)
      const both = [await listen(context), await listen(context, { query: 'from=ensayo' })] as const
      await modify(context, written, both[0])
      const [first, second] = [await both[0].until(1), await both[1].until(1)]
      if (first.length + second.length === 0) {
        const found = both[0].strays().map((call) => call.path).join(', ')
        if (found === '' || !context.isMock) return context.unjudged(`no webhook is called at its URL for the edit${found === '' ? '' : `, but there were calls of ${found}`}`, seeModified)
        return context.broken({ message: 'webhooks are called at another URL', expected: both.map(({ url }) => pathOf(url)).join(' and '), found })
      }
      for (const [at, calls] of [first, second].entries()) {
        const path = pathOf(both[at]?.url ?? '')
        const own = calls.filter((call) => path.endsWith(call.path))
        context.check(own.length > 0, { message: `the webhook ${at + 1} is not called at its own URL`, expected: path, found: calls.map((call) => call.path).join(', ') || 'no call' })
      }
      return `Each was called at its own path: ${both.map(({ url }) => pathOf(url)).join(' and ')}.`
    },
  }),
  webhookCase({
    id: 'HOOK-TOKEN',
    title: 'A webhook with a token sends it as a bearer token',
    basis: stated('HOOK-3'),
    evidence: 'The header Authorization with the scheme Bearer and the token configured.',
    async run(context) {
      const { first } = await called(context, { token: token(context) })
      context.check(first.token === 'right', {
        message: first.token === 'missing' ? 'the token is not sent' : 'another token is sent, or in another way',
        expected: 'Authorization: Bearer <the token configured>',
        found: first.headers['authorization'] ?? 'no Authorization header',
      })
      return 'The call carried the token configured.'
    },
  }),
  webhookCase({
    id: 'HOOK-TOKEN-OWN',
    title: 'Each webhook sends its own token',
    basis: stated('HOOK-3'),
    evidence: 'Two webhooks with different tokens, each called with its own.',
    async run(context) {
      const written = await make(context)
      const both = [await listen(context, { token: token(context) }), await listen(context, { token: token(context) })] as const
      await modify(context, written, both[0])
      const found = [...(await both[0].until(1)), ...(await both[1].until(1))].map((call) => call.token)
      if (found.length < 2) return context.unjudged('not both webhooks are called for the edit', 'See HOOK-TWO.')
      if (found.every((verdict) => verdict === 'missing')) return context.unjudged('no token is sent at all', 'See HOOK-TOKEN.')
      context.check(found.every((verdict) => verdict === 'right'), { message: 'a webhook is called with what is not its token', expected: 'right, right', found: found.join(', ') })
      return 'Two webhooks were called with their own tokens.'
    },
  }),
  webhookCase({
    id: 'HOOK-NO-TOKEN',
    title: 'A webhook without a token sends no credentials',
    basis: stated('HOOK-3'),
    evidence: 'No Authorization header.',
    async run(context) {
      const { first } = await called(context)
      context.check(first.token === 'none', { message: 'credentials are sent though the webhook has no token', expected: 'no Authorization header', found: first.headers['authorization'] ?? '' })
      return 'The call carried no Authorization header.'
    },
  }),
  webhookCase({
    id: 'HOOK-ASYNC',
    title: 'A write is answered without waiting for the receiver',
    basis: stated('HOOK-4'),
    evidence: 'The write’s answer while the receiver withholds its own until then.',
    async run(context) {
      const written = await make(context)
      const started = performance.now()
      await edit(context, written, change(context, written))
      // Many times what a write takes, and less than the 10 s after which the sender gives up (HOOK-5).
      const holdMs = Math.min(8000, Math.max(context.isMock ? 600 : 2000, 5 * (performance.now() - started)))
      const end = await waitsForReceiver(context, written, holdMs)
      if (end === 'not called') return context.unjudged('no notification has come', seeModified)
      if (end === 'goes on') return 'The write was answered while the receiver withheld its answer.'
      const again = await waitsForReceiver(context, written, holdMs * 1.2)
      if (again !== 'waits') return context.unjudged('of two writes only one was answered late', 'Run it again.')
      return context.broken({
        message: `twice the write was answered only after the receiver, which withheld its answer for ${Math.round(holdMs)} ms, had answered`,
        expected: 'the write’s answer first',
        found: 'the receiver’s answer first',
      })
    },
  }),
  webhookCase({
    id: 'HOOK-READ',
    title: 'What a notification tells of can be read while it waits for its answer',
    basis: stated('HOOK-2', 'USE-1'),
    evidence: 'The new value in the report before the receiver has answered.',
    run: (context) => readOnArrival(context, (read, isNew) => eventually(context, read, isNew)),
  }),
  webhookCase({
    id: 'HOOK-READ-AT-ONCE',
    title: 'What a notification tells of can be read when it comes',
    basis: assumed('GAP-HOOK-BODY'),
    evidence: 'The new value in the first reading of the report.',
    run: (context) => readOnArrival(context, (read) => read()),
  }),
]

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
