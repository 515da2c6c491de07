/** How fast, and how much, a run may ask of its target. */
import { setTimeout as pause } from 'node:timers/promises'

export interface PaceOptions {
  /** Requests per second; as fast as they come when absent. */
  rate?: number
  /** Requests in all; any number when absent. */
  budget?: number
  /** Requests with credentials that are nobody's; any number when absent. A service may lock a user out after a few. */
  wrongKeys?: number
}

export type Turn = 'granted' | 'budgetSpent' | 'wrongKeysSpent'

export interface Pace {
  /** Resolves when the next request may go. What cleans up may go whatever was spent. */
  turn(hasWrongKey: boolean, cleansUp?: boolean): Promise<Turn>
  /** Requests granted so far. */
  spent(): number
}

export function createPace({ rate, budget = Infinity, wrongKeys = Infinity }: PaceOptions): Pace {
  let spent = 0
  let wrong = 0
  let next = 0
  return {
    spent: () => spent,
    async turn(hasWrongKey, cleansUp = false) {
      if (spent >= budget && !cleansUp) return 'budgetSpent'
      if (hasWrongKey && wrong >= wrongKeys) return 'wrongKeysSpent'
      spent += 1
      if (hasWrongKey) wrong += 1
      if (rate === undefined) return 'granted'
      const now = performance.now()
      const mine = Math.max(now, next)
      next = mine + 1000 / rate
      if (mine > now) await pause(mine - now)
      return 'granted'
    },
  }
}
