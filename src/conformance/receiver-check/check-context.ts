/** What a check works with, on one receiver. */
import type { RecordChanged } from '../../core/index.ts'
import type { RecordedExchange, Secrets } from '../exchange/index.ts'
import { Broken, Unjudged } from '../judgement.ts'
import { createRandom } from '../random.ts'
import { shownCertificate } from './certificate.ts'
import type { CheckOptions } from './check-options.ts'
import type { Check, CheckContext } from './check.ts'
import { createDeliveries } from './deliveries.ts'
import { openConnection } from './raw-sender.ts'
import type { Connection, RawAnswer, RawDelivery } from './raw-sender.ts'

/** What became of valid notifications, and of records that were looked for, in the whole run. */
export interface Controls {
  /** The last answer, once so many were refused and none accepted that there is no use in asking again. */
  readonly hopeless: RawAnswer | undefined
  note(answer: RawAnswer): void
  sightings: CheckContext['sightings']
}

const mostRefused = 3
const mostUnseen = 3

export function createControls(): Controls {
  let refused = 0
  let last: RawAnswer | undefined
  let unseen = 0
  return {
    sightings: {
      get areHopeless() {
        return unseen >= mostUnseen
      },
      note(isShown) {
        unseen = isShown ? -Infinity : unseen + 1
      },
    },
    get hopeless() {
      return refused >= mostRefused ? last : undefined
    },
    note(answer) {
      last = answer
      refused = isAccepted(answer) ? -Infinity : refused + 1
    },
  }
}

interface Recording {
  controls: Controls
  secrets: Secrets
  turn: () => Promise<void>
  onExchange: (exchange: RecordedExchange) => void
  notes: string[]
}

export interface OpenContext {
  context: CheckContext
  /** Ends the connections that are left. */
  close(): void
}

export async function openContext(check: Check, options: CheckOptions, { notes, controls, ...recording }: Recording): Promise<OpenContext> {
  const { contract, sender, token, section, timeoutMs } = options
  const deliveries = createDeliveries({ contract, sender, token, timeoutMs, ...recording })
  const api = check.needs.includes('api') ? options.api : undefined
  // With an API behind it, the record that a notification names has to be there.
  const recordId = options.api === undefined ? options.recordId : await options.api.create()

  const unjudged = (reason: string, cure: string): never => {
    throw new Unjudged(reason, cure)
  }
  const failed = (deviation: Parameters<CheckContext['broken']>[0]): never => {
    throw new Broken(typeof deviation === 'string' ? { message: deviation } : deviation)
  }
  const notification: CheckContext['notification'] = (changes = {}) =>
    deliveries.prepare({
      kind: 'modified',
      section,
      recordId,
      changedFields: ['name'],
      occurredAt: new Date().toISOString(),
      ...(options.full === true ? { record: { id: recordId, ...options.api?.fields, eliminado: 0 } } : {}),
      ...changes,
    } satisfies RecordChanged)

  const valid = () => deliveries.send(deliveries.delivery(notification()))
  async function control(): Promise<RawAnswer> {
    const answer = controls.hopeless ?? (await valid())
    controls.note(answer)
    if (isAccepted(answer)) return answer
    return unjudged(
      `a valid notification is not accepted (${inWords(answer)}), so nothing can be told from what is refused`,
      'See RCV-ACCEPTS first; give the right --token, --section and --record.',
    )
  }

  const probe: CheckContext['probe'] = async () => (options.probe === undefined ? misused('the probe') : options.probe())

  const connections: Connection[] = []
  const delivery: CheckContext['delivery'] = (prepared = notification(), changes) => deliveries.delivery(prepared, changes)
  const context: CheckContext = {
    contract,
    url: sender.url,
    token,
    nextToken: options.nextToken,
    section,
    recordId,
    full: options.full ?? false,
    patienceMs: options.patienceMs ?? usualPatienceMs,
    random: createRandom(options.seed, check.id),
    notification,
    delivery,
    deliver: (prepared, changes) => deliveries.send(delivery(prepared, changes)),
    send: deliveries.send,
    connect() {
      const connection = openConnection(sender)
      connections.push(connection)
      return { ...connection, send: (one: RawDelivery) => deliveries.send(one, connection) }
    },
    certificate: () => shownCertificate(sender),
    control,
    async between(deliver) {
      await control()
      const seen = await deliver()
      const after = await valid()
      if (isAccepted(after)) return seen
      return failed({
        message: `a valid notification was accepted before this and no longer is (${inWords(after)})`,
        expected: 'a 2xx status to a valid notification, whatever came before it',
        found: inWords(after),
      })
    },
    get api() {
      return api ?? misused('the API')
    },
    probe,
    sightings: controls.sightings,
    async settledState() {
      let before = await probe()
      for (let reading = 0; reading < mostReadings; reading += 1) {
        await new Promise((resolve) => setTimeout(resolve, betweenReadingsMs))
        const now = await probe()
        if (now === before) return now
        before = now
      }
      return unjudged('the state that the probe reads does not come to rest', 'Have the probe leave out times and counters.')
    },
    get fault() {
      return options.fault ?? misused('a fault')
    },
    broken: failed,
    unjudged,
    check(holds, deviation) {
      if (!holds) failed(deviation)
    },
    note: (sentence) => void notes.push(sentence),
  }
  return {
    context,
    close() {
      for (const connection of connections) connection.close()
    },
  }
}

/** HOOK-5: any 2xx status. */
export function isAccepted(answer: RawAnswer): boolean {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300
}

const usualPatienceMs = 10_000
const mostReadings = 20
const betweenReadingsMs = 150

function misused(what: string): never {
  throw new Error(`the check uses ${what} and does not say that it needs it`)
}

/** `status 401`, `no answer`: for messages. */
export function inWords(answer: RawAnswer): string {
  switch (answer.kind) {
    case 'answered':
      return `status ${answer.status}`
    case 'broken':
      return answer.cause
    case 'timedOut':
      return `no whole answer within ${Math.round(answer.durationMs / 100) / 10} s`
  }
}
