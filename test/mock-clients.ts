/** A mock on a contract, with clients that read the same one. */
import { createClient } from '../src/client/index.ts'
import type { Client } from '../src/client/index.ts'
import type { Contract } from '../src/contract/index.ts'
import { startMock } from '../src/mock/index.ts'
import type { ScenarioClients } from './scenario.ts'

/** The same for all sessions, so that what they tell of today is the same too. */
const clock = { now: () => Date.UTC(2026, 10, 20, 9, 30) }

export interface MockAccess {
  url: string
  /** The key of a demonstration user; one that nobody has for any other name. */
  key(login: string): string
  client(login: string): Client
}

/** Starts the mock, and ends it when the work is done. */
export async function withMock<T>(contract: Contract, work: (mock: MockAccess) => Promise<T>): Promise<T> {
  const mock = await startMock({ contract, clock })
  const key = (login: string) => mock.keys.find((candidate) => candidate.login === login)?.key ?? 'no-such-key'
  try {
    return await work({ url: mock.url, key, client: (login) => createClient({ baseUrl: mock.url, key: key(login), contract }) })
  } finally {
    await mock.close()
  }
}

export function scenarioClients({ client }: Pick<MockAccess, 'client'>): ScenarioClients {
  return { admin: client('lucia.ferrer'), limited: client('panel.ventas'), stranger: client('nobody') }
}
