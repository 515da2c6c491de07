/** Keeps the deliveries of a mock that runs for weeks from filling its store. */
import type { SandboxId, Store } from '../store/index.ts'

export interface DeliveryKeepingDeps {
  store: Pick<Store, 'forgetSettled'>
  /** Of the deliveries of a sandbox that are over, so many are kept, the newest; a whole number from 1. */
  keep: number
  onFault(error: unknown, sandbox: SandboxId): void
}

export interface DeliveryKeeping {
  /** A delivery of the sandbox is over. What is too much is dropped from time to time: a twentieth more may be there. */
  settled(sandbox: SandboxId): void
  /** The sandbox is no more. */
  forget(sandbox: SandboxId): void
}

export function createDeliveryKeeping({ store, keep, onFault }: DeliveryKeepingDeps): DeliveryKeeping {
  const sinceDropped = new Map<SandboxId, number>()
  const most = Math.max(1, Math.floor(keep / 20))
  return {
    settled(sandbox) {
      const count = (sinceDropped.get(sandbox) ?? 0) + 1
      sinceDropped.set(sandbox, count % most)
      if (count === most) store.forgetSettled(sandbox, keep).catch((error: unknown) => onFault(error, sandbox))
    },
    forget: (sandbox) => void sinceDropped.delete(sandbox),
  }
}
