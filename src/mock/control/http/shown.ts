/** What the control API tells, as it is written: instants in ISO 8601, secrets left out. */
import { isJsonObject } from '../../../core/index.ts'
import type { ClockState } from '../../../core/index.ts'
import type { ClockReading, FixtureFiles, IssuedKey, ListedKey } from '../../../service/index.ts'
import type { StoredRecord, StoredSandbox } from '../../../store/index.ts'
import type { Happened, Summary } from '../../../webhooks/index.ts'

export function iso(instant: number): string {
  return new Date(instant).toISOString()
}

export function shownSandbox({ createdAt, expiresAt, settings, ...rest }: StoredSandbox) {
  return {
    ...rest,
    settings: { ...settings, clock: shownState(settings.clock) },
    createdAt: iso(createdAt),
    ...(expiresAt === undefined ? {} : { expiresAt: iso(expiresAt) }),
  }
}

export function shownClock({ now, runs, state }: ClockReading) {
  return { now: iso(now), runs, state: shownState(state) }
}

export function shownState(state: ClockState) {
  return state.kind === 'frozen' ? { ...state, at: iso(state.at) } : state
}

export function shownSummary({ happened, dropped, nextDueAt }: Summary) {
  const shownOnes = happened.map(shownHappened)
  return { happened: shownOnes, dropped, ...(nextDueAt === undefined ? {} : { nextDueAt: iso(nextDueAt) }) }
}

function shownHappened({ sandbox: _, attempt, dueAt, ...rest }: Happened) {
  return {
    ...rest,
    ...(attempt === undefined ? {} : { attempt: { ...attempt, at: iso(attempt.at), endedAt: iso(attempt.endedAt) } }),
    ...(dueAt === undefined ? {} : { dueAt: iso(dueAt) }),
  }
}

export function shownRecord({ createdAt, updatedAt, ...record }: StoredRecord) {
  return { ...record, createdAt: iso(createdAt), updatedAt: iso(updatedAt) }
}

export function shownKey({ createdAt, expiresAt, ...key }: ListedKey) {
  return { ...key, createdAt: iso(createdAt), ...(expiresAt === undefined ? {} : { expiresAt: iso(expiresAt) }) }
}

export function shownIssue({ expiresAt, ...key }: IssuedKey) {
  return { ...key, ...(expiresAt === undefined ? {} : { expiresAt: iso(expiresAt) }) }
}

/** Text as it is, JSON as JSON, bytes in base64; webhooks without what they have as secrets. */
export function shownFiles(files: FixtureFiles): Record<string, unknown> {
  const shownOnes = [...files].map(([path, content]): [string, unknown] => {
    if (typeof content !== 'string') return [path, { base64: Buffer.from(content).toString('base64') }]
    if (!path.endsWith('.json')) return [path, content]
    const value: unknown = JSON.parse(content)
    return [path, path === 'webhooks.json' && Array.isArray(value) ? value.map(withoutSecrets) : value]
  })
  return Object.fromEntries(shownOnes)
}

function withoutSecrets(webhook: unknown): unknown {
  if (!isJsonObject(webhook)) return webhook
  const { token: _, standardWebhooks: __, ...rest } = webhook
  return rest
}
