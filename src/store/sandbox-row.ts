import { jsonIn, numberIn, optionalIn, textIn } from './row.ts'
import type { OwnRow } from './row.ts'
import type { SandboxSettings, StoredSandbox } from './sandbox.ts'

/** The sandbox that a row of the sandboxes' table tells of. */
export function aboutOf(row: OwnRow): StoredSandbox {
  return Object.freeze({
    id: textIn(row, 'id'),
    ...optionalIn(row, 'name', 'name', textIn),
    createdAt: numberIn(row, 'created_at'),
    ...optionalIn(row, 'expires_at', 'expiresAt', numberIn),
    settings: settingsIn(row),
  })
}

/** The column `settings` of a row, laid over what is so unless said. */
export function settingsIn(row: OwnRow): SandboxSettings {
  const settings: SandboxSettings = { clock: { kind: 'real' }, matching: {}, ...jsonIn<object>(row, 'settings') }
  return Object.freeze(settings)
}
