/** Everything that a mock consists of behind its edge, as those who steer it need it. */
import type { Contract } from '../../contract/index.ts'
import type { Catalogue, Clocks, Sandboxes, Service } from '../../service/index.ts'
import type { SandboxId, Store } from '../../store/index.ts'
import type { AttemptRecord, Dispatcher, Webhook } from '../../webhooks/index.ts'
import type { Faults } from '../faults/index.ts'
import type { Journal } from '../journal/index.ts'
import type { Deliveries } from './deliveries.ts'
import type { Webhooks } from './webhooks.ts'

export interface World {
  /** Without a trailing slash; known once the mock listens. */
  baseUrl(): string
  /** Where everything belongs that no known key brings. */
  defaultSandbox: SandboxId
  contract: Contract
  catalogue: Catalogue
  store: Store<Webhook, AttemptRecord>
  service: Service
  sandboxes: Sandboxes
  clocks: Clocks
  dispatcher: Dispatcher
  journal: Journal
  faults: Faults
  webhooks: Webhooks
  deliveries: Deliveries
  /** Calls the listener whenever a delivery may have become another. Gives the way to stop that. */
  watchDeliveries(listener: (sandbox: SandboxId) => void): () => void
}
