/** The sandboxes that this process has met, so that it learns what became of them while nobody could tell it. */
import type { StoreNews } from '../delivery.ts'
import type { SandboxId } from '../sandbox.ts'

export interface MetSandbox {
  id: SandboxId
  /** Another one for a later sandbox of the same id. */
  key: number
  /** How often it was made again what it was once. */
  restores: number
}

export interface Missed {
  id: SandboxId
  news: 'restored' | 'deleted'
}

export interface MetSandboxes {
  /** What is known of it already stays until there is news. */
  meet(sandbox: MetSandbox): void
  hear(id: SandboxId, news: StoreNews): void
  /** What should have been told of them, given those that are there now. Something may be told that was told before. */
  missed(present: readonly MetSandbox[]): Missed[]
  /** All of that is told. */
  caughtUp(present: readonly MetSandbox[]): void
}

export function createMetSandboxes(): MetSandboxes {
  const met = new Map<SandboxId, MetSandbox>()
  return {
    meet({ id, key, restores }) {
      if (!met.has(id)) met.set(id, { id, key, restores })
    },
    hear(id, news) {
      const known = met.get(id)
      if (news === 'deleted') met.delete(id)
      if (news === 'restored' && known !== undefined) known.restores += 1
    },
    missed(present) {
      const byId = new Map(present.map(sandbox => [sandbox.id, sandbox]))
      return [...met.values()].flatMap(({ id, key, restores }): Missed[] => {
        const now = byId.get(id)
        if (now?.key !== key) return [{ id, news: 'deleted' }]
        return now.restores === restores ? [] : [{ id, news: 'restored' }]
      })
    },
    caughtUp(present) {
      for (const { id, key, restores } of present) if (met.has(id)) met.set(id, { id, key, restores })
    },
  }
}
