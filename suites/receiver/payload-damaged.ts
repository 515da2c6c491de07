/** What is no notification: refused, never lost, never fatal. */
import { inWords } from '../../src/conformance/receiver-check/index.ts'
import type { Check, CheckContext, RawAnswer } from '../../src/conformance/receiver-check/index.ts'
import { demandRefused, demandUnshaken, statusOf } from './answer-laws.ts'
import { bodyOf, full, malformed, noObjects, required, without, wronglyTyped } from './notification-forms.ts'
import type { Unreadable } from './notification-forms.ts'

type Told = Pick<Check, 'id' | 'title' | 'basis' | 'reason' | 'cure'>
type Law = (context: CheckContext, answer: RawAnswer, what: string) => void

const retried = 'An error of your own is retried for days although no retry can help, and hides the errors that matter.'
const asBadRequest = 'Check the body before it is used, and answer 400 when something is not as expected.'

/** Each body is sent by itself, all between two valid notifications. */
function survives(told: Told, law: Law, evidence: string, bodies: (context: CheckContext) => readonly Unreadable[]): Check {
  return {
    ...told,
    needs: ['http'],
    evidence,
    async run(context) {
      const all = bodies(context)
      const statuses = await context.between(async () => {
        const seen = new Set<number>()
        for (const { name, body } of all) {
          const answer = await context.deliver(undefined, { body })
          law(context, answer, name)
          seen.add(statusOf(answer))
        }
        return seen
      })
      return `${all.length} such bodies were answered with ${[...statuses].join(', ')}; valid ones before and after were accepted`
    },
  }
}

const answeredWell = 'A 2xx or a 4xx status to each, and valid notifications that are accepted before and after.'

function demandNotTaken(context: CheckContext, answer: RawAnswer, what: string): void {
  if (answer.kind === 'answered' && answer.status >= 400) return
  context.broken({ message: `${what} is answered by ${inWords(answer)}`, expected: 'a 4xx status', found: inWords(answer) })
}

function cutShort({ notification }: CheckContext): Unreadable[] {
  const { body } = notification()
  return [1, Math.floor(body.length / 2), body.length - 1].map((length) => ({
    name: `a notification cut after ${length} of ${body.length} characters`,
    body: body.slice(0, length),
  }))
}

const empty: readonly Unreadable[] = [
  { name: 'an empty body', body: '' },
  { name: 'white space', body: ' \r\n' },
]

const deepest = 20_000

export const damagedChecks: readonly Check[] = [
  {
    id: 'RCV-PAYLOAD-ALIVE',
    title: 'Nothing that is sent keeps it from taking the next notification',
    basis: { kind: 'must', source: 'HOOK-5' },
    reason: 'One damaged request, from anybody, and all notifications after it are lost until somebody notices.',
    cure: 'Catch every error while a request is handled and answer 400 or 500. Have a supervisor restart the process all the same.',
    needs: ['http'],
    evidence: 'After each of many damaged bodies, a valid notification that is accepted.',
    async run(context) {
      const { notification, deliver, control } = context
      const all = [...malformed(notification()), ...cutShort(context), ...empty, ...noObjects]
      await control()
      for (const { name, body } of all) {
        await deliver(undefined, { body })
        const next = await deliver()
        context.check(next.kind === 'answered' && next.status >= 200 && next.status < 300, {
          message: `after ${name}, a valid notification is no longer accepted`,
          expected: 'a 2xx status',
          found: inWords(next),
        })
      }
      return `after each of ${all.length} damaged bodies a valid notification was accepted`
    },
  },
  survives(
    {
      id: 'RCV-PAYLOAD-TRUNCATED',
      title: 'A notification that is cut short is not taken for received',
      basis: { kind: 'must', source: 'HOOK-5' },
      reason: 'After a 2xx the service forgets the notification. A damaged one that is accepted is lost; one that is refused comes again whole.',
      cure: 'Parse the body before you answer. Answer 400 when it cannot be read.',
    },
    demandNotTaken,
    'No 2xx status to a body that ends too early.',
    cutShort,
  ),
  survives(
    {
      id: 'RCV-PAYLOAD-EMPTY',
      title: 'An empty body is not taken for a notification',
      basis: { kind: 'must', source: 'HOOK-5' },
      reason: 'After a 2xx the service forgets the notification, although what it was about never arrived.',
      cure: 'Look for the record\'s section and id before you answer. Answer 400 when there is no body.',
    },
    demandNotTaken,
    'No 2xx status to an empty body.',
    () => empty,
  ),
  survives(
    {
      id: 'RCV-PAYLOAD-MALFORMED',
      title: 'What is no JSON is refused with 4xx',
      basis: { kind: 'should', source: 'RFC 9110, section 15.5.1; BODY-1' },
      reason: retried,
      cure: 'Catch the error of the JSON parser and answer 400.',
    },
    demandRefused,
    'A 4xx status to each.',
    ({ notification }) => malformed(notification()),
  ),
  survives(
    {
      id: 'RCV-PAYLOAD-NO-SERVER-ERROR',
      title: 'Damaged notifications are the sender\'s error, not the receiver\'s',
      basis: { kind: 'should', source: 'RFC 9110, sections 15.5 and 15.6' },
      reason: retried,
      cure: 'Answer 400 to what cannot be read. Keep 5xx for failures that a retry can mend.',
    },
    (context, answer, what) => demandUnshaken(context, answer, what),
    'No 5xx status to cut, empty or malformed bodies.',
    (context) => [...cutShort(context), ...empty],
  ),
  survives(
    {
      id: 'RCV-PAYLOAD-NO-OBJECT',
      title: 'JSON that is no notification is answered in order',
      basis: { kind: 'should', source: 'RFC 9110, section 15.5.1' },
      reason: `${retried} To read a field of null is the commonest way to do so.`,
      cure: 'Check that the body is an object before you read its fields. Answer 400 when it is not.',
    },
    demandUnshaken,
    answeredWell,
    () => noObjects,
  ),
  survives(
    {
      id: 'RCV-PAYLOAD-MISSING',
      title: 'A notification that lacks something is answered in order',
      basis: { kind: 'should', source: 'RFC 9110, section 15.5.1; GAP-HOOK-BODY' },
      reason: retried,
      cure: asBadRequest,
    },
    demandUnshaken,
    answeredWell,
    (context) => {
      const prepared = context.notification()
      return required(context, prepared).map((name) => ({
        name: `a notification without \`${name}\``,
        body: JSON.stringify(without(bodyOf(prepared), name)),
      }))
    },
  ),
  survives(
    {
      id: 'RCV-PAYLOAD-TYPES',
      title: 'Values of another type than expected are answered in order',
      basis: { kind: 'should', source: 'RFC 9110, section 15.5.1; GAP-HOOK-BODY' },
      reason: retried,
      cure: asBadRequest,
    },
    demandUnshaken,
    answeredWell,
    (context) => wronglyTyped(full(context, { name: 'Ensayo' })),
  ),
  survives(
    {
      id: 'RCV-PAYLOAD-DEEP',
      title: 'Deep nesting is answered in order',
      basis: { kind: 'should', source: 'RFC 8259, section 9' },
      reason: 'Code that calls itself for each level runs out of stack: a body of a few kilobytes stops the process.',
      cure: 'Use a parser that limits the depth, and do not walk through what you do not need. Answer 400 beyond the limit.',
    },
    demandUnshaken,
    answeredWell,
    ({ notification }) => [
      {
        name: `a field of ${deepest} lists within one another`,
        body: notification().body.replace(/\}$/, `,"deep":${'['.repeat(deepest)}${']'.repeat(deepest)}}`),
      },
    ],
  ),
  survives(
    {
      id: 'RCV-PAYLOAD-DUPLICATE-KEYS',
      title: 'A name that occurs twice is answered in order',
      basis: { kind: 'should', source: 'RFC 8259, section 4' },
      reason: 'Parsers differ in which of the two they keep; one that fails on it must say so with 400.',
      cure: asBadRequest,
    },
    demandUnshaken,
    answeredWell,
    ({ notification }) => {
      const { body } = notification()
      return [{ name: 'a notification with each name twice', body: `${body.slice(0, -1)},${body.slice(1)}` }]
    },
  ),
  survives(
    {
      id: 'RCV-PAYLOAD-NUMBERS',
      title: 'Numbers beyond what a machine holds are answered in order',
      basis: { kind: 'should', source: 'RFC 8259, section 6' },
      reason: 'They become infinite, or another number; what a database then says to them is an error of your own.',
      cure: 'Check that a number is finite and in range before it is used. Answer 400 when it is not.',
    },
    demandUnshaken,
    answeredWell,
    ({ notification }) =>
      ['1e400', '-1e400', '9007199254740993', '123456789012345678901234567890', '1e-400', '-0'].map((number) => ({
        name: `a field with ${number}`,
        body: notification().body.replace(/\}$/, `,"amount":${number}}`),
      })),
  ),
]
