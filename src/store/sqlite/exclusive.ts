import { AsyncLocalStorage } from 'node:async_hooks'
import type { Awaitable } from '../../core/index.ts'

/**
 * Turns on one connection. Everybody shares the connection's transaction, so whoever has one open must be
 * alone: otherwise a rollback would take a stranger's write with it, and a read would see what may never be.
 */
export interface Exclusive {
  /** Runs synchronous work: at once while nobody has the turn, else after those who came before. */
  brief<T>(work: () => T): Awaitable<T>
  /** Runs work that may await, alone. The next one follows however it ends. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Runs what only happens to be begun by whoever has the turn: it may ask for turns of its own. */
  apart(work: () => void): void
  /** Runs the last work of all, after those who came before; whoever comes later is refused. */
  end(work: () => void): Promise<void>
}

export function createExclusive(): Exclusive {
  const waiting: (() => void)[] = []
  const turnOf = new AsyncLocalStorage<object>()
  /** Whose turn it is; undefined when the connection is free. */
  let turn: object | undefined
  let ended = false

  function refuseLatecomers(): void {
    if (ended) throw new Error('The store is closed.')
  }

  function refuseToWaitForOneself(): void {
    if (turn !== undefined && turnOf.getStore() === turn) {
      throw new Error('A transaction waits for itself: inside of one, use only what it was handed.')
    }
  }

  async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = {}
    if (turn === undefined) {
      turn = mine
    } else {
      refuseToWaitForOneself()
      await new Promise<void>(resolve => waiting.push(resolve))
      turn = mine
    }
    try {
      return await turnOf.run(mine, work)
    } finally {
      const next = waiting.shift()
      // Nobody's turn, yet taken: no newcomer slips in before the next one wakes up.
      turn = next === undefined ? undefined : {}
      next?.()
    }
  }

  return {
    brief(work) {
      refuseLatecomers()
      return turn === undefined ? work() : takeTurn(async () => work())
    },
    async alone(work) {
      refuseLatecomers()
      return takeTurn(work)
    },
    apart: work => turnOf.run({}, work),
    async end(work) {
      if (ended) return
      ended = true
      await takeTurn(async () => work())
    },
  }
}
