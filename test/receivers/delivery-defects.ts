/** What a receiver does otherwise than a sound one with an event that it has accepted, with many at once, and with time. */
import { Server } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { keyOf } from './disk.ts'
import type { Disk, Noticed } from './disk.ts'
import { soundFollower } from './follower.ts'
import type { Api, FollowerRecipe, Reading } from './follower.ts'
import { isFields, soundRecipe } from './sound-recipe.ts'
import type { Asked, Recipe } from './sound-recipe.ts'

const following = (changes: Partial<FollowerRecipe>): Partial<Recipe> => ({ follower: { ...soundFollower, ...changes } })

/** What one receiver remembers; its list of tokens is its own. */
function rememberedBy<Memory>(empty: () => Memory): (asked: Pick<Asked, 'tokens'>) => Memory {
  const memories = new WeakMap<readonly string[], Memory>()
  return ({ tokens }) => {
    const memory = memories.get(tokens) ?? empty()
    memories.set(tokens, memory)
    return memory
  }
}

/** More of the same in a row than anybody sends who does not try how many it takes. */
const many = 19

/** How long answers take when there have been many notifications in a row about the same record. */
function slowingDown(longestMs: number): Partial<Recipe> {
  const counts = rememberedBy(() => new Map<string, number>())
  const slow = new WeakSet<Asked['request']>()
  return {
    understand(value, asked) {
      const known = counts(asked)
      let event: Noticed | undefined
      try {
        event = soundRecipe.understand(value, asked)
        return event
      } finally {
        if (event === undefined) known.clear()
        else {
          const count = (known.get(keyOf(event)) ?? 0) + 1
          known.set(keyOf(event), count)
          if (count > many) slow.add(asked.request)
        }
      }
    },
    delayMs: ({ request }) => (slow.has(request) ? longestMs : 0),
  }
}

/** Asks the API again without a pause, whatever it answers. */
async function insist(event: Noticed, api: Api | undefined, signal: AbortSignal): Promise<Reading> {
  const reading = await soundFollower.readBack(event, api, signal)
  return reading.kind === 'failed' ? { kind: 'failed', waitMs: 0 } : reading
}

const time = {
  'slows-to-11-s': slowingDown(11_000),
  'slows-to-6-s': slowingDown(6000),
  'works-before-it-answers': { worksFirst: true },
  'sleeps-when-idle': (() => {
    const lastOf = rememberedBy(() => ({ at: performance.now() }))
    return {
      delayMs(asked) {
        const last = lastOf(asked)
        const quietMs = performance.now() - last.at
        const delayMs = quietMs > 7500 ? 10_500 : 0
        last.at = performance.now() + delayMs
        return delayMs
      },
    }
  })(),
  'starts-up-after-it-listens': (() => {
    const starts = rememberedBy(() => ({ count: 0 }))
    return {
      // Its first start was long ago.
      delayMs(asked, handled) {
        const start = starts(asked)
        if (handled === 0) start.count += 1
        return handled === 0 && start.count > 1 ? 10_500 : 0
      },
    }
  })(),
  'cuts-slow-bodies': {
    first({ request }) {
      setTimeout(() => {
        if (!request.complete) request.destroy()
      }, 4000).unref()
      return undefined
    },
  },
  'stumbles-over-cut-bodies': (() => {
    const failures = rememberedBy(() => ({ left: 0 }))
    return {
      first(asked) {
        const failure = failures(asked)
        if (failure.left === 0) return undefined
        failure.left -= 1
        return { status: 500 }
      },
      delayMs(asked) {
        if (asked.request.destroyed && !asked.request.complete) failures(asked).left = 1
        return 0
      },
    }
  })(),
} satisfies Record<string, Partial<Recipe>>

const connections = rememberedBy(() => ({ watched: new WeakSet<Server>(), open: new Set<Socket>() }))
const openRequests = rememberedBy(() => new Set<Asked['request']>())

const load = {
  'takes-forty-at-once': {
    first(asked) {
      const { watched, open } = connections(asked)
      const { socket } = asked.request
      const server = 'server' in socket ? socket.server : undefined
      if (server instanceof Server && !watched.has(server)) {
        watched.add(server)
        server.on('connection', (one: Socket) => {
          open.add(one)
          one.once('close', () => open.delete(one))
        })
      }
      return open.size > 40 ? { status: 503, headers: { 'retry-after': '1' } } : undefined
    },
  },
  'has-ten-workers': {
    first(asked) {
      const { request } = asked
      const open = openRequests(asked)
      for (const other of open) if (other.complete || other.destroyed || other.socket.destroyed) open.delete(other)
      if (open.size > 10) return { status: 503 }
      open.add(request)
      return undefined
    },
  },
  'drops-what-its-queue-cannot-hold': following({
    store(event, disk, memory) {
      if (disk.waiting.size < 8) soundFollower.store(event, disk, memory)
    },
    afterwards: () => pause(20),
  }),
} satisfies Record<string, Partial<Recipe>>

const copyOf = (event: Noticed): string => `${keyOf(event)} copy`

/** Which records an event was last applied to, the newest first. */
const recent = new WeakMap<Disk, string[]>()

const repetition = {
  'accepts-and-forgets': following({ store: () => {} }),
  'keeps-ids-alone': following({ readBack: async ({ recordId }) => ({ kind: 'found', record: { id: recordId, seen: true } }) }),
  'inserts-every-creation': following({
    apply(event, reading, disk) {
      const { records } = disk
      if (event.kind === 'created' && reading.kind === 'found' && records.has(keyOf(event))) records.set(copyOf(event), reading.record)
      else soundFollower.apply(event, reading, disk)
    },
  }),
  'looks-then-inserts': following({
    store(event, disk, memory) {
      const { waiting } = disk
      const isBusy = waiting.has(keyOf(event))
      soundFollower.store(event, disk, memory)
      if (isBusy && event.kind === 'created') waiting.set(copyOf(event), { event: { ...event, kind: 'second worker' }, version: 1 })
    },
    apply(event, reading, disk) {
      if (event.kind === 'second worker' && reading.kind === 'found') disk.records.set(copyOf(event), reading.record)
      else soundFollower.apply(event, reading, disk)
    },
  }),
  'remembers-two-events': following({
    apply(event, reading, disk) {
      const last = recent.get(disk) ?? []
      const isKnown = last.includes(keyOf(event))
      recent.set(disk, [keyOf(event), ...last].slice(0, 2))
      const isRepeated = event.kind === 'created' && !isKnown && disk.records.has(keyOf(event))
      if (isRepeated && reading.kind === 'found') disk.records.set(copyOf(event), reading.record)
      else soundFollower.apply(event, reading, disk)
    },
  }),
  'writes-back': following({
    async afterwards({ section, recordId }, api) {
      if (api === undefined || section !== 'entities') return
      const operation = { section, id: recordId, fields: { notes: `seen at ${performance.now()}` } }
      await fetch(`${api.url}/api/writeoperations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${api.key}` },
        body: JSON.stringify({ operations: [operation] }),
      }).catch(() => undefined)
    },
  }),
} satisfies Record<string, Partial<Recipe>>

/** The record that nobody has ever had. */
const neverThere = 987_654_321

/** When it was first asked for. */
const waitingSince = new WeakMap<Api, number>()

const order = {
  'keeps-a-high-water-mark': (() => {
    const newest = rememberedBy(() => ({ at: 0 }))
    return {
      understand(value, asked) {
        const event = soundRecipe.understand(value, asked)
        const at = isFields(value) ? Date.parse(String(value['occurredAt'])) : Number.NaN
        const mark = newest(asked)
        if (Number.isNaN(at) || at > Date.now()) return event
        if (at < mark.at) return undefined
        mark.at = at
        return event
      },
    }
  })(),
  'copies-changed-fields': {
    understand(value, asked) {
      const event = soundRecipe.understand(value, asked)
      const changed = isFields(value) ? value['changedFields'] : undefined
      return event === undefined || !Array.isArray(changed) ? event : { ...event, record: { changed } }
    },
    follower: {
      ...soundFollower,
      apply(event, reading, disk) {
        const { records } = disk
        const known = records.get(keyOf(event))
        const changed = event.record?.['changed']
        if (reading.kind !== 'found' || !isFields(known) || !Array.isArray(changed)) return soundFollower.apply(event, reading, disk)
        const copied = Object.entries(reading.record).filter(([name]) => changed.includes(name))
        records.set(keyOf(event), { ...known, ...Object.fromEntries(copied) })
      },
    },
  },
  'ignores-what-it-does-not-know': following({
    store(event, disk, memory) {
      if (event.kind === 'created' || disk.records.has(keyOf(event))) soundFollower.store(event, disk, memory)
      else disk.records.set(keyOf(event), {})
    },
    apply(event, reading, disk) {
      const isBlank = JSON.stringify(disk.records.get(keyOf(event))) === '{}'
      if (!isBlank || event.kind !== 'created') soundFollower.apply(event, reading, disk)
    },
  }),
  'keeps-what-is-gone': following({
    apply(event, reading, disk) {
      if (reading.kind === 'found') soundFollower.apply(event, reading, disk)
    },
  }),
  'waits-for-what-is-not-there': following({
    async readBack(event, api, signal) {
      const reading = await soundFollower.readBack(event, api, signal)
      if (reading.kind !== 'gone' || api === undefined || event.recordId !== neverThere) return reading
      const since = waitingSince.get(api) ?? performance.now()
      waitingSince.set(api, since)
      // Even this one gives up, or nothing could be told of what is checked after it.
      return performance.now() - since < 6000 ? { kind: 'failed', waitMs: 0 } : reading
    },
  }),
} satisfies Record<string, Partial<Recipe>>

const failures = {
  'accepts-while-failing': { failing: () => ({ status: 200 }) },
  'gives-up-on-errors': following({ tryAgain: () => false }),
  'takes-429-for-gone': following({
    async readBack(event, api, signal) {
      const reading = await soundFollower.readBack(event, api, signal)
      return reading.kind === 'failed' && reading.waitMs > 0 ? { kind: 'gone' } : reading
    },
  }),
  'ignores-retry-after': following({ readBack: insist }),
  'forgets-when-restarted': following({
    store: (event, _, memory) => void memory.set(keyOf(event), { event, version: 1 }),
  }),
} satisfies Record<string, Partial<Recipe>>

export const deliveryDefects = { ...time, ...load, ...repetition, ...order, ...failures } satisfies Record<string, Partial<Recipe>>
