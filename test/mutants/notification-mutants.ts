/** GAP-HOOK-BODY, GAP-HOOK-EVENTS: what a notification says. */
import type { JsonObject } from '../../src/core/index.ts'
import type { Mutant } from './mutant.ts'
import { noticed, placed, withEvent, withHeaders } from './notice.ts'

function saying(change: (event: JsonObject) => JsonObject): Pick<Mutant, 'inPlace'> {
  return noticed(() => (notice, event) => withEvent(notice, change(event)))
}

export const notificationMutants: readonly Mutant[] = [
  { name: 'hook-no-section', wrong: 'A notification does not name the section.', ...saying(({ section: _, ...event }) => event) },
  { name: 'hook-no-id', wrong: 'A notification does not name the record.', ...saying(({ id: _, ...event }) => event) },
  { name: 'hook-id-off', wrong: 'A notification names the next record.', ...saying((event) => ({ ...event, id: Number(event['id']) + 1 })) },
  { name: 'hook-section-off', wrong: 'A notification names another section.', ...saying((event) => ({ ...event, section: 'sales' })) },
  { name: 'hook-kind-constant', wrong: 'Every event is told as a creation.', ...saying((event) => ({ ...event, event: 'created' })) },
  {
    name: 'hook-fields-all',
    wrong: 'Fields that have not changed are named as changed.',
    ...saying((event) => ({ ...event, changedFields: ['name', 'trade_name', 'email', 'phone', 'city'] })),
  },
  { name: 'hook-fields-untold', wrong: 'The changed fields are not named.', ...saying(({ changedFields: _, ...event }) => event) },
  { name: 'hook-time-untold', wrong: 'The time of the event is not told.', ...saying(({ occurredAt: _, ...event }) => event) },
  {
    name: 'hook-backwards',
    wrong: 'Later events tell earlier times.',
    ...noticed(() => {
      const told = new Set<string>()
      return (notice, event) => {
        told.add(notice.body)
        const day = 28 - [...told].indexOf(notice.body)
        return withEvent(notice, { ...event, occurredAt: `2025-01-${day}T00:00:00.000Z` })
      }
    }),
  },
  {
    name: 'hook-key-told',
    wrong: 'A notification carries the key of the user who wrote.',
    ...placed(() => {
      let credentials = ''
      return {
        carrier: (forward) => (request, signal) => {
          credentials = request.headers['authorization'] ?? credentials
          return forward(request, signal)
        },
        relay: () => (notice, forward) => forward(withHeaders(notice, { 'x-caused-by': credentials })),
      }
    }),
  },
  { name: 'hook-cookie', wrong: 'A notification carries a cookie.', ...noticed(() => (notice) => withHeaders(notice, { cookie: 'session=1' })) },
]
