/** A running mock as a target: each case gets a sandbox of its own, made and steered through the control API. */
import type { Contract } from '../../contract/index.ts'
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { keyNames } from '../target.ts'
import type { KeyName, Keys, Place, Samples, Target, WebhookWish } from '../target.ts'
import { createMockControl, readSandbox } from './mock-control.ts'

export interface MockTargetOptions {
  /** Without a trailing slash. */
  baseUrl: string
  contract: Contract
  samples: Samples
  /** The logins of the users whose keys are the full, the limited and the second one. */
  users: { readonly [Name in KeyName]?: string }
  /** Those that its fixtures have labels for; the bundled ones' unless given. */
  serviceVersions?: readonly string[]
  /** What the control API asks for beyond loopback. */
  controlToken?: string
  /** Of the sandboxes, so that people know where they are from. */
  name: string
}

/** Of the bundled fixtures. */
const bundledVersions = ['2024.2', '2026.1']

/** Whatever becomes of the run, its sandboxes end after so long. */
const expiresIn = '15m'

export function createMockTarget(options: MockTargetOptions): Target {
  const { baseUrl, contract, samples } = options
  const control = createMockControl(options)
  return {
    kind: 'mock',
    isolated: true,
    baseUrl,
    contract,
    samples,
    async open(): Promise<Place> {
      const made = await control('POST', '/sandboxes', { from: 'fixtures', name: options.name, expiresIn })
      const { sandbox, keys } = readSandbox(made)
      const path = `/sandboxes/${encodeURIComponent(sandbox)}`
      return {
        keys: namedKeys(keys, options.users),
        clock: {
          advance: async (milliseconds) => void (await control('POST', `${path}/clock/advance`, { by: `${milliseconds}ms` })),
        },
        versions: {
          known: options.serviceVersions ?? bundledVersions,
          change: async (serviceVersion) => void (await control('PATCH', path, { serviceVersion })),
        },
        console: {
          configure: async (wish) => void (await control('POST', `${path}/webhooks`, configurationOf(wish))),
          settle: async () => void (await control('POST', `${path}/settle`)),
          edit: async (section, recordId, fields) =>
            void (await control('POST', `${path}/records/${encodeURIComponent(section)}`, { id: recordId, fields })),
        },
        close: async () => void (await control('DELETE', path)),
      }
    },
  }
}

/** Whether there is a mock of ours at this address, which means that nobody's books are. */
export async function isMock(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/_ensayo/openapi.json`, { redirect: 'manual', signal: AbortSignal.timeout(5000) })
    const document: unknown = await response.json()
    if (!isJsonObject(document) || !isJsonObject(document['info'])) return false
    return document['info']['title'] === 'Steering the mock'
  } catch {
    return false
  }
}

function namedKeys(keys: readonly { key: string; login: string }[], users: MockTargetOptions['users']): Keys {
  return Object.fromEntries(
    keyNames.flatMap((name) => {
      const found = keys.find(({ login }) => login === users[name])
      return found === undefined ? [] : [[name, found.key]]
    }),
  )
}

function configurationOf({ section, on, url, token }: WebhookWish): JsonObject {
  const kinds: JsonObject = 'fields' in on
    ? { fields: [...on.fields] }
    : { creation: on.includes('created'), modification: on.includes('modified') }
  return { section, on: kinds, url, ...(token === undefined ? {} : { token }) }
}
