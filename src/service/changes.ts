/** What writes do to records, for those who are to hear of it. */
import type { Fields, Instant } from '../core/index.ts'
import type { SandboxId, StoredWebhook, Transaction } from '../store/index.ts'

export interface RecordState {
  fields: Fields
  /** WRI-2: 1 once deleted. */
  eliminado: 0 | 1
}

/** One write of one record. */
export interface RecordChange {
  section: string
  id: number
  /** Absent when the record was created. */
  before?: RecordState
  /** As `before` when the write left everything as it was. */
  after: RecordState
  /** On the sandbox's clock. */
  at: Instant
  /** Through the inbound interface (WRI-1), or by a person in the service's console. */
  by: 'api' | 'console'
}

/**
 * Called inside the transaction of a write, with all that it did in the order in which it did it, so that what is
 * appended there is stored with the write or not at all. To reject undoes the write.
 */
export type OnChanges<Webhook extends StoredWebhook = StoredWebhook> = (
  tx: Transaction<Webhook>,
  sandbox: SandboxId,
  changes: readonly RecordChange[],
) => Promise<void>
