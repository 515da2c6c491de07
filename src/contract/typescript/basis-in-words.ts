import { isJsonObject } from '../../core/index.ts'
import type { JsonValue } from '../../core/index.ts'

/** `Stated: REP-2, its name and place. The rest is assumed: GAP-PAGING.`; empty for what is no basis. */
export function basisInWords(basis: JsonValue | undefined): string {
  if (!isJsonObject(basis)) return ''
  const stated = Array.isArray(basis.stated) ? basis.stated.join(', ') : undefined
  const assumed = typeof basis.assumed === 'string' ? basis.assumed : undefined
  if (stated === undefined) return assumed === undefined ? '' : `Assumed: ${assumed}.`
  if (assumed === undefined) return `Stated: ${stated}.`
  if (!Array.isArray(basis.fixed)) return `Stated to exist: ${stated}. How it looks is assumed: ${assumed}.`
  // `mediaType` → `media type`
  const aspects = basis.fixed.map((aspect) => String(aspect).replace(/(?=[A-Z])/, ' ').toLowerCase())
  const fixed = new Intl.ListFormat('en-GB').format(aspects)
  return `Stated: ${stated}, its ${fixed}. The rest is assumed: ${assumed}.`
}
