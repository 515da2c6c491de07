/** Whether the receiver holds when many notifications come at once. */
import { setTimeout as pause } from 'node:timers/promises'
import { inWords, isAccepted } from '../../src/conformance/receiver-check/index.ts'
import type { Check, CheckArea, RawAnswer } from '../../src/conformance/receiver-check/index.ts'
import { demandAccepted } from './answer-laws.ts'
import { appears, newRecord, shownRecord, tell } from './final-state.ts'
import type { Marked } from './final-state.ts'
import { must, should } from './level.ts'


const many = 50
const records = 25
const stalled = 20

function slowest(answers: readonly RawAnswer[]): string {
  return `${Math.ceil(Math.max(...answers.map(({ durationMs }) => durationMs)))} ms`
}

const checks: readonly Check[] = [
  {
    id: 'RCV-LOAD-BURST',
    title: `${many} notifications at once are all accepted within 10 s`,
    basis: must('HOOK-4, HOOK-5'),
    reason: 'An import of a price list changes hundreds of records in a second, and each of them notifies.',
    cure: 'Answer as soon as a notification is in a durable queue, and work through the queue at your own speed. Look for limits on connections.',
    needs: ['http'],
    evidence: `${many} answers with a 2xx status within 10 s, to notifications on connections of their own.`,
    alone: true,
    async run(context) {
      await context.control()
      // Opened first, so that all of them ask in the same moment.
      const connections = Array.from({ length: many }, () => context.connect())
      await pause(300)
      const { headers } = context.delivery()
      const one = context.delivery(undefined, { headers: [...headers, ['Connection', 'close']] })
      const answers = await Promise.all(connections.map(({ send }) => send(one)))
      const refused = answers.filter((answer) => !isAccepted(answer))
      context.check(refused.length === 0, {
        message: `of ${many} notifications at once, ${refused.length} are not accepted`,
        expected: `${many} answers with a 2xx status`,
        found: [...new Set(refused.map(inWords))].join(', '),
      })
      return `${many} at once were accepted, the slowest after ${slowest(answers)}`
    },
  },
  {
    id: 'RCV-LOAD-NOTHING-LOST',
    title: `Of ${many} notifications at once, none is lost after it was accepted`,
    basis: must('HOOK-5, HOOK-6'),
    reason: 'What you have accepted is not sent again. A full queue that drops what comes loses it for good, and nobody notices.',
    cure: 'Store each notification before it is answered. When that is not possible, answer 503 so that it comes again.',
    needs: ['http', 'api', 'probe'],
    evidence: `All ${records} new records, told of twice each at once, in the receiver's state.`,
    alone: true,
    async run(context) {
      await shownRecord(context)
      const made: Marked[] = []
      for (let number = 0; number < records; number += 1) made.push(await newRecord(context))
      const told = await Promise.all([...made, ...made].map(async (record) => ({ record, answer: await tell(context, record) })))
      const accepted = new Set(told.filter(({ answer }) => isAccepted(answer)).map(({ record }) => record))
      if (accepted.size === 0) context.unjudged(`none of ${many} notifications at once was accepted`, 'See RCV-LOAD-BURST first.')
      const shown = await Promise.all([...accepted].map((record) => appears(context, record)))
      const lost = shown.filter((isShown) => !isShown).length
      context.check(lost === 0, {
        message: `of ${accepted.size} new records whose notifications were accepted at once, ${lost} are lost`,
        expected: `${accepted.size} records in the receiver's state`,
        found: String(accepted.size - lost),
      })
      return `${accepted.size} new records, told of at once, are all in the state`
    },
  },
  {
    id: 'RCV-LOAD-STALLED',
    title: `${stalled} senders that stop in the middle hold up nobody else`,
    basis: should('OWASP Denial of Service Cheat Sheet; HOOK-5'),
    reason: 'A receiver that has a worker for each open request is out of workers as soon as a few senders stall.',
    cure: 'Have a server or proxy that reads whole requests before a worker takes them. Allow more connections than workers.',
    needs: ['http'],
    evidence: `A 2xx status within 10 s while ${stalled} other requests lack the rest of their body.`,
    alone: true,
    async run(context) {
      await context.control()
      const whole = context.delivery()
      const connections = Array.from({ length: stalled }, () => context.connect())
      const waiting = connections.map(({ send }) => send({ ...whole, dribble: { parts: 2, overMs: 30_000 }, timeoutMs: 30_000 }))
      await pause(300)
      const answer = await context.deliver()
      for (const { close } of connections) close()
      await Promise.all(waiting)
      demandAccepted(context, answer, `a valid notification while ${stalled} others have sent half of theirs`)
      return `accepted after ${slowest([answer])} while ${stalled} others were stalled`
    },
  },
]

export const loadChecks: CheckArea = { area: 'load', title: 'Load', checks }
