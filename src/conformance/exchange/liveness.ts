/** Whether the target is still there: a run must not wait for answers that never come, request after request. */

export interface Liveness {
  /** Why nothing more is sent; undefined as long as answers come. */
  gone(): string | undefined
  answered(): void
  /** `probe` asks whether the target answers at all, to tell a dead one from one that is slow in one place. */
  unanswered(failure: { timedOut: boolean; probe: () => Promise<boolean> }): Promise<void>
}

/** After so many in a row the target is asked whether it is there at all. */
const mostInARow = 3

/** So many time limits in all are waited for: a target that answers some things and never others. */
const mostTimedOut = 12

export function createLiveness(): Liveness {
  let inARow = 0
  let timedOutInAll = 0
  let reason: string | undefined
  let probing: Promise<void> | undefined

  async function look(probe: () => Promise<boolean>): Promise<void> {
    if (await probe()) inARow = 0
    else reason = `the target no longer answers: ${inARow} requests in a row got no answer, and neither did a ping`
  }

  return {
    gone: () => reason,
    answered: () => {
      inARow = 0
    },
    async unanswered({ timedOut, probe }) {
      inARow += 1
      if (timedOut) timedOutInAll += 1
      if (timedOutInAll >= mostTimedOut) reason ??= `${timedOutInAll} requests got no answer in time`
      if (reason !== undefined || inARow < mostInARow) return
      probing ??= look(probe).finally(() => {
        probing = undefined
      })
      await probing
    },
  }
}
