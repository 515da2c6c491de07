/** HOOK-5, HOOK-6: what is accepted comes no more, and what finds no answer comes again. */
import type { Answer, Case, CaseContext } from '../src/conformance/index.ts'
import { assumed, stated } from './write-case.ts'
import { answerEnd, called, change, later, listen, modify, noneLater, seeModified, webhookCase } from './webhook-call.ts'
import type { Calls } from './webhook-call.ts'
import { create, edit, unique } from './written-record.ts'

const status = (code: number): Answer => ({ kind: 'status', status: code })

/** Another call after the first one has failed. */
async function calledAgain(context: CaseContext, answers: readonly Answer[], what: string): Promise<Calls> {
  const { listening } = await called(context, { answers })
  const all = context.isMock ? await later(context, listening) : await listening.until(2)
  if (all.length < 2) noneLater(context, `after ${what} the webhook is not called again`)
  return all
}

/** The first call, which was broken off, and the next one; that there is one is another case's law. */
async function callAndNext(context: CaseContext, token?: string): Promise<readonly [Calls[number], Calls[number]]> {
  const { listening } = await called(context, { answers: [{ kind: 'reset' }, status(200)], ...(token === undefined ? {} : { token }) })
  const [first, next] = context.isMock ? await later(context, listening) : await listening.until(2)
  if (first !== undefined && next !== undefined) return [first, next]
  return context.unjudged('after a connection that was broken off the webhook is not called again', 'See HOOK-RETRY.')
}

/** No other call, and the attempt was not given up before its answer. */
async function acceptedOnce(context: CaseContext, answers: readonly Answer[], edits: number): Promise<string> {
  const { listening, written, by } = await called(context, { answers })
  if (by === 'api') for (let more = 1; more < edits; more += 1) await edit(context, written, change(context, written))
  await listening.until(by === 'api' ? edits : 1)
  const before = await listening.quiet()
  const all = await later(context, listening)
  // One edit may be several events, but the same body again is none. Several edits may well be told alike.
  const repeated = edits === 1 ? all.find((call) => call.repeats !== undefined) : undefined
  const answered = before.map(({ answer }) => (answer?.kind === 'status' ? answer.status : '?')).join(', ')
  context.check(all.length === before.length && repeated === undefined, {
    message: `notifications that were answered with ${answered} came again`,
    expected: `${before.length} calls`,
    found: `${all.length}`,
  })
  return `${before.length} notifications, answered with ${answered}, came once each${context.isMock ? ' in three days of the clock' : ''}.`
}

/** An answer meant for 9 s that ends later than this proves nothing: the 10 s of HOOK-5 may have begun before it was due. */
const latestMs = 9200

export const retryCases: readonly Case[] = [
  webhookCase({
    id: 'HOOK-ONCE',
    title: 'A notification that is accepted at once is not sent again',
    basis: stated('HOOK-5', 'HOOK-6'),
    evidence: 'One call, and no other later.',
    run: (context) => acceptedOnce(context, [status(200)], 1),
  }),
  webhookCase({
    id: 'HOOK-ACCEPTED',
    title: 'Every 2xx accepts a notification',
    basis: stated('HOOK-5'),
    evidence: 'Notifications answered with 200, 201, 202 and 204, none of which comes again.',
    run: (context) => acceptedOnce(context, [status(200), status(201), status(202), status(204)], 4),
  }),
  webhookCase({
    id: 'HOOK-LATE',
    title: 'A 2xx after 9 seconds accepts a notification',
    basis: stated('HOOK-5'),
    evidence: 'A call that waits 9 s for its answer, and no other later.',
    lastsMs: 9300,
    async run(context) {
      // A creation is the quickest event to be had: 9 s are most of the time that a whole run may take on a mock.
      const listening = await listen(context, { on: ['created', 'modified'], answers: [status(200)], delayMs: 9000 })
      const written = await create(context)
      const [first] = (await listening.until(1)).length > 0 ? listening.received() : (await modify(context, written, listening)).calls
      if (first === undefined) return context.unjudged('no notification has come', seeModified)
      const end = await answerEnd(first, 12_000)
      const punctual = () => {
        if ((end?.afterMs ?? 0) > latestMs) context.unjudged('this machine was too busy to answer after 9 s', 'Run it again when less else runs.')
      }
      if (end?.end !== 'answered') punctual()
      context.check(end?.end === 'answered', {
        message: `the sender left after ${((end?.afterMs ?? 0) / 1000).toFixed(1)} s, before the answer`,
        expected: 'it waits up to 10 s',
        found: end?.end ?? 'no end',
      })
      const calls = await later(context, listening)
      const isTheSame = ({ body, event }: Calls[number]) => body === first.body || (context.isMock && event?.recordId === first.event?.recordId)
      const again = calls.filter((call) => call !== first && isTheSame(call))
      if (again.length > 0) punctual()
      context.check(again.length === 0, { message: 'a notification accepted after 9 s came again', expected: '1 call', found: `${calls.length} calls` })
      return `The sender waited ${((end?.afterMs ?? 0) / 1000).toFixed(1)} s for the 2xx, and did not call again.`
    },
  }),
  webhookCase({
    id: 'HOOK-RETRY',
    title: 'A notification without an answer is sent again',
    basis: stated('HOOK-6'),
    evidence: 'A second call after the connection of the first was broken off.',
    async run(context) {
      const calls = await calledAgain(context, [{ kind: 'reset' }, status(200)], 'a connection that was broken off')
      return `After a connection that was broken off there were ${calls.length - 1} further calls.`
    },
  }),
  webhookCase({
    id: 'HOOK-RETRY-HANG',
    title: 'A notification that waits for an answer in vain is sent again',
    basis: stated('HOOK-6'),
    evidence: 'A second call after the sender has left the first one, unanswered.',
    lastsMs: 10_600,
    onMock: 'whenAsked',
    async run(context) {
      const { listening, first } = await called(context, { answers: [{ kind: 'hang' }, status(200)] })
      const end = await answerEnd(first, 60_000)
      if (end === undefined) return context.unjudged('the sender still waits after 60 s', 'How long it waits in vain is not documented.')
      const calls = context.isMock ? await later(context, listening) : await listening.until(2)
      if (calls.length < 2) return noneLater(context, 'after waiting in vain the webhook is not called again')
      return `The sender left after ${(end.afterMs / 1000).toFixed(1)} s without an answer, and called again.`
    },
  }),
  webhookCase({
    id: 'HOOK-RETRY-MORE',
    title: 'Several calls without an answer do not end the retries',
    basis: assumed('GAP-HOOK-RETRIES'),
    evidence: 'A fourth call after three connections that were broken off.',
    async run(context) {
      const reset: Answer = { kind: 'reset' }
      const { listening } = await called(context, { answers: [reset, reset, reset, status(200)] })
      const calls = context.isMock ? await later(context, listening) : await listening.until(4)
      if (!context.isMock && calls.length < 4) return noneLater(context, `${calls.length} calls came`)
      context.check(calls.length >= 4, { message: 'the retries end before', expected: '4 calls', found: `${calls.length}` })
      return 'The fourth call, after three without an answer, was accepted.'
    },
  }),
  webhookCase({
    id: 'HOOK-RETRY-5XX',
    title: 'A notification answered with 500 is sent again',
    basis: assumed('GAP-HOOK-RETRIES'),
    evidence: 'A second call after the answer 500.',
    async run(context) {
      await calledAgain(context, [status(500), status(200)], 'an answer 500')
      return 'After an answer 500 the webhook was called again.'
    },
  }),
  webhookCase({
    id: 'HOOK-RETRY-4XX',
    title: 'A notification answered with 404 is sent again',
    basis: assumed('GAP-HOOK-RETRIES'),
    evidence: 'A second call after the answer 404.',
    async run(context) {
      await calledAgain(context, [status(404), status(200)], 'an answer 404')
      return 'After an answer 404 the webhook was called again.'
    },
  }),
  webhookCase({
    id: 'HOOK-REDIRECT',
    title: 'A redirect is not followed',
    basis: assumed('GAP-HOOK-RETRIES'),
    evidence: 'An answer 307, and no call where it points to.',
    async run(context) {
      const { listening } = await called(context, { answers: [{ kind: 'redirect' }, status(200)] })
      const calls = await listening.quiet()
      context.check(!calls.some(({ redirected }) => redirected), { message: 'the sender follows redirects', expected: 'no call of the other URL', found: 'a call' })
      return 'The answer 307 was not followed.'
    },
  }),
  webhookCase({
    id: 'HOOK-RETRY-BODY',
    title: 'A notification that is sent again is the same',
    basis: assumed('GAP-HOOK-BODY'),
    evidence: 'Two calls with equal bodies.',
    async run(context) {
      const [first, second] = await callAndNext(context)
      context.check(first.body === second.body, { message: 'the notification has another body when it is sent again', expected: first.body, found: second.body })
      return `Both calls had the same ${first.bytes} bytes.`
    },
  }),
  webhookCase({
    id: 'HOOK-RETRY-TOKEN',
    title: 'A notification that is sent again carries the token again',
    basis: stated('HOOK-3'),
    evidence: 'Two calls with the token configured.',
    async run(context) {
      const token = `ensayo-${unique(context)}${unique(context)}`
      const [first, second] = await callAndNext(context, token)
      if (first.token !== 'right') return context.unjudged('the first call does not carry the token', 'See HOOK-TOKEN.')
      context.check(second.token === 'right', { message: 'the second call does not carry the token', expected: 'right', found: second.token })
      return 'Both calls carried the token.'
    },
  }),
]
