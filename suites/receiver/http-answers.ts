/** What an answer shall not hold, and what it shall. */
import { inWords, isAccepted } from '../../src/conformance/receiver-check/index.ts'
import type { Check, CheckContext, RawAnswer } from '../../src/conformance/receiver-check/index.ts'
import { headerOf, statusOf, wholeText } from './answer-laws.ts'

const longestAnswer = 10_240

/** Frames of stacks and paths of sources, in the languages that receivers are written in. */
const traces =
  /\n\s+at .+\(?.*:\d+(?::\d+)?\)?|Traceback \(most recent call last\)|File ".+", line \d+|\w+\.(?:java|kt):\d+\)|#\d+ .+\.php\(\d+\)|\.go:\d+ \+0x|\.rb:\d+:in |\.cs:line \d+|\/node_modules\/|SQLSTATE/

/** What it answers to a valid notification and to what it refuses. */
async function variety(context: CheckContext): Promise<readonly RawAnswer[]> {
  const { body } = context.notification()
  const anonymous = context.delivery().headers.filter(([name]) => name !== 'Authorization')
  return context.between(async () => [
    await context.deliver(),
    await context.deliver(undefined, { body: body.slice(0, -1) }),
    await context.deliver(undefined, { body: 'null' }),
    await context.deliver(undefined, { headers: anonymous }),
    await context.deliver(undefined, { method: 'DELETE' }),
  ])
}

export const answerChecks: readonly Check[] = [
  {
    id: 'RCV-HTTP-SMALL',
    title: 'Answers are small',
    basis: { kind: 'should', source: 'HOOK-5' },
    reason: 'Nobody reads them, and the time until the last byte counts towards the ten seconds.',
    cure: 'Answer 204 without a body, and refusals in a line.',
    needs: ['http'],
    evidence: `No answer over ${longestAnswer / 1024} KB.`,
    async run(context) {
      const longest = Math.max(...(await variety(context)).map((answer) => wholeText(answer).length))
      context.check(longest <= longestAnswer, { message: 'an answer is long', expected: `at most ${longestAnswer} bytes`, found: `${longest} bytes` })
      return `the longest has ${longest} bytes`
    },
  },
  {
    id: 'RCV-HTTP-COOKIES',
    title: 'Answers set no cookies',
    basis: { kind: 'should', source: 'RFC 6265, section 3; OWASP Session Management Cheat Sheet' },
    reason: 'No sender keeps them, and where each notification begins a session the sessions fill your memory.',
    cure: 'Leave out sessions and cookies for the address of the receiver.',
    needs: ['http'],
    evidence: 'No Set-Cookie in any answer.',
    async run(context) {
      const answers = await variety(context)
      const cookies = answers.flatMap((answer) => headerOf(answer, 'set-cookie'))
      context.check(cookies.length === 0, { message: 'an answer sets a cookie', expected: 'no Set-Cookie', found: `${cookies.length} cookies` })
      return `${answers.length} answers without Set-Cookie`
    },
  },
  {
    id: 'RCV-HTTP-TRACES',
    title: 'Answers show nothing of the program\'s inside',
    basis: { kind: 'should', source: 'OWASP Error Handling Cheat Sheet' },
    reason: 'Stack traces and paths tell an attacker which libraries you use, and stand in the logs of others.',
    cure: 'Run in production mode, and have a handler of your own for errors that answers in a line. Write the trace to your log.',
    needs: ['http'],
    evidence: 'No stack trace and no path of a source in any answer.',
    async run(context) {
      const answers = await variety(context)
      const shown = answers.map((answer) => traces.exec(wholeText(answer))?.[0].trim()).find((trace) => trace !== undefined)
      context.check(shown === undefined, { message: 'an answer shows a stack trace', expected: 'none', found: shown?.slice(0, 120) ?? '' })
      return `${answers.length} answers without one`
    },
  },
  {
    id: 'RCV-HTTP-RETRY-AFTER',
    title: 'A 429 or 503 says when to come back',
    basis: { kind: 'should', source: 'RFC 9110, sections 10.2.3 and 15.6.4; RFC 6585, section 4' },
    reason: 'Without it the sender chooses the time by itself, and comes back while you are still down or long after.',
    cure: 'Add `Retry-After` with a number of seconds to every 429 and 503.',
    needs: ['http', 'fault'],
    alone: true,
    evidence: 'Retry-After with seconds or a date in a 429 or 503 during a fault.',
    async run(context) {
      await context.control()
      await context.fault.begin()
      let answer: RawAnswer
      try {
        answer = await context.deliver()
      } finally {
        await context.fault.end()
      }
      const status = statusOf(answer)
      if (isAccepted(answer)) return context.unjudged('the receiver works during the fault', 'Have --fault take away what it needs.')
      if (status !== 429 && status !== 503) {
        return context.unjudged(`during the fault it says neither 429 nor 503 (${inWords(answer)})`, 'Have --fault take away what it needs, not the receiver itself.')
      }
      const [value] = headerOf(answer, 'retry-after')
      context.check(value !== undefined && (/^\d+$/.test(value) || !Number.isNaN(Date.parse(value))), {
        message: `the ${status} has no Retry-After that can be read`,
        expected: 'a number of seconds or a date',
        found: value ?? 'none',
      })
      return `${status} with Retry-After: ${value}`
    },
  },
]
