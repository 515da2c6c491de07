/** A deployment as its user wrote it down, paths resolved and shorthands unfolded. */
import type { KeyName, Samples } from '../../conformance/index.ts'

export interface Profile {
  /** Absolute. */
  file: string
  /** Without a trailing slash. */
  baseUrl?: string
  /** Absolute paths of files that exist, in the order in which they apply. */
  overlays: readonly string[]
  overrideStated: boolean
  /** Where keys come from; `readKey` gets them, late. */
  keys: { readonly [Name in KeyName]?: KeySource }
  samples: Samples
  conformance: ConformanceSettings
  mock: MockSettings
}

export interface KeySource {
  /** The environment variable that holds the key. */
  env: string
  /** `file:line:column` where it is named, for messages. */
  place: string
}

/** What cases may do beside reading. */
export const allowances = ['load', 'write', 'webhook'] as const
export type Allowance = (typeof allowances)[number]

export interface ConformanceSettings {
  allow: readonly Allowance[]
  /** Requests in a second, at most. */
  rate?: number
  /** Requests in a run, at most. */
  budget?: number
  /** Without a trailing slash. */
  receiverUrl?: string
  /** How long to wait for a notification, in milliseconds of real time. */
  patienceMs?: number
  /** Absolute path of a file that exists. */
  baseline?: string
}

export interface MockSettings {
  port?: number
  host?: string
  /** Absolute path of a folder that exists. */
  fixtures?: string
  serviceVersion?: string
}
