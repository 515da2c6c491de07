/** What a sandbox consists of, as it is stored. */
import type { ClockState, Fields, Instant, JsonObject } from '../core/index.ts'

export type SandboxId = string

export interface StoredRecord {
  section: string
  id: number
  fields: Fields
  /** WRI-2: 1 once deleted. */
  eliminado: 0 | 1
  createdAt: Instant
  updatedAt: Instant
}

export interface StoredFile {
  section: string
  recordId: number
  name: string
  mediaType: string
  content: Uint8Array
}

/** A user with the permissions that all of their keys share (AUTH-3). */
export interface StoredUser {
  id: number
  login: string
  name: string
  email: string
  disabled: boolean
  permissions: string[]
}

/** A key of a user; in clear it is nowhere. */
export interface StoredKey {
  hash: string
  userId: number
  createdAt: Instant
  /** On the sandbox's clock; never when absent. */
  expiresAt?: Instant
}

/** Whom a key belongs to. */
export interface Principal {
  sandbox: SandboxId
  user: StoredUser
  /** On the sandbox's clock; a store does not look at it. */
  keyExpiresAt?: Instant
}

/** As much of a webhook as a store reads. */
export interface StoredWebhook {
  id: string
  enabled: boolean
  retries: {
    /** No delivery of a record before the earlier ones of the same record are over. */
    inOrder: boolean
  }
}

/** A report, document or fault that was defined while the mock ran; to a store, somebody else's plain data. */
export interface StoredDefinition {
  kind: 'report' | 'document' | 'fault'
  id: string
  value: JsonObject
}

export interface SandboxSettings {
  clock: ClockState
  /** The simulated version of the service (REP-5); the default one when absent. */
  serviceVersion?: string
  /** What notifies otherwise than assumed (GAP-HOOK-WRITES, GAP-HOOK-EVENTS). */
  matching: { apiWritesNotify?: boolean; unchangedEditsNotify?: boolean }
}

/** A sandbox apart from what is in it. */
export interface StoredSandbox {
  id: SandboxId
  name?: string
  /** In the machine's time, as `expiresAt`: a sandbox whose clock stands still is to go as well. */
  createdAt: Instant
  expiresAt?: Instant
  settings: SandboxSettings
}

export interface StoredSnapshot {
  name: string
  /** In the machine's time. */
  takenAt: Instant
}

/** Everything a sandbox is born with. */
export interface Seed {
  users: { user: StoredUser; keyHashes: string[] }[]
  records: StoredRecord[]
  files: StoredFile[]
  /** Last number given out, by counter name. */
  counters: Record<string, number>
  webhooks?: readonly StoredWebhook[]
}
