/** Which target a command line and a profile mean, and what may be done to it. */
import { createMockTarget, isMock } from '../../conformance/index.ts'
import type { Console, KeyName, Keys, Safety, Target } from '../../conformance/index.ts'
import type { Contract } from '../../contract/index.ts'
import { startMock, StartRefused } from '../../mock/index.ts'
import { ProfileError, readKey } from '../profile/index.ts'
import type { Profile } from '../profile/index.ts'
import { UsageError } from '../usage-error.ts'
import { readMockSamples } from './mock-samples.ts'

export interface JudgedTarget {
  target: Target
  allowed: ReadonlySet<Safety>
  close(): Promise<void>
}

export interface TargetWish {
  contract: Contract
  profile: Profile | undefined
  /** Undefined for a mock of its own. */
  url: string | undefined
  fixtures: string | undefined
  controlToken: string | undefined
  /** What the command line and the profile allow on a deployment. */
  allowed: ReadonlySet<Safety>
  /** The mark of the run. */
  run: string
  environment: Readonly<Record<string, string | undefined>>
  /** The console of a deployment, where somebody can be asked. */
  console?: Console
}

/** A mock holds nobody's books. */
export const everything: ReadonlySet<Safety> = new Set<Safety>(['read', 'load', 'write', 'webhook'])

/** @throws UsageError when there is no such target, or its keys are not to be had */
export async function judgedTarget(wish: TargetWish): Promise<JudgedTarget> {
  const { url, contract, controlToken } = wish
  if (url === undefined) return ownMock(wish)
  const baseUrl = baseOf(url)
  if (!(await isMock(baseUrl))) return { target: deploymentTarget(wish, baseUrl), allowed: wish.allowed, close: async () => {} }
  const { samples, users } = await readMockSamples(wish.fixtures)
  const token = controlToken === undefined ? {} : { controlToken }
  const target = createMockTarget({ baseUrl, contract, samples, users, name: wish.run, ...token })
  return { target, allowed: everything, close: async () => {} }
}

async function ownMock({ contract, fixtures, run }: TargetWish): Promise<JudgedTarget> {
  const { samples, users } = await readMockSamples(fixtures)
  try {
    const mock = await startMock({ contract, ...(fixtures === undefined ? {} : { fixtures }) })
    const target = createMockTarget({ baseUrl: mock.url, contract, samples, users, name: run })
    return { target, allowed: everything, close: () => mock.close(0) }
  } catch (error) {
    if (error instanceof StartRefused) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

/** @throws UsageError when a key that the profile names is not to be had */
export function deploymentTarget({ contract, profile, environment, console }: TargetWish, baseUrl: string): Target {
  const keys = keysOf(profile, environment)
  return {
    kind: 'deployment',
    isolated: false,
    baseUrl,
    contract,
    samples: profile?.samples ?? { taxIds: { valid: [], invalid: [] }, vatIds: { valid: [], invalid: [] } },
    open: async () => ({ keys, ...(console === undefined ? {} : { console }), close: async () => {} }),
  }
}

/** Where a key is looked for when no profile names another variable. */
const variables: Record<KeyName, string> = {
  full: 'ENSAYO_KEY',
  limited: 'ENSAYO_LIMITED_KEY',
  second: 'ENSAYO_SECOND_KEY',
}

function keysOf(profile: Profile | undefined, environment: TargetWish['environment']): Keys {
  const found = (name: KeyName): { [Name in KeyName]?: string } => {
    const key = profile?.keys[name] === undefined ? environment[variables[name]]?.trim() : readKey(profile, name, environment)
    return key === undefined || key === '' ? {} : { [name]: key }
  }
  try {
    return { ...found('full'), ...found('limited'), ...found('second') }
  } catch (error) {
    if (error instanceof ProfileError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

/** @throws UsageError for what is no plain base */
export function baseOf(url: string): string {
  const expected = 'an http or https URL without credentials, query or fragment, such as https://erp.example.com/integration'
  if (!URL.canParse(url)) throw new UsageError(`--target takes ${expected}`)
  const { protocol, username, password, search, hash, origin, pathname } = new URL(url)
  const isPlain = username === '' && password === '' && search === '' && hash === ''
  if (!/^https?:$/.test(protocol) || !isPlain) throw new UsageError(`--target takes ${expected}`)
  return origin + pathname.replace(/\/+$/, '')
}
