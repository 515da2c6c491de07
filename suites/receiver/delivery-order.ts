/** Events that come in another order than they happened, or about what is not there (HOOK-4). */
import { setTimeout as pause } from 'node:timers/promises'
import type { Check } from '../../src/conformance/receiver-check/index.ts'
import { demandUnshaken } from './answer-laws.ts'
import { betweenShown, demandShown, edited, newMark, newRecord, tell, tellAccepted, timesShown } from './final-state.ts'
import { must, should } from './level.ts'


const readNow =
  'Take an event as a hint that the record has changed, read it through the API and write what you read. The order of events then does not matter.'

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

export const orderChecks: readonly Check[] = [
  {
    id: 'RCV-DELIVERY-REVERSED',
    title: 'A modification that comes before the creation of its record is not lost',
    basis: must('HOOK-4, HOOK-6'),
    reason: 'The first attempt of the creation has failed and waits for its retry; the modification of a minute later arrives before it.',
    cure: readNow,
    needs: ['http', 'api', 'probe'],
    evidence: 'The record as the API has it, once, in the state after modification and creation have come in that order.',
    async run(context) {
      return betweenShown(context, async (other) => {
        await context.settledState()
        const times = await timesShown(context, other)
        const created = await newRecord(context)
        const now = await edited(context, created)
        await tellAccepted(context, now, { kind: 'modified', changedFields: [context.api.textFields[0]], occurredAt: ago(1000) })
        await pause(100)
        await tellAccepted(context, created, { occurredAt: ago(60_000) })
        await demandShown(context, now, 'the modification that came before the creation')
        await context.settledState()
        await demandAsOftenAs(context, now, times)
        return 'the record is in the state once, as the API has it'
      })
    },
  },
  {
    id: 'RCV-DELIVERY-OLDER',
    title: 'An older event that comes after a newer one neither turns back its record nor is lost for another',
    basis: must('HOOK-4, HOOK-6'),
    reason: 'Delivery is asynchronous and retried, so order is nobody\'s promise: yesterday\'s price returns, or an old event is thrown away unread.',
    cure: readNow,
    needs: ['http', 'api', 'probe'],
    evidence: 'The newest text of one record, and another record that was told of by an older event, in the state.',
    async run(context) {
      return betweenShown(context, async (first) => {
        const older = await edited(context, first)
        const newer = await edited(context, older)
        const changedFields = [context.api.textFields[0]]
        await tellAccepted(context, newer, { kind: 'modified', changedFields, occurredAt: ago(0) })
        await demandShown(context, newer, 'the newer of two modifications')
        const times = await timesShown(context, newer)
        await tellAccepted(context, older, { kind: 'modified', changedFields, occurredAt: ago(120_000) })
        const another = await newRecord(context)
        await tellAccepted(context, another, { occurredAt: ago(180_000) })
        await demandShown(context, another, 'a new record whose event is older than the one before it')
        await context.settledState()
        context.check((await timesShown(context, newer)) === times, {
          message: 'an older event that came after a newer one has changed the record',
          expected: 'the newest text, as often as before',
          found: 'not that',
        })
        return 'the newest text stayed, and the older event about another record was acted on'
      })
    },
  },
  {
    id: 'RCV-DELIVERY-WITHHELD',
    title: 'What a lost event has changed is caught up by the next one about the record',
    basis: should('USE-1; HOOK-6'),
    reason: 'Retries end some day. Whoever copies only the fields that an event names keeps the gap for ever.',
    cure: 'Read the whole record and write the whole of it, not only the changed fields. A nightly comparison finds the rest.',
    needs: ['http', 'api', 'probe'],
    evidence: 'The change whose event was withheld in the state, after the event of a change of another field.',
    async run(context) {
      return betweenShown(context, async (record) => {
        const now = await edited(context, record)
        const other = context.api.textFields[1]
        const change = { [other]: newMark() }
        await context.api.edit(record.recordId, change)
        await tellAccepted(context, { ...now, fields: { ...now.fields, ...change } }, { kind: 'modified', changedFields: [other] })
        await demandShown(context, now, 'the change whose event was withheld')
        return 'the change whose event was withheld came with the next one'
      })
    },
  },
  {
    id: 'RCV-DELIVERY-GONE',
    title: 'A record that is deleted before it is read does not stay, and holds up nobody',
    basis: must('WRI-2'),
    reason: 'By the time of the notification the record may be deleted: it stays with you as a ghost, or is asked for without end.',
    cure: 'When the API no longer has the record, delete it on your side or mark it, and be done with the event. Do not retry.',
    needs: ['http', 'api', 'probe'],
    evidence: 'Another state after the deletion of a shown record, and a new record that is shown after it.',
    async run(context) {
      return betweenShown(context, async (record) => {
        const before = await context.settledState()
        await context.api.remove(record.recordId)
        await tellAccepted(context, record, { kind: 'modified', changedFields: ['eliminado'] })
        const started = performance.now()
        while ((await context.probe()) === before) {
          context.check(performance.now() - started < context.patienceMs, {
            message: 'a record that is deleted stays in the state as it was',
            expected: `not there, or marked, within ${context.patienceMs / 1000} s`,
            found: 'the same state as before its deletion',
          })
          await pause(50)
        }
        return (await timesShown(context, record)) === 0 ? 'the deleted record has left the state' : 'the deleted record is marked in the state'
      })
    },
  },
  {
    id: 'RCV-DELIVERY-UNKNOWN',
    title: 'A record that the API has never had is no error of the receiver, and holds up nobody',
    basis: must('HOOK-5'),
    reason: 'A key without the right to see a record looks the same as no record. An error is retried for hours, and a worker that waits for it stands still.',
    cure: 'Accept the event, find that the API has no such record, and be done with it. Note it in a log.',
    needs: ['http', 'api', 'probe'],
    evidence: 'A 2xx or 4xx status, and a new record that is shown after it.',
    async run(context) {
      return betweenShown(context, async () => {
        const recordId = typeof context.recordId === 'number' ? 987_654_321 : 'no-such-record'
        const answer = await tell(context, { recordId, fields: context.api.fields }, { kind: 'modified' })
        demandUnshaken(context, answer, 'a notification about a record that the API has never had')
        return `answered with ${answer.kind === 'answered' ? answer.status : 'nothing'}, and the next new record was shown`
      })
    },
  },
]

async function demandAsOftenAs(context: Parameters<Check['run']>[0], now: Parameters<typeof timesShown>[1], times: number): Promise<void> {
  const shown = await timesShown(context, now)
  context.check(shown === times, {
    message: 'a record whose modification came before its creation is there more often than another',
    expected: String(times),
    found: String(shown),
  })
}
