/** Whether the target is still there: a run must not wait for answers that never come, request after request. */

export interface Liveness {
  /** Why nothing more is sent; undefined as long as answers come. */
  gone(): string | undefined
  answered(): void
  /** An answer was "not now", in spite of repetitions; with how long the target wishes to be left alone. */
  busy(answer: { status: number; waitMs: number }): void
  /** A request waits before it is repeated. */
  waits(ms: number): void
  /** `probe` asks whether the target answers at all, to tell a dead one from one that is slow in one place. */
  unanswered(failure: { timedOut: boolean; probe: () => Promise<boolean> }): Promise<void>
}

/** After so many in a row the target is asked whether it is there at all. */
const mostInARow = 3

/** After so many "not now" in a row, whoever sends on only makes it worse. */
const mostBusy = 5

/** So much is waited in a run before requests are repeated, in milliseconds. */
const mostWaiting = 300_000

/** So many time limits in all are waited for: a target that answers some things and never others. */
const mostTimedOut = 12

export function createLiveness(): Liveness {
  let inARow = 0
  let timedOutInAll = 0
  let busyInARow = 0
  let waitedMs = 0
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
      busyInARow = 0
    },
    busy({ status, waitMs }) {
      busyInARow += 1
      if (waitMs > mostWaiting) reason ??= `the target wishes to be left alone for ${Math.ceil(waitMs / 1000)} s (status ${status})`
      if (busyInARow >= mostBusy) reason ??= `${busyInARow} requests in a row got status ${status}: the target cannot answer now`
    },
    waits(ms) {
      waitedMs += ms
      if (waitedMs >= mostWaiting) reason ??= `the target had this run wait for ${Math.round(waitedMs / 1000)} s in all`
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
