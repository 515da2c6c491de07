/** Whether the receiver answers in time (HOOK-5), also when it is cold, or the sender slow. */
import { setTimeout as pause } from 'node:timers/promises'
import { inWords, isAccepted } from '../../src/conformance/receiver-check/index.ts'
import type { Check, CheckArea, CheckContext, RawAnswer } from '../../src/conformance/receiver-check/index.ts'
import { demandAccepted } from './answer-laws.ts'
import { newRecord, tell } from './final-state.ts'
import { must, should } from './level.ts'


/** HOOK-5. */
const limitMs = 10_000
const marginMs = 5000
const series = 20
const quietMs = 8000

const answerFirst =
  'Put the notification into a durable queue, answer 2xx, and do the work after that. Whatever the work waits for then delays no answer.'

/** One after the other, until one is too slow. Gives the times of whole answers, to their last byte. */
async function oneByOne(context: CheckContext, mostMs: number): Promise<number[]> {
  await context.control()
  const times: number[] = []
  for (let number = 1; number <= series; number += 1) {
    const answer = await context.deliver()
    times.push(answer.durationMs)
    const isLate = answer.kind === 'timedOut' || answer.durationMs >= mostMs
    context.check(!isLate, {
      message: `notification ${number} of ${series} is not answered within ${mostMs / 1000} s`,
      expected: `the last byte of the answer within ${mostMs / 1000} s`,
      found: isAccepted(answer) ? `${inSeconds(answer.durationMs)}` : inWords(answer),
    })
    demandAccepted(context, answer, `notification ${number} of ${series}`)
  }
  return times
}

function inSeconds(milliseconds: number): string {
  return milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.ceil(milliseconds)} ms`
}

/** While a restarted receiver is not reachable yet, the sender would come again (HOOK-6). */
async function firstAnswer(context: CheckContext): Promise<RawAnswer> {
  const started = performance.now()
  for (;;) {
    const answer = await context.deliver()
    if (answer.kind !== 'broken' || performance.now() - started > 30_000) return answer
    await pause(100)
  }
}

const checks: readonly Check[] = [
  {
    id: 'RCV-TIME-LIMIT',
    title: `Each of ${series} notifications, one after the other, is answered within 10 s, to the last byte`,
    basis: must('HOOK-5'),
    reason: 'What takes longer counts as not received: it is sent again while you still work on it.',
    cure: answerFirst,
    needs: ['http'],
    evidence: `${series} answers with a 2xx status, the last byte of each within 10 s of the first byte sent.`,
    async run(context) {
      const times = await oneByOne(context, limitMs)
      return `${series} answers, the slowest whole after ${inSeconds(Math.max(...times))}`
    },
  },
  {
    id: 'RCV-TIME-MARGIN',
    title: `Each of ${series} notifications is answered within 5 s, which leaves a margin`,
    basis: should('HOOK-5, half of its limit'),
    reason: 'On a busy day, or over a slow network, twice the time is easily needed; notifications are then refused for it.',
    cure: answerFirst,
    needs: ['http'],
    evidence: `${series} answers with a 2xx status, each whole within 5 s.`,
    async run(context) {
      const times = await oneByOne(context, marginMs)
      return `${series} answers, the slowest whole after ${inSeconds(Math.max(...times))}`
    },
  },
  {
    id: 'RCV-TIME-API',
    title: 'The answer does not wait for the API that the receiver reads from',
    basis: must('HOOK-5'),
    reason: 'When the service is slow, your answers become slow as well; it then sends everything again, which makes it slower.',
    cure: answerFirst,
    needs: ['http', 'api'],
    evidence: 'An answer, of any status, within 10 s while every call to the API takes 12 s.',
    alone: true,
    async run(context) {
      await context.control()
      const record = await newRecord(context)
      const before = await context.api.calls()
      await context.api.fail('slow')
      const answer = await tell(context, record, {}, { timeoutMs: limitMs }).finally(() => context.api.clear())
      context.check(answer.kind === 'answered', {
        message: 'while the API takes 12 s, a notification is not answered within 10 s',
        expected: 'an answer within 10 s',
        found: inWords(answer),
      })
      const calls = (await context.api.callsAfter(before)).length
      return `answered after ${inSeconds(answer.durationMs)} while the API took 12 s${calls === 0 ? '' : `; it had been asked ${calls} times by then`}`
    },
  },
  {
    id: 'RCV-TIME-IDLE',
    title: `After ${quietMs / 1000} s without any request the first is answered as well`,
    basis: must('HOOK-5'),
    reason: 'At night there are no notifications; the first of the morning is lost when the receiver sleeps or its connections are stale.',
    cure: 'Keep one instance ready, and renew connections to the database that were closed meanwhile. Answer before the work is done.',
    needs: ['http'],
    evidence: `A 2xx status within 10 s to the first notification after ${quietMs / 1000} s of silence.`,
    lastsMs: quietMs,
    alone: true,
    async run(context) {
      await context.control()
      await pause(quietMs)
      const answer = await context.deliver(undefined, { timeoutMs: limitMs })
      demandAccepted(context, answer, `the first notification after ${quietMs / 1000} s of silence`)
      return `the first one after ${quietMs / 1000} s of silence was accepted after ${inSeconds(answer.durationMs)}`
    },
  },
  {
    id: 'RCV-TIME-RESTART',
    title: 'The first notification after a restart is answered within 10 s',
    basis: must('HOOK-5'),
    reason: 'After each new version the first notifications meet a receiver that is still warming up; they are refused or too late.',
    cure: 'Open the port only once everything is loaded that an answer needs. Until then the sender meets a closed port and comes again.',
    needs: ['http', 'fault'],
    evidence: 'A 2xx status within 10 s to the first notification that reaches the restarted receiver.',
    alone: true,
    async run(context) {
      await context.control()
      await context.fault.restart()
      const answer = await firstAnswer(context)
      demandAccepted(context, answer, 'the first notification after a restart')
      return `the first one after a restart was accepted after ${inSeconds(answer.durationMs)}`
    },
  },
  {
    id: 'RCV-TIME-DRIBBLE',
    title: 'A notification whose body takes 8 s to arrive is accepted',
    basis: should('HOOK-5; RFC 9110, section 15.5.9'),
    reason: 'Over a bad line, or behind a proxy that passes on byte by byte, notifications come slowly and are still in time.',
    cure: 'Allow a request at least 10 s. Look for a read timeout of the server, or of the proxy before it.',
    needs: ['http'],
    evidence: 'A 2xx status to a body sent in nine parts over 8 s.',
    lastsMs: 8000,
    async run(context) {
      const answer = await context.between(() =>
        context.deliver(undefined, { dribble: { parts: 9, overMs: 8000 }, timeoutMs: 8000 + limitMs }),
      )
      demandAccepted(context, answer, 'a notification whose body takes 8 s to arrive')
      return `a body that took 8 s was accepted ${inSeconds(Math.max(0, answer.durationMs - 8000))} after its last byte`
    },
  },
  {
    id: 'RCV-TIME-ABORTED',
    title: 'A sender that goes away in the middle of a body does no harm',
    basis: must('HOOK-6'),
    reason: 'Lines break. A receiver that fails on it takes the notifications of all the others down with it.',
    cure: 'Handle the error of a request that ends early, and drop what has come of it. Nothing may be thrown that ends the process.',
    needs: ['http'],
    evidence: 'Valid notifications accepted before and after five that were cut off.',
    alone: true,
    async run(context) {
      const { body } = context.delivery()
      await context.between(async () => {
        const cut = [1, 5, Math.floor(body.length / 2), body.length - 2, body.length - 1]
        await Promise.all(cut.map((abortAfter) => context.deliver(undefined, { abortAfter, timeoutMs: 2000 })))
        await pause(500)
      })
      return 'after five notifications that were cut off, a valid one was accepted'
    },
  },
]

export const timeChecks: CheckArea = { area: 'time', title: 'Time', checks }
