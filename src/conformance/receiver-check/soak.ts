/** Keeps delivering for a long time, then compares what the receiver has with what the API has. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fields, RecordChanged, RecordId } from '../../core/index.ts'
import { createSecrets } from '../exchange/index.ts'
import { interruptible } from '../interruption.ts'
import { createRandom } from '../random.ts'
import { isAccepted } from './check-context.ts'
import type { CheckOptions } from './check-options.ts'
import { createDeliveries } from './deliveries.ts'
import { createLatenciesOverTime } from './latencies.ts'
import type { SoakReport } from './soak-report.ts'
import type { RawDelivery } from './raw-sender.ts'
import type { ReceiverApi } from './check.ts'

export interface SoakOptions
  extends Pick<CheckOptions, 'contract' | 'sender' | 'section' | 'recordId' | 'api' | 'probe' | 'seed' | 'timeoutMs' | 'full' | 'patienceMs'> {
  token: string | undefined
  durationMs: number
  /** Notifications a second. */
  rate: number
  signal: AbortSignal
  /** About four times a second. */
  onProgress?: (soFar: { elapsedMs: number; sent: number; accepted: number; givenUp: number }) => void
}

/** A record of the API, and all the texts that it has had; the last is what it has now. */
interface Kept {
  recordId: RecordId
  marks: string[]
  /** Whether a notification of its newest text was accepted. */
  isTold: boolean
  /** While it is being changed: changes of one record follow one another. */
  isBusy: boolean
}

interface Sent {
  kept: Kept | undefined
  mark: string | undefined
  event: Partial<RecordChanged>
}

const mostRecords = 200
const mostAtOnce = 200
const delays = [100, 300, 1000, 2000, 4000]
const usualPatienceMs = 10_000

export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const { api, durationMs, rate, signal } = options
  const random = createRandom(options.seed, 'soak')
  const latencies = createLatenciesOverTime(durationMs)
  const secrets = createSecrets()
  const { contract, sender, token, timeoutMs } = options
  const deliveries = createDeliveries({ contract, sender, token, timeoutMs, secrets, turn: async () => {}, onExchange: () => {} })
  const records: Kept[] = []
  const history: Sent[] = []
  const tally = { sent: 0, accepted: 0, duplicates: 0, cut: 0, retries: 0, givenUp: 0 }
  const started = performance.now()
  const elapsed = () => performance.now() - started

  async function attempt(sent: Sent, changes?: Partial<RawDelivery>): Promise<boolean> {
    const at = elapsed()
    tally.sent += 1
    const { section, recordId } = options
    const prepared = deliveries.prepare({ kind: 'modified', section, recordId, occurredAt: new Date().toISOString(), ...sent.event })
    const answer = await deliveries.send(deliveries.delivery(prepared, changes))
    if (changes?.abortAfter !== undefined) return false
    const isIn = isAccepted(answer)
    latencies.add(at, isIn ? answer.durationMs : undefined)
    if (isIn) tally.accepted += 1
    if (isIn && sent.kept !== undefined && sent.mark === sent.kept.marks.at(-1)) sent.kept.isTold = true
    return isIn
  }

  /** As a sender that retries what is not accepted (HOOK-6). */
  async function deliver(sent: Sent): Promise<void> {
    if (await attempt(sent)) return
    for (const delay of delays) {
      await pause(delay * (0.5 + random()), undefined, { signal }).catch(() => {})
      // Whoever has interrupted it has ended the receiver as well.
      if (signal.aborted) return
      tally.retries += 1
      if (await attempt(sent)) return
    }
    tally.givenUp += 1
  }

  async function happen(): Promise<void> {
    const dice = random()
    const old = history[Math.floor(random() * history.length)]
    if (old !== undefined && dice < 0.15) {
      tally.duplicates += 1
      return deliver(old)
    }
    const sent = api === undefined ? { kept: undefined, mark: undefined, event: {} } : await changed(api, { records, random, full: options.full ?? false })
    history.push(sent)
    if (history.length > 500) history.shift()
    if (dice < 0.25) {
      // The connection breaks, and the sender comes again.
      tally.cut += 1
      await attempt(sent, { abortAfter: 10, timeoutMs: 1000 })
      await pause(100 * random())
    } else if (dice < 0.4) {
      tally.duplicates += 1
      await Promise.all([deliver(sent), deliver(sent)])
      return
    }
    await deliver(sent)
  }

  const running = new Set<Promise<unknown>>()
  const failures: unknown[] = []
  let lastProgress = 0
  for (let number = 0; elapsed() < durationMs && !signal.aborted; number += 1) {
    const wait = (number * 1000) / rate - elapsed()
    if (wait > 1) await pause(wait, undefined, { signal }).catch(() => {})
    while (running.size >= mostAtOnce) await Promise.race(running)
    const one = happen().catch((error: unknown) => failures.push(error)).finally(() => running.delete(one))
    running.add(one)
    if (failures.length > 0) break
    if (elapsed() - lastProgress > 250) {
      lastProgress = elapsed()
      options.onProgress?.({ elapsedMs: elapsed(), ...tally })
    }
  }
  await interruptible(Promise.all(running), signal).catch(() => {})
  // Whoever has interrupted it has ended the API and the receiver as well.
  if (failures.length > 0 && !signal.aborted) throw failures[0]
  const state = api === undefined || signal.aborted ? undefined : await compared(records, options)
  return {
    wish: { durationMs, rate },
    ...tally,
    records: records.length,
    ...(state === undefined ? {} : { state }),
    latencyMs: latencies.whole(),
    slices: latencies.slices(),
  }
}

interface Making {
  records: Kept[]
  random: () => number
  full: boolean
}

/** A new record, or another text of one that is there. */
async function changed(api: ReceiverApi, { records, random, full }: Making): Promise<Sent> {
  const [field] = api.textFields
  const mark = `Ensayo ${randomBytes(5).toString('hex')}`
  const fields: Fields = { ...api.fields, [field]: mark }
  const free = records.filter(({ isBusy }) => !isBusy)
  const chosen = random() < 0.2 && records.length < mostRecords ? undefined : free[Math.floor(random() * free.length)]
  const told = (recordId: RecordId, kind: RecordChanged['kind']) => ({
    kind,
    recordId,
    changedFields: [field],
    occurredAt: new Date().toISOString(),
    ...(full ? { record: { id: recordId, eliminado: 0, ...fields } } : {}),
  })
  if (chosen === undefined) {
    const recordId = await api.create({ [field]: mark })
    const kept: Kept = { recordId, marks: [mark], isTold: false, isBusy: false }
    records.push(kept)
    return { kept, mark, event: told(recordId, 'created') }
  }
  chosen.marks.push(mark)
  chosen.isTold = false
  chosen.isBusy = true
  await api.edit(chosen.recordId, { [field]: mark }).finally(() => {
    chosen.isBusy = false
  })
  return { kept: chosen, mark, event: told(chosen.recordId, 'modified') }
}

/** Once everything is shown, or nothing more is to be expected; undefined when the state cannot be read. */
async function compared(records: readonly Kept[], { probe, patienceMs = usualPatienceMs, api }: SoakOptions): Promise<SoakReport['state']> {
  if (probe === undefined || api === undefined) return undefined
  // Of a record whose last notification was never accepted, the receiver need not know.
  const told = records.filter(({ isTold }) => isTold)
  const started = performance.now()
  let text = ''
  const timesOf = (mark: string | undefined) => (mark === undefined ? 0 : text.split(mark).length - 1)
  for (;;) {
    const before = text
    text = (await probe()).replaceAll(/ensayo/gi, 'Ensayo')
    // Two readings that are the same: a duplicate may still be worked on when the last text is there.
    if (text === before && told.every(({ marks }) => timesOf(marks.at(-1)) > 0)) break
    if (performance.now() - started > patienceMs) break
    await pause(300)
  }
  const shown = told.map(({ marks }) => timesOf(marks.at(-1))).filter((times) => times > 0)
  // A state may show a record's text in more than one place, but then that of every record.
  const usual = shown.length === 0 ? 1 : Math.min(...shown)
  const named = (kept: readonly Kept[]) => kept.map(({ recordId }) => String(recordId))
  const missing = told.filter(({ marks }) => timesOf(marks.at(-1)) === 0)
  const stale = missing.filter(({ marks }) => marks.slice(0, -1).some((mark) => timesOf(mark) > 0))
  return {
    told: told.length,
    seen: shown.length + stale.length,
    isBlank: text.trim() === '',
    lost: named(missing.filter((kept) => !stale.includes(kept))),
    stale: named(stale),
    doubled: named(told.filter(({ marks }) => timesOf(marks.at(-1)) > usual || (timesOf(marks.at(-1)) > 0 && marks.slice(0, -1).some((mark) => timesOf(mark) > 0)))),
  }
}
