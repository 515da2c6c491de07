/** Something fails on the way: the receiver itself, the API that it reads from, the connection. */
import { setTimeout as pause } from 'node:timers/promises'
import { inWords, isAccepted } from '../../src/conformance/receiver-check/index.ts'
import type { Check, CheckContext } from '../../src/conformance/receiver-check/index.ts'
import { appears, demandShown, newRecord, shownRecord, tell, timesShown } from './final-state.ts'
import type { Marked } from './final-state.ts'
import { must, should } from './level.ts'


const queue =
  'Store the event durably before you answer, and try again until its work is done. When it cannot be stored, answer 503 and it comes again.'

/** HOOK-5. */
const limitMs = 10_000
const mostCalls = 8
const watchedMs = 2500

/** Retries of the sender until one is accepted (HOOK-6), a second apart. */
async function retried(context: CheckContext, record: Marked): Promise<number> {
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    if (isAccepted(await tell(context, record))) return attempt
    await pause(Math.min(1000, context.patienceMs / 4))
  }
  return context.broken({
    message: 'after a failure that is over, a notification is still not accepted',
    expected: 'a 2xx status to a retry',
    found: 'ten refused retries',
  })
}

/** A record told of while the API fails: what the receiver accepts it must finish, what it refuses comes again. */
async function whileApiFails(context: CheckContext, how: 'internal' | 'rateLimited'): Promise<string> {
  await shownRecord(context)
  const record = await newRecord(context)
  const before = await context.api.calls()
  await context.api.fail(how)
  const status = how === 'internal' ? 500 : 429
  try {
    const answer = await tell(context, record)
    await firstCall(context, before, answer.kind === 'answered' && !isAccepted(answer))
    await context.api.clear()
    if (isAccepted(answer)) {
      await demandShown(context, record, `a record that was accepted while the API answered ${status}`)
      return `accepted while the API answered ${status}, and in the state once it no longer did`
    }
    const attempts = await retried(context, record)
    await demandShown(context, record, `a record that was accepted after the API had answered ${status}`)
    return `not accepted (${inWords(answer)}) while the API answered ${status}; in the state after retry ${attempts}`
  } finally {
    await context.api.clear()
  }
}

/** A slow call is in the journal only once it is answered, so its beginning is waited for. */
async function begun(): Promise<void> {
  await pause(500)
}

/** The failure has to be met, or nothing is shown by it. */
async function firstCall(context: CheckContext, before: number, isOver: boolean): Promise<void> {
  const started = performance.now()
  while ((await context.api.calls()) === before && !isOver) {
    if (performance.now() - started > context.patienceMs) {
      context.unjudged('the receiver has not called the API while it failed', 'Have it read the record back: --api, with --start for its command.')
    }
    await pause(50)
  }
  await pause(150)
}

export const failureChecks: readonly Check[] = [
  {
    id: 'RCV-DELIVERY-AFTER-FAILURE',
    title: 'What comes while the receiver fails is there in the end',
    basis: must('HOOK-5, HOOK-6'),
    reason: 'A retry is only made when you say that you failed. With 2xx from a receiver that could store nothing, the event is lost.',
    cure: 'Answer 5xx whenever the event could not be stored, and 2xx only then. Do not catch the error and answer 200.',
    needs: ['http', 'api', 'probe', 'fault'],
    evidence: 'The record in the state after a fault, a retry if the first attempt was refused, and the end of the fault.',
    alone: true,
    async run(context) {
      await shownRecord(context)
      const record = await newRecord(context)
      await context.fault.begin()
      const answer = await tell(context, record).finally(() => context.fault.end())
      if (isAccepted(answer)) {
        await demandShown(context, record, 'a record that was accepted during the fault, so that nobody sends it again,')
        return 'accepted during the fault, and in the state after it'
      }
      const attempts = await retried(context, record)
      await demandShown(context, record, 'a record that was accepted after the fault')
      return `refused during the fault (${inWords(answer)}), in the state after retry ${attempts}`
    },
  },
  {
    id: 'RCV-DELIVERY-API-500',
    title: 'What comes while the API answers 500 is there in the end',
    basis: must('HOOK-5; USE-1'),
    reason: 'The service notifies while its API is restarting. What you accepted and could not read is never sent again.',
    cure: queue,
    needs: ['http', 'api', 'probe'],
    evidence: 'The record in the state once the API works again, after a retry if the notification was refused.',
    run: (context) => whileApiFails(context, 'internal'),
  },
  {
    id: 'RCV-DELIVERY-API-429',
    title: 'What comes while the API answers 429 is there in the end',
    basis: must('HOOK-5; USE-1; RFC 6585, section 4'),
    reason: 'Many notifications make many readings, and some of them meet a rate limit. They are not errors of the record.',
    cure: 'Treat 429 as "later": keep the event and read again after the time in Retry-After. It is neither "not found" nor final.',
    needs: ['http', 'api', 'probe'],
    evidence: 'The record in the state once the API works again, after a retry if the notification was refused.',
    run: (context) => whileApiFails(context, 'rateLimited'),
  },
  {
    id: 'RCV-DELIVERY-API-PACE',
    title: 'While the API answers 429, it is asked no more often than it wishes',
    basis: should('RFC 9110, section 10.2.3; RFC 6585, section 4'),
    reason: 'Whoever asks on without a pause stays above the limit, and takes the quota from everything else that uses the key.',
    cure: 'Wait as long as Retry-After says before the next call, for all events together. Without the header wait longer each time.',
    needs: ['http', 'api'],
    evidence: `At most ${mostCalls} calls in ${watchedMs / 1000} s while each is answered with 429 and Retry-After: 1.`,
    async run(context) {
      await context.control()
      const record = await newRecord(context)
      await context.api.fail('rateLimited')
      try {
        const before = await context.api.calls()
        // A receiver that reads before it answers asks on while its answer is awaited.
        const answered = tell(context, record)
        await firstCall(context, before, false)
        await pause(watchedMs)
        const calls = (await context.api.callsAfter(before)).length
        await context.api.clear()
        await answered
        context.check(calls <= mostCalls, {
          message: 'the API is asked on and on while it answers 429',
          expected: `at most ${mostCalls} calls in ${watchedMs / 1000} s with Retry-After: 1`,
          found: `${calls} calls`,
        })
        return `${calls} calls in ${watchedMs / 1000} s`
      } finally {
        await context.api.clear()
      }
    },
  },
  {
    id: 'RCV-DELIVERY-OVERLAP',
    title: 'A retry that comes while the first attempt still runs doubles nothing',
    basis: must('HOOK-5, HOOK-6'),
    reason: 'After 10 s the sender hangs up and sends again, but your first attempt works on: both finish, and both have inserted.',
    cure: 'Let the database decide by a unique key on the record\'s id. That the sender has hung up does not stop what you have begun.',
    needs: ['http', 'api', 'probe'],
    evidence: 'The record in the state as often as another one, after an attempt that was cut at 10 s, or is still being worked on, and its retry.',
    alone: true,
    async run(context) {
      const other = await shownRecord(context)
      await context.settledState()
      const times = await timesShown(context, other)
      const record = await newRecord(context)
      await context.api.fail('slow')
      let isCut: boolean
      try {
        const first = await tell(context, record, {}, { timeoutMs: limitMs })
        isCut = first.kind === 'timedOut'
        if (!isAccepted(first) && !isCut) context.unjudged(`while the API is slow it is refused (${inWords(first)})`, 'Nothing overlaps then.')
        if (!isCut) await begun()
        // The retry is worked on with an API that answers again, while the first attempt still waits.
        await context.api.clear()
        await retried(context, record)
      } finally {
        await context.api.clear()
      }
      // What was asked of the slow API may come in after 12 s.
      if (!(await appears(context, record, context.patienceMs + (isCut ? 3000 : 12_000)))) {
        context.broken({ message: 'a record that was told of twice while the API was slow is lost', expected: 'the record in the state', found: 'nothing of it' })
      }
      if (isCut) await pause(2500)
      await shownRecord(context)
      await context.settledState()
      const shown = await timesShown(context, record)
      context.check(shown === times, {
        message: 'a record whose retry came while the first attempt still ran is there more often than another',
        expected: String(times),
        found: String(shown),
      })
      return `${isCut ? 'the first attempt was cut at 10 s' : 'the first attempt was accepted and still being worked on'}; after the retry the record is there once`
    },
  },
  {
    id: 'RCV-DELIVERY-KILLED',
    title: 'What was accepted survives the end of the process',
    basis: must('HOOK-5'),
    reason: 'Every new version ends the process, and some crash. What was only in memory is gone, and 2xx has told the sender to forget it.',
    cure: 'Write the event to disk, or to a queue that does, before you answer 2xx. On start, take up what is not done.',
    needs: ['http', 'api', 'probe', 'fault'],
    evidence: 'Three records in the state that were accepted just before a restart, while the API kept them from being finished.',
    alone: true,
    async run(context) {
      await shownRecord(context)
      const told: Marked[] = []
      await context.api.fail('internal')
      try {
        for (let number = 0; number < 3; number += 1) {
          const record = await newRecord(context)
          if (!isAccepted(await tell(context, record))) break
          told.push(record)
        }
        if (told.length > 0) await context.fault.restart()
      } finally {
        await context.api.clear()
      }
      if (told.length === 0) {
        // It answers only when the work is done, so what it accepts with a working API is what must survive.
        const record = await newRecord(context)
        if (!isAccepted(await tell(context, record))) context.unjudged('nothing is accepted after the API has failed', 'See RCV-DELIVERY-API-500 first.')
        told.push(record)
        await context.fault.restart()
      }
      for (const record of told) await demandShown(context, record, 'a record that was accepted before the process ended')
      return `${told.length === 1 ? 'one record' : `${told.length} records`} accepted before the end of the process, and in the state after it`
    },
  },
]
