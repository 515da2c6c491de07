/** One event that comes once, twice, at once or late: at least once is all that retries promise (HOOK-6). */
import { setTimeout as pause } from 'node:timers/promises'
import { isAccepted } from '../../src/conformance/receiver-check/index.ts'
import type { Check } from '../../src/conformance/receiver-check/index.ts'
import {
  appears,
  betweenShown,
  demandShown,
  demandTimes,
  edited,
  newRecord,
  shownRecord,
  tell,
  tellAccepted,
  timesShown,
} from './final-state.ts'
import { must, should } from './level.ts'


const byRecord =
  "Write what you have read under the record's id, so that writing it again changes nothing. Do not rely on an id of the notification: none is documented."

const doubled = 'The sender repeats what it believes lost, so every event may come twice: a second customer, invoice or parcel.'

/** More rounds than any receiver needs to come to rest. */
const mostEchoes = 5

export const repetitionChecks: readonly Check[] = [
  {
    id: 'RCV-DELIVERY-EFFECT',
    title: 'What is accepted has an effect',
    basis: must('HOOK-5'),
    reason: '2xx says that you have it, and it never comes again; answered without being acted on, it is lost.',
    cure: 'Hand the event on to what works on it before you answer. If it already is, have --probe show the state that changes.',
    needs: ['http', 'api', 'probe'],
    evidence: 'Another state after the notification of a new record than before it.',
    async run(context) {
      await context.control()
      const before = await context.settledState()
      const record = await newRecord(context)
      await tellAccepted(context, record)
      const started = performance.now()
      while ((await context.probe()) === before) {
        if (before.trim() === '' && performance.now() - started >= context.patienceMs) {
          context.unjudged('the probe shows nothing, before and after', 'Have --probe print the records as the receiver has them.')
        }
        context.check(performance.now() - started < context.patienceMs, {
          message: 'a new record was told of and accepted, and the state has not changed',
          expected: `another state within ${context.patienceMs / 1000} s`,
          found: 'the same as before',
        })
        await pause(50)
      }
      const shown = await appears(context, record)
      return `the state has changed${shown ? ` and shows the new record's ${context.api.textFields[0]}` : ''}`
    },
  },
  {
    id: 'RCV-DELIVERY-READ-BACK',
    title: 'The record is read through the API after a notification about it',
    basis: should('USE-1'),
    reason: 'A thin notification says only that something has changed, and a full one is old by the time it is retried.',
    cure: 'Take section and id from the notification and read the record through the API. Write what you read, not what was sent.',
    needs: ['http', 'api'],
    evidence: "A successful call to the API that names the record's id, or whose answer does, after its notification.",
    async run(context) {
      await context.control()
      const record = await newRecord(context)
      const before = await context.api.calls()
      await tellAccepted(context, record)
      const id = String(record.recordId)
      const started = performance.now()
      for (;;) {
        const calls = await context.api.callsAfter(before)
        const reading = calls.find(({ status, mentions }) => status < 300 && mentions.includes(id))
        if (reading !== undefined) return `the record was read by ${reading.operation}`
        context.check(performance.now() - started < context.patienceMs, {
          message: 'the record of an accepted notification is not read through the API',
          expected: `a call about record ${id} within ${context.patienceMs / 1000} s`,
          found: calls.length === 0 ? 'no call' : `${calls.length} calls about others or refused`,
        })
        await pause(50)
      }
    },
  },
  {
    id: 'RCV-DELIVERY-TWICE',
    title: 'The same notification twice has the effect of one',
    basis: must('HOOK-6'),
    reason: doubled,
    cure: byRecord,
    needs: ['http', 'api', 'probe'],
    evidence: 'The new record in the state as often after three notifications of its creation as after one.',
    async run(context) {
      return betweenShown(context, async (record) => {
        await context.settledState()
        const times = await timesShown(context, record)
        for (let copy = 0; copy < 2; copy += 1) await tellAccepted(context, record)
        await shownRecord(context)
        await demandTimes(context, record, times, 'a duplicate')
        return 'after two duplicates the record is there as often as after the first notification'
      })
    },
  },
  {
    id: 'RCV-DELIVERY-AT-ONCE',
    title: 'The same notification five times at once has the effect of one',
    basis: must('HOOK-6'),
    reason: 'A retry can overtake the first attempt. Two workers that both look, find nothing and insert have made two records.',
    cure: 'Let the database decide: a unique key on the record\'s id and one statement that inserts or updates. To look first and insert then is not enough.',
    needs: ['http', 'api', 'probe'],
    evidence: 'A record told of five times at once in the state as often as one told of once.',
    async run(context) {
      return betweenShown(context, async (once) => {
        await context.settledState()
        const times = await timesShown(context, once)
        const record = await newRecord(context)
        const answers = await Promise.all(Array.from({ length: 5 }, () => tell(context, record)))
        if (!answers.some(isAccepted)) context.unjudged('none of five at once was accepted', 'See RCV-LOAD-BURST first.')
        await demandShown(context, record, 'a new record that was told of five times at once')
        await shownRecord(context)
        await context.settledState()
        await demandTimes(context, record, times, 'five notifications at once')
        return 'a record told of five times at once is there as often as one told of once'
      })
    },
  },
  {
    id: 'RCV-DELIVERY-LATE',
    title: 'A duplicate that comes late, after others and after a change, undoes and doubles nothing',
    basis: must('HOOK-6'),
    reason: 'Retries go on for hours. A duplicate of this morning meets the record of this afternoon, and a memory of recent events has forgotten it.',
    cure: byRecord,
    needs: ['http', 'api', 'probe'],
    evidence: 'The changed record in the state, as often as before, after the notification of its creation has come again.',
    async run(context) {
      const occurredAt = new Date(Date.now() - 3_600_000).toISOString()
      const old = await newRecord(context)
      await tellAccepted(context, old, { occurredAt })
      return betweenShown(context, async () => {
        const now = await edited(context, old)
        await tellAccepted(context, now, { kind: 'modified', changedFields: [context.api.textFields[0]] })
        await demandShown(context, now, 'the change of a record')
        for (let others = 0; others < 3; others += 1) await shownRecord(context)
        await context.settledState()
        const times = await timesShown(context, now)
        await tellAccepted(context, old, { occurredAt })
        await shownRecord(context)
        await context.settledState()
        await demandTimes(context, now, times, 'a late duplicate of its creation')
        return 'the late duplicate has changed nothing'
      })
    },
  },
  {
    id: 'RCV-DELIVERY-ECHO',
    title: 'What the receiver writes back does not go round in circles',
    basis: must('HOOK-1; GAP-HOOK-WRITES'),
    reason: 'A write through the API may notify as any other. A receiver that answers each notification with a write then never comes to rest.',
    cure: 'Write only what differs from what is there. Best write nothing to a record because of a notification about it.',
    needs: ['http', 'api'],
    evidence: `No write to the record any more after ${mostEchoes} notifications, each of which stands for the receiver's own write.`,
    async run(context) {
      await context.control()
      const record = await newRecord(context)
      const id = String(record.recordId)
      let writes = 0
      const first = await context.api.calls()
      for (let round = 0; round <= mostEchoes; round += 1) {
        const before = await context.api.calls()
        await tellAccepted(context, record, round === 0 ? {} : { kind: 'modified' })
        const own = await writesTo(id, context, before)
        if (own === 0) {
          if ((await context.api.callsAfter(first)).length === 0) {
            return context.unjudged('the receiver does not call the API at all', 'Have it use the API of this check: --start passes its address and key, --api prints them.')
          }
          return writes === 0 ? 'nothing is written to the record of a notification' : `after ${writes} writes of its own, none any more`
        }
        writes += own
      }
      return context.broken({
        message: 'each notification of its own write makes the receiver write again',
        expected: `no write any more after at most ${mostEchoes} notifications`,
        found: `${writes} writes to the record, and it goes on`,
      })
    },
  },
]

/** How often the receiver writes to the record, once it has had the time to read it and to write. */
async function writesTo(id: string, { api, patienceMs }: Parameters<Check['run']>[0], before: number): Promise<number> {
  const started = performance.now()
  const quietMs = Math.min(1000, patienceMs / 4)
  let seen = 0
  let lastCall = started
  for (;;) {
    await pause(50)
    const calls = await api.callsAfter(before)
    if (calls.length > seen) lastCall = performance.now()
    seen = calls.length
    const writes = calls.filter(({ operation, mentions }) => operation === 'writeRecords' && mentions.includes(id)).length
    if (writes > 0) return writes
    if (performance.now() - lastCall > quietMs || performance.now() - started > patienceMs) return 0
  }
}
