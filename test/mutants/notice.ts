/** Altering notifications, in the names of the contract as it is without overlays. */
import { jsonOf } from './mutant.ts'
import type { Mutant, Notice, PlaceFaults, Relay } from './mutant.ts'
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject } from '../../src/core/index.ts'
import type { WebhookWish } from '../../src/conformance/index.ts'

export type Alteration = (notice: Notice, event: JsonObject) => Notice | 'dropped'

/** Each notification altered, or taken from the mock and dropped. `make` is called for each webhook. */
export function noticed(make: (wish: WebhookWish) => Alteration): Pick<Mutant, 'inPlace'> {
  return {
    inPlace: () => ({
      relay: (wish) => {
        const alter = make(wish)
        return async (notice, forward) => {
          const altered = alter(notice, jsonOf(notice) ?? {})
          return altered === 'dropped' ? 200 : forward(altered)
        }
      },
    }),
  }
}

/** A relay of its own for each webhook. */
export function relayed(make: () => Relay): Pick<Mutant, 'inPlace'> {
  return { inPlace: () => ({ relay: make }) }
}

export function placed(make: () => PlaceFaults): Pick<Mutant, 'inPlace'> {
  return { inPlace: make }
}

export function withHeaders(notice: Notice, headers: Record<string, string>): Notice {
  return { ...notice, headers: { ...notice.headers, ...headers } }
}

export function withoutHeader(notice: Notice, header: string): Notice {
  return { ...notice, headers: Object.fromEntries(Object.entries(notice.headers).filter(([name]) => name !== header)) }
}

export function withEvent(notice: Notice, event: JsonObject): Notice {
  return { ...notice, body: JSON.stringify(event) }
}

/** The records that a write names, and what becomes of them. */
export function operationsOf(body: { body?: string | Uint8Array }): JsonObject[] {
  const listed = jsonOf(body)?.['operations']
  return Array.isArray(listed) ? listed.filter(isJsonObject) : []
}

export function resultsOf(body: { body?: string | Uint8Array }): JsonObject[] {
  const listed = jsonOf(body)?.['results']
  return Array.isArray(listed) ? listed.filter(isJsonObject) : []
}
