import { AsyncLocalStorage } from 'node:async_hooks'

/** Turns of this process's transactions, for each sandbox. */
export interface Turns {
  /** Runs the work when that of those who came before is over, however it ended. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Resolves when nothing runs; whoever comes later is refused. */
  ended(): Promise<void>
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  const inside = new AsyncLocalStorage<ReadonlySet<string>>()
  let isOver = false

  return {
    async alone(name, work) {
      if (isOver) throw new Error('The store is closed.')
      const outer = inside.getStore()
      if (outer?.has(name) === true) {
        throw new Error('A transaction waits for itself: inside of one, use only what it was handed.')
      }
      const before = last.get(name) ?? Promise.resolve()
      const within = new Set([...(outer ?? []), name])
      const mine = before.then(() => inside.run(within, work))
      const settled = mine.then(() => undefined, () => undefined)
      last.set(name, settled)
      void settled.then(() => {
        if (last.get(name) === settled) last.delete(name)
      })
      return mine
    },
    async ended() {
      isOver = true
      await Promise.all(last.values())
    },
  }
}
