/** Counts what a receiver saw. */
import type { ReceivedNotification, TokenVerdict } from '../../../conformance/index.ts'

export interface Tally {
  notifications: number
  /** Of them, those that keep the contract. */
  sound: number
  repetitions: number
  redirected: number
  tokens: Readonly<Record<TokenVerdict, number>>
  /** How many answers ended how: by status, or as `AnswerEnd` calls it. */
  answers: Readonly<Record<string, number>>
  /** Milliseconds. */
  lasted: number
}

export function createTally(startedAt: number) {
  const tokens: Record<TokenVerdict, number> = { right: 0, missing: 0, wrong: 0, notExpected: 0, none: 0 }
  const answers: Record<string, number> = {}
  let notifications = 0
  let sound = 0
  let repetitions = 0
  let redirected = 0
  return {
    add(received: ReceivedNotification): void {
      notifications += 1
      tokens[received.token] += 1
      if (received.violations.length === 0) sound += 1
      if (received.repeats !== undefined) repetitions += 1
      if (received.redirected) redirected += 1
    },
    addAnswer({ answered }: ReceivedNotification): void {
      if (answered === undefined) return
      const key = answered.end === 'answered' ? String(answered.status) : answered.end
      answers[key] = (answers[key] ?? 0) + 1
    },
    soFar: (now: number): Tally => ({
      notifications,
      sound,
      repetitions,
      redirected,
      tokens: { ...tokens },
      answers: { ...answers },
      lasted: now - startedAt,
    }),
  }
}
