import { describe } from 'vitest'
import { testBehaviourOfDeliveries } from './deliveries.ts'
import { testBehaviourOfDispatch } from './dispatch.ts'
import { testBehaviourOfQueries } from './queries.ts'
import { testBehaviourOfRecords } from './records.ts'
import { testRefusals } from './refusals.ts'
import type { OpenStore } from './sample.ts'
import { testBehaviourOfSandboxes } from './sandboxes.ts'
import { testBehaviourOfSettings } from './settings.ts'
import { testBehaviourOfTransactions } from './transactions.ts'
import { testBehaviourOfUsers } from './users.ts'
import { testBehaviourOfWorlds } from './worlds.ts'

export type { OpenStore, SampleStore, StoreOptions } from './sample.ts'

/** The tests that every adapter of the `Store` port must pass; `open` makes an empty store. */
export function describeStore(name: string, open: OpenStore): void {
  // oxlint-disable-next-line vitest/valid-title -- every adapter has its own
  describe(name, () => {
    testBehaviourOfSandboxes(open)
    testBehaviourOfRecords(open)
    testBehaviourOfTransactions(open)
    testBehaviourOfUsers(open)
    testBehaviourOfSettings(open)
    testBehaviourOfDeliveries(open)
    testBehaviourOfDispatch(open)
    testBehaviourOfWorlds(open)
    testBehaviourOfQueries(open)
    testRefusals(open)
  })
}
