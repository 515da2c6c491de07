/** Judging cases one at a time, under what all cases of a run share: leave, pace, places, what an earlier run saw. */
import type { Case } from './case.ts'
import { createContext } from './context.ts'
import { createLiveness, createPace, createRequester, createSecrets, overTheNetwork, recordedBody } from './exchange/index.ts'
import type { Carrier, PaceOptions, RecordedExchange, Requester, Safety, Secrets } from './exchange/index.ts'
import { createClient } from '../client/index.ts'
import { interruptible } from './interruption.ts'
import { Broken, Unjudged } from './judgement.ts'
import { createListeners } from './listening.ts'
import type { Listeners, ListeningPost } from './listening.ts'
import { isMet, missing } from './needs.ts'
import { createRandom } from './random.ts'
import type { ReceivedNotification } from './receiver/index.ts'
import { createRecords } from './records.ts'
import type { CaseReport, Leftover } from './run-report.ts'
import { createSnapshot } from './snapshot.ts'
import type { ColumnSnapshot } from './snapshot.ts'
import { keyNames } from './target.ts'
import type { Place, Target } from './target.ts'
import { broken, held, reworded } from './verdict.ts'
import type { Verdict } from './verdict.ts'

export interface SessionOptions {
  target: Target
  /** What may be done to the target. */
  allowed: ReadonlySet<Safety>
  seed: number
  /** The mark of this run. */
  run: string
  pace?: PaceOptions
  /** For one answer, in milliseconds. */
  timeoutMs: number
  post: ListeningPost
  /** What an earlier run saw; see `SessionEnd.snapshot`. */
  snapshot?: ColumnSnapshot
  /** How requests travel; the network unless given. */
  carrier?: Carrier
  /** The same for one case, by its id; `carrier` unless given. */
  carrierFor?: (id: string) => Carrier
  /** The command line that repeats one case alone. */
  repeat: (id: string) => string
  /** Ends the run early: nothing more is sent but what cleans up, and what has not begun is `not-run`. */
  signal?: AbortSignal
}

export interface SessionEnd {
  requests: number
  leftovers: readonly Leftover[]
  /** What this run saw, for `SessionOptions.snapshot` of a later one. */
  snapshot: ColumnSnapshot
  /** Why the run ended before its time, in one sentence; absent when it did not. */
  cutShort?: string
}

export interface Planned {
  area: string
  one: Case
}

export interface Session {
  /** Never rejects for the target. Cases of a target that does not isolate them are judged one after the other. */
  judge(plan: Planned): Promise<CaseReport>
  /** The report of a case that is not judged at all, for that reason. */
  set(plan: Planned, result: Verdict): CaseReport
  close(): Promise<SessionEnd>
}

/** How long an answer 429 may have a request wait. */
const longestWaitMs = 60_000

const interruption: Verdict = { verdict: 'not-run', reason: 'the run was interrupted', cure: 'Run it again.' }

export function openSession(options: SessionOptions): Session {
  const { target, signal, timeoutMs } = options
  const pace = createPace(options.pace ?? {})
  const liveness = createLiveness()
  const leftovers: Leftover[] = []
  const snapshot = createSnapshot(options.snapshot)

  // Cases that only read share a place; whoever changes something is alone with it.
  let reading: Promise<Place> | undefined
  const places: Promise<Place>[] = []
  const openPlace = (safety: Safety): Promise<Place> => {
    const shared = !target.isolated || safety === 'read' || safety === 'load'
    if (shared && reading !== undefined) return reading
    const opened = target.open()
    opened.catch(() => {})
    places.push(opened)
    if (shared) reading = opened
    return opened
  }

  const set = ({ area, one }: Planned, result: Verdict): CaseReport => ({
    id: one.id,
    area,
    title: one.title,
    basis: one.basis,
    safety: one.safety,
    evidence: one.evidence,
    durationMs: 0,
    notes: [],
    exchanges: [],
    notifications: [],
    repeat: options.repeat(one.id),
    result,
  })

  async function judge(plan: Planned): Promise<CaseReport> {
    const { one } = plan
    if (signal?.aborted === true) return set(plan, interruption)
    const started = performance.now()
    const exchanges: RecordedExchange[] = []
    const notes: string[] = []
    const secrets = createSecrets()
    let listeners: Listeners | undefined

    const requesterFor = (place: Place, cleansUp: boolean): Requester =>
      createRequester({
        contract: target.contract,
        baseUrl: target.baseUrl,
        carrier: options.carrierFor?.(one.id) ?? options.carrier ?? overTheNetwork,
        pace,
        secrets,
        allowed: new Set([one.safety]),
        knownKeys: Object.values(place.keys),
        timeoutMs,
        longestWaitMs,
        liveness,
        cleansUp,
        signal: cleansUp ? undefined : signal,
        onExchange: (exchange) => exchanges.push(exchange),
      })

    const judged = async (): Promise<Verdict> => {
      const place = await openPlace(one.safety)
      const lacking = one.needs.find((need) => !isMet(need, target, place))
      if (lacking !== undefined) return { verdict: 'inconclusive', ...missing[lacking] }
      for (const name of keyNames) {
        const key = place.keys[name]
        if (key !== undefined) secrets.add(name === 'full' ? 'ENSAYO_KEY' : `ENSAYO_${name.toUpperCase()}_KEY`, key)
      }
      const requester = requesterFor(place, false)
      const listening = createListeners({
        contract: target.contract,
        console: place.console,
        post: options.post,
        name: one.id,
        signal,
      })
      listeners = listening
      const { baseUrl, contract } = target
      const records = createRecords({
        samples: target.samples,
        mark: options.run,
        client: () => context.client(),
        cleaner: () =>
          createClient({
            baseUrl,
            contract,
            key: context.key(),
            fetch: requesterFor(place, true).fetch,
            timeoutMs: timeoutMs * 4,
          }),
      })
      const context = createContext({
        target,
        place,
        requester,
        records,
        random: createRandom(options.seed, one.id),
        timeoutMs,
        listen: (wish) => {
          if (wish.token !== undefined) {
            secrets.add('ENSAYO_WEBHOOK_TOKEN', place.console?.tokenFor?.(wish.token) ?? wish.token)
          }
          return listening.listen(wish)
        },
        note: (sentence) => void notes.push(sentence),
        snapshot,
      })
      try {
        // What is under way may still create a record; it is awaited, so that it can be cleaned up.
        const graceMs = target.isolated ? 500 : timeoutMs + 500
        const verdict = await verdictOf(one, () => interruptible(one.run(context), signal, graceMs))
        const misuse = requester.misuse()
        return misuse === undefined ? verdict : { verdict: 'suite-error', error: misuse.message }
      } finally {
        // What happens in a sandbox ends with it.
        if (!target.isolated) leftovers.push(...(await records.cleanUp()))
        await listening.close()
      }
    }
    const result = await verdictOf(one, judged)
    return {
      ...set(plan, reworded(result, secrets.text)),
      durationMs: performance.now() - started,
      notes: notes.map(secrets.text),
      exchanges,
      notifications: (listeners?.received() ?? []).map((received) => asExchange(received, secrets)),
    }
  }

  return {
    judge,
    set,
    async close() {
      await Promise.all(places.map(async (opened) => (await opened.catch(() => undefined))?.close().catch(() => {})))
      const cutShort = signal?.aborted === true ? 'the run was interrupted' : liveness.gone()
      return {
        requests: pace.spent(),
        leftovers,
        snapshot: snapshot.seen(),
        ...(cutShort === undefined ? {} : { cutShort }),
      }
    },
  }
}

/** What a case comes to, however it ends. */
async function verdictOf(one: Case, judge: () => Promise<string | Verdict>): Promise<Verdict> {
  try {
    const judged = await judge()
    return typeof judged === 'string' ? held(one.basis, judged) : judged
  } catch (error) {
    if (error instanceof Broken) return broken(one.basis, error.deviation)
    if (error instanceof Unjudged) return { verdict: 'inconclusive', reason: error.message, cure: error.cure }
    return { verdict: 'suite-error', error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function asExchange(received: ReceivedNotification, { text, headers }: Secrets): RecordedExchange {
  const body = recordedBody(new TextEncoder().encode(received.body), text)
  const { answered } = received
  return {
    at: new Date(received.at).toISOString(),
    request: {
      method: received.method,
      url: received.path,
      headers: headers(Object.entries(received.headers)),
      ...(body === undefined ? {} : { body }),
    },
    ...(answered?.end === 'answered' ? { answer: { status: answered.status, headers: {} } } : {}),
    ...(answered !== undefined && answered.end !== 'answered' ? { failure: answered.end } : {}),
    durationMs: answered?.afterMs ?? 0,
    curl: '',
  }
}
