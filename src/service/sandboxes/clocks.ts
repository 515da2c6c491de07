import { instantOn, isInstant, movedTo, success } from '../../core/index.ts'
import type { Awaitable, Clock, ClockState, Instant, Outcome } from '../../core/index.ts'
import type { SandboxId, SandboxSettings, Store, StoredSandbox } from '../../store/index.ts'
import { invalid, noSandbox } from './refusals.ts'

export interface ClocksDeps {
  store: Pick<Store, 'sandbox' | 'transaction' | 'watch'>
  /** The machine's, from which the sandboxes' clocks derive. */
  clock: Clock
}

export interface ClockReading {
  now: Instant
  /** False while the clock stands still. */
  runs: boolean
  state: ClockState
}

/** How a clock is to go from now on. */
export type ClockSetting =
  /** As the machine's. */
  | { kind: 'real' }
  /** Ahead of the machine's by so many milliseconds; behind it when negative. */
  | { kind: 'offset'; by: number }
  /** On from `at`, or from where it is. */
  | { kind: 'running'; at?: Instant }
  /** It stands at `at`, or where it is. */
  | { kind: 'frozen'; at?: Instant }

/**
 * The sandboxes' clocks. What each shows follows from the sandbox's settings and the machine's clock; only that it is
 * held is remembered here, so that a process that dies while it holds one leaves a clock that goes on.
 */
export interface Clocks {
  /** Rejects when there is no such sandbox. */
  now(sandbox: SandboxId): Promise<Instant>
  /** The same inside of a transaction, which has the settings. */
  nowIn(sandbox: SandboxId, settings: SandboxSettings): Instant
  /** Undefined when there is no such sandbox. */
  read(sandbox: SandboxId): Awaitable<ClockReading | undefined>
  /**
   * Sets a clock, also back. Refuses as `notFound` an unknown sandbox, as `invalid` what is no instant and a clock that
   * somebody holds.
   */
  set(sandbox: SandboxId, setting: ClockSetting): Promise<Outcome<ClockReading>>
  /** Stops the clock where it is. */
  hold(sandbox: SandboxId): Promise<void>
  /** Sets a clock that is held, forward only; rejects with a RangeError otherwise. */
  moveTo(sandbox: SandboxId, instant: Instant): Promise<void>
  /** Lets a clock that is held go on from where it stands, as it went before. */
  release(sandbox: SandboxId): Promise<void>
}

export function createClocks({ store, clock }: ClocksDeps): Clocks {
  const held = new Map<SandboxId, Instant>()
  // Whoever held the clock of what the sandbox was does not hold that of what it is now.
  store.watch((sandbox, news) => {
    if (news === 'restored' || news === 'deleted') held.delete(sandbox)
  })

  function nowIn(sandbox: SandboxId, settings: SandboxSettings): Instant {
    return held.get(sandbox) ?? instantOn(settings.clock, clock.now())
  }

  function read(sandbox: SandboxId): Awaitable<ClockReading | undefined> {
    const found = store.sandbox(sandbox)
    return found instanceof Promise ? found.then(about => readingOf(sandbox, about)) : readingOf(sandbox, found)
  }

  function readingOf(sandbox: SandboxId, about: StoredSandbox | undefined): ClockReading | undefined {
    if (about === undefined) return undefined
    const { settings } = about
    const runs = settings.clock.kind !== 'frozen' && !held.has(sandbox)
    return { now: nowIn(sandbox, settings), runs, state: settings.clock }
  }

  async function now(sandbox: SandboxId): Promise<Instant> {
    const settings = (await store.sandbox(sandbox))?.settings
    if (settings === undefined) throw new Error(`There is no sandbox "${sandbox}".`)
    return nowIn(sandbox, settings)
  }

  /** Does nothing when the sandbox was replaced before its turn came. */
  async function move(sandbox: SandboxId, instant: Instant): Promise<void> {
    await store.transaction(sandbox, async tx => {
      if (!held.has(sandbox)) return
      const settings = await tx.settings()
      await tx.putSettings({ ...settings, clock: movedTo(settings.clock, instant, clock.now()) })
    })
    if (held.has(sandbox)) held.set(sandbox, instant)
  }

  function stateOf(setting: ClockSetting, before: Instant): ClockState {
    switch (setting.kind) {
      case 'real':
        return { kind: 'real' }
      case 'offset':
        return { kind: 'offset', by: setting.by }
      case 'running':
        return { kind: 'offset', by: (setting.at ?? before) - clock.now() }
      case 'frozen':
        return { kind: 'frozen', at: setting.at ?? before }
    }
  }

  return {
    now,
    nowIn,
    read,

    async set(sandbox, setting) {
      const before = await read(sandbox)
      if (before === undefined) return noSandbox(sandbox)
      if (held.has(sandbox)) {
        return invalid('', 'The clock is being advanced; set it when that is over.')
      }
      const state = stateOf(setting, before.now)
      if (!isInstant(instantOn(state, clock.now()))) {
        const pointer = setting.kind === 'offset' ? '/by' : '/at'
        const expected = 'whole milliseconds, within the years 0001 to 9999'
        return invalid(pointer, 'The clock cannot show that instant.', expected)
      }
      await store.transaction(sandbox, async tx => tx.putSettings({ ...(await tx.settings()), clock: state }))
      return success({ now: instantOn(state, clock.now()), runs: state.kind !== 'frozen', state })
    },

    async hold(sandbox) {
      held.set(sandbox, await now(sandbox))
    },

    async moveTo(sandbox, instant) {
      const before = held.get(sandbox)
      if (before === undefined || instant < before) {
        throw new RangeError('Only a clock that is held is moved, and it does not go back.')
      }
      await move(sandbox, instant)
    },

    async release(sandbox) {
      const instant = held.get(sandbox)
      if (instant === undefined) return
      await move(sandbox, instant)
      held.delete(sandbox)
    },
  }
}
