/** Records that are told of and then looked for in the receiver's state, each by a text that occurs nowhere else. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fields, RecordChanged, RecordId } from '../../src/core/index.ts'
import { inWords, isAccepted } from '../../src/conformance/receiver-check/index.ts'
import type { CheckContext, RawAnswer, RawDelivery } from '../../src/conformance/receiver-check/index.ts'

/** A record of the API with the text by which it is found. */
export interface Marked {
  recordId: RecordId
  mark: string
  fields: Fields
}

/** Not seeded: a receiver may still hold what an earlier run has told it. */
export function newMark(): string {
  return `Ensayo ${randomBytes(5).toString('hex')}`
}

/** A new record that nobody has been told of. */
export async function newRecord({ api }: CheckContext): Promise<Marked> {
  const mark = newMark()
  const fields = { ...api.fields, [api.textFields[0]]: mark }
  return { recordId: await api.create(fields), mark, fields }
}

/** The same record with another text; nobody has been told of it. */
export async function edited({ api }: CheckContext, { recordId, fields }: Marked): Promise<Marked> {
  const mark = newMark()
  const changes = { [api.textFields[0]]: mark }
  await api.edit(recordId, changes)
  return { recordId, mark, fields: { ...fields, ...changes } }
}

type Told = Partial<Pick<RecordChanged, 'kind' | 'changedFields' | 'occurredAt'>>

/** Sends what the service would send of the record. */
export function tell(
  context: CheckContext,
  { recordId, fields }: Pick<Marked, 'recordId' | 'fields'>,
  told: Told = {},
  changes?: Partial<RawDelivery>,
): Promise<RawAnswer> {
  const prepared = context.notification({
    kind: 'created',
    recordId,
    changedFields: Object.keys(fields),
    ...(context.full ? { record: { id: recordId, eliminado: 0, ...fields } } : {}),
    ...told,
  })
  return context.deliver(prepared, changes)
}

/** As `tell`; what follows can only be judged when it is accepted. */
export async function tellAccepted(context: CheckContext, marked: Marked, told: Told = {}): Promise<void> {
  const answer = await tell(context, marked, told)
  if (isAccepted(answer)) return
  context.unjudged(
    `a valid notification of a record that exists is not accepted (${inWords(answer)})`,
    'See RCV-ACCEPTS first; give the right --token, --section and --record.',
  )
}

/** How often the state shows the text, in any letter case. */
export async function timesShown(context: CheckContext, { mark }: Marked): Promise<number> {
  return (await context.probe()).toLowerCase().split(mark.toLowerCase()).length - 1
}

/** Whether the state comes to show it in time; looked at less and less often. */
export async function appears(context: CheckContext, marked: Marked, withinMs = context.patienceMs): Promise<boolean> {
  const started = performance.now()
  for (let waitMs = 20; ; waitMs = Math.min(500, waitMs * 1.5)) {
    if ((await timesShown(context, marked)) > 0) return true
    if (performance.now() - started > withinMs) return false
    await pause(waitMs)
  }
}

/** A new record, told of and shown; unjudged when the state does not show it, since nothing can then be told from it. */
export async function shownRecord(context: CheckContext): Promise<Marked> {
  const { sightings } = context
  if (!sightings.areHopeless) {
    const marked = await newRecord(context)
    await tellAccepted(context, marked)
    const isShown = await appears(context, marked)
    sightings.note(isShown)
    if (isShown) return marked
  }
  return context.unjudged(
    `the state that the probe reads does not show a new record within ${context.patienceMs / 1000} s of its notification`,
    `See RCV-DELIVERY-EFFECT first; have --probe print the records with their ${context.api.textFields[0]}.`,
  )
}

/**
 * What happens between two new records that are shown: broken when the second is not, since the receiver has then
 * stopped at what came before it. When it is shown, what came before is done with as well, by any receiver that works
 * in order; for others, the state is awaited until it rests.
 */
export async function betweenShown<Seen>(context: CheckContext, disturb: (first: Marked) => Promise<Seen>): Promise<Seen> {
  const seen = await disturb(await shownRecord(context))
  const after = await newRecord(context)
  const answer = await tell(context, after)
  if (!isAccepted(answer) || !(await appears(context, after))) {
    context.broken({
      message: isAccepted(answer)
        ? 'a new record was shown before this, and another one after it is not'
        : `a valid notification was accepted before this and no longer is (${inWords(answer)})`,
      expected: 'valid notifications are acted on, whatever came before them',
      found: isAccepted(answer) ? `nothing of it within ${context.patienceMs / 1000} s` : inWords(answer),
    })
  }
  await context.settledState()
  return seen
}

/** Broken unless the state shows the record as often as before. */
export async function demandTimes(context: CheckContext, marked: Marked, times: number, after: string): Promise<void> {
  const now = await timesShown(context, marked)
  if (now === times) return
  context.broken({
    message: now > times ? `after ${after} the record is there more often than before` : `after ${after} the record is no longer there`,
    expected: counted(times),
    found: counted(now),
  })
}

function counted(times: number): string {
  return `its text ${times === 1 ? 'once' : `${times} times`} in the state`
}

/** Broken unless the state comes to show what the API has. */
export async function demandShown(context: CheckContext, marked: Marked, what: string): Promise<void> {
  if (await appears(context, marked)) return
  context.broken({
    message: `${what} is lost`,
    expected: "what the API has of the record, in the receiver's state",
    found: `nothing of it within ${context.patienceMs / 1000} s`,
  })
}
