/** Writes settlements, those of about one moment together: a transaction costs the store more than a row does. */
import { setTimeout as delay } from 'node:timers/promises'
import type { SandboxId } from '../store/index.ts'
import type { DeliveryStore, Settled } from './delivery-store.ts'

export interface Settler {
  /** Resolves when it is stored; rejects when the store does not take it after several tries. */
  settle(sandbox: SandboxId, settled: Settled): Promise<void>
}

interface Batch {
  settled: Settled[]
  stored: Promise<void>
}

/** Turns of the event loop for which a batch that still grows is kept open: about a millisecond. */
const mostTurns = 8

export function createSettler(store: Pick<DeliveryStore, 'settle'>): Settler {
  const open = new Map<SandboxId, Batch>()

  async function write(sandbox: SandboxId, settled: Settled[]): Promise<void> {
    let before = 0
    for (let turn = 0; turn < mostTurns && settled.length > before; turn += 1) {
      before = settled.length
      await new Promise(resolve => void setImmediate(resolve))
    }
    open.delete(sandbox)
    await persistently(() => store.settle(sandbox, settled))
  }

  return {
    settle(sandbox, one) {
      let batch = open.get(sandbox)
      if (batch === undefined) {
        const settled = [one]
        batch = { settled, stored: write(sandbox, settled) }
        open.set(sandbox, batch)
      } else {
        batch.settled.push(one)
      }
      return batch.stored
    },
  }
}

/** A store that is busy for a moment must not make a delivery that has arrived be sent again. */
async function persistently(work: () => Promise<void>): Promise<void> {
  for (const wait of [20, 100, 500]) {
    try {
      await work()
      return
    } catch {
      await delay(wait)
    }
  }
  await work()
}
