/** All checks of a receiver with all the evidence there can be: an API of its own, its state, faults and restarts. */
import type { Contract } from '../../src/contract/index.ts'
import { openMockApi, runChecks } from '../../src/conformance/receiver-check/index.ts'
import type { CheckArea } from '../../src/conformance/receiver-check/index.ts'
import type { CaseReport } from '../../src/conformance/index.ts'
import { receiverAreas } from '../../suites/receiver/index.ts'
import type { ReceiverSettings, ReceiverUnderTest } from './recipe.ts'

export interface JudgeOptions {
  contract: Contract
  /** The mock's. */
  apiUrl: string
  name: string
  start: (settings: ReceiverSettings) => Promise<ReceiverUnderTest>
  areas?: readonly CheckArea[]
  /** None when false. */
  token?: boolean
  only?: readonly string[]
  /** For one answer; 10 s unless given. */
  timeoutMs?: number
}

const token = 'Zk3vR8-test-token-Qm41xW'
const nextToken = 'Hn7yT2-next-token-Lb95cE'

export async function judgeReceiver({ contract, apiUrl, name, start, ...options }: JudgeOptions): Promise<readonly CaseReport[]> {
  const section = 'entities'
  const api = await openMockApi({ baseUrl: apiUrl, section, fields: { name: 'Ensayo, S.L.' }, name })
  const tokens = options.token === false ? {} : { token, nextToken }
  const receiver = await start({ apiUrl: api.url, apiKey: api.key, ...tokens })
  try {
    const { cases } = await runChecks({
      contract,
      sender: { url: new URL(receiver.url) },
      ...tokens,
      section,
      recordId: 1,
      areas: options.areas ?? receiverAreas,
      ...(options.only === undefined ? {} : { only: options.only }),
      api,
      probe: async () => (await fetch(receiver.stateUrl)).text(),
      fault: { begin: receiver.fail, end: receiver.recover, restart: receiver.restart },
      seed: 1,
      timeoutMs: options.timeoutMs ?? 10_000,
      patienceMs: 2000,
      repeat: (id) => `ensayo webhook check --only ${id}`,
    })
    return cases
  } finally {
    await receiver.close()
    await api.close()
  }
}
