/** Which exchanges somebody asks for. */
import type { OperationId } from '../../core/index.ts'
import type { JournalEntry } from './entry.ts'

export interface JournalFilter {
  operation?: OperationId
  method?: string
  /** A path in any letter case (PATH-1), without its query. */
  path?: string
  status?: number
  /** The login of the key's owner. */
  user?: string
  /** Only those that were refused, or only those that were not. */
  refused?: boolean
  /** Only those that a fault was applied to, or only the others. */
  faulty?: boolean
  /** Only those with a higher number. */
  after?: number
}

export function matchesFilter(entry: JournalEntry, filter: JournalFilter): boolean {
  const { operation, method, path, status, user, refused, faulty, after } = filter
  return (
    (operation === undefined || entry.operation === operation) &&
    (method === undefined || entry.method === method.toUpperCase()) &&
    (path === undefined || entry.url.split('?', 1)[0]?.toLowerCase() === path.toLowerCase()) &&
    (status === undefined || entry.packet.status === status) &&
    (user === undefined || entry.caller?.user.login === user) &&
    (refused === undefined || (entry.packet.refusal !== undefined) === refused) &&
    (faulty === undefined || entry.faults.length > 0 === faulty) &&
    (after === undefined || entry.number > after)
  )
}
