/** Which webhooks a change of a record fires, and with what (HOOK-1, HOOK-2). Pure. */
import type { Fields, Instant, RecordChanged, RecordId } from '../core/index.ts'
import { sameJson } from './json-equality.ts'
import type { Webhook } from './webhook.ts'

export interface RecordState {
  fields: Fields
  /** WRI-2: 1 once deleted. */
  eliminado: 0 | 1
}

/** One write of one record. */
export interface Change {
  section: string
  id: RecordId
  /** Absent when the record was created. */
  before?: RecordState
  after: RecordState
  at: Instant
  /** Through the inbound interface (WRI-1), or by a person in the service's console. */
  by: 'api' | 'console'
}

export interface MatchingRules {
  /** Whether writes through the inbound interface notify at all (GAP-HOOK-WRITES). */
  apiWritesNotify: boolean
  /** Whether an edit that leaves every value as it was is a modification (GAP-HOOK-EVENTS). */
  unchangedEditsNotify: boolean
}

/** What this project assumes where the documentation is silent. */
export const assumedRules: Readonly<MatchingRules> = { apiWritesNotify: true, unchangedEditsNotify: false }

export interface MatchedNotification {
  webhook: Webhook
  event: RecordChanged
}

/**
 * At most one notification for each webhook that is on, in the order given. A creation fires those on
 * creation; any other change those on modification, and those on one of the fields whose value changed.
 * Deleting a record is a modification of `eliminado`, and so is restoring it. That a creation does not fire a
 * webhook on fields, and that null is the same as no value, is assumed (GAP-HOOK-EVENTS).
 */
export function notificationsFor(
  change: Change,
  webhooks: readonly Webhook[],
  rules: Readonly<MatchingRules> = assumedRules,
): MatchedNotification[] {
  if (change.by === 'api' && !rules.apiWritesNotify) return []
  const { section, id, before, after } = change
  const candidates = webhooks.filter(webhook => webhook.enabled && webhook.section === section)
  if (candidates.length === 0) return []
  const changedFields = changedFieldsOf(before, after)
  const modified = before !== undefined && (changedFields.length > 0 || rules.unchangedEditsNotify)
  const thin: RecordChanged = {
    kind: before === undefined ? 'created' : 'modified',
    section,
    recordId: id,
    changedFields,
    occurredAt: new Date(change.at).toISOString(),
  }
  const full: RecordChanged = { ...thin, record: { ...after.fields, eliminado: after.eliminado } }
  return candidates
    .filter(({ on }) => fires(on, before === undefined, modified, changedFields))
    .map(webhook => ({ webhook, event: webhook.payload === 'full' ? full : thin }))
}

function fires(on: Webhook['on'], created: boolean, modified: boolean, changedFields: readonly string[]): boolean {
  if (created) return on.creation
  return (on.modification && modified) || on.fields.some(field => changedFields.includes(field))
}

/** The names of the fields whose value differs, in the record's order, `eliminado` last. */
function changedFieldsOf(before: RecordState | undefined, after: RecordState): string[] {
  const old = before?.fields ?? {}
  const names = new Set([...Object.keys(after.fields), ...Object.keys(old)])
  const changed = [...names].filter(name => !sameJson(valueOf(old, name), valueOf(after.fields, name)))
  return (before?.eliminado ?? 0) === after.eliminado ? changed : [...changed, 'eliminado']
}

function valueOf(fields: Fields, name: string): Fields[string] {
  return Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined
}
