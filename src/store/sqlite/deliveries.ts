import type { JsonValue } from '../../core/index.ts'
import type { DeliveryFilter, NewDelivery, StoredDelivery } from '../delivery.ts'
import type { Claims } from './claims.ts'
import type { Database, NamedValues, Statement } from './database.ts'
import { deliveryOf, numberOf } from '../delivery-row.ts'
import { jsonIn, numberIn, textIn } from '../row.ts'
import type { OwnRow } from '../row.ts'

/** Nothing here opens a transaction. */
export interface Deliveries<Attempt> {
  append(sandbox: number, deliveries: readonly NewDelivery[]): string[]
  /** The ids of those that start again. */
  redeliver(sandbox: number, filter: DeliveryFilter, dueAt: number): string[]
  /** Ends what is not over. Gives those that are claimed, whose claims are over once that is committed. */
  cancel(sandbox: number, webhook: string): number[]
  list(sandbox: number, filter: DeliveryFilter): StoredDelivery<Attempt>[]
  /** How many were dropped. */
  forgetSettled(sandbox: number, keep: number): number
}

export function createDeliveries<Attempt>({
  database,
  claims,
}: {
  database: Database
  claims: Claims
}): Deliveries<Attempt> {
  const highest = database.prepare(
    'select coalesce(max(number), 0) as number from ensayo_deliveries where sandbox = ?',
  )
  const insert = database.prepare(
    `insert into ensayo_deliveries(sandbox, number, webhook, record, created_at, due_at, open, state, lease_until,
       attempts, message_id, event, turn)
     values (?1, ?2, ?3, ?4, ?5, ?5, 1, 'waiting', 0, 0, ?6, ?7,
       (select ?4 from ensayo_webhooks where sandbox = ?1 and id = ?3 and in_order = 1))`,
  )
  const restart = database.prepare(
    `update ensayo_deliveries as d set state = 'waiting', open = 1, attempts = 0, due_at = ?, violations = null,
       turn = iif(w.in_order = 1, d.record, null)
     from ensayo_webhooks w where d.sandbox = ? and d.number = ? and w.sandbox = d.sandbox and w.id = d.webhook`,
  )
  const selectClaimed = database.prepare(
    `select number from ensayo_deliveries
     where sandbox = :sandbox and webhook = :webhook and open = 1 and number in (select value from json_each(:claimed))`,
  )
  // So that an attempt under way is known for one of its own when it comes.
  const noteLease = database.prepare(
    'update ensayo_deliveries set lease_until = max(lease_until, ?) where sandbox = ? and number = ?',
  )
  const cancelOpen = database.prepare(
    `update ensayo_deliveries set state = 'cancelled', open = 0 where sandbox = ? and webhook = ? and open = 1`,
  )
  const selectAttempts = database.prepare(
    `select delivery, attempt from ensayo_attempts
     where sandbox = ? and delivery in (select value from json_each(?)) order by delivery, rowid`,
  )
  // Both read an index alone. How many are over can be read from neither without looking at each of them.
  const countAfter = database.prepare(
    `select (select count(*) from ensayo_deliveries where sandbox = :sandbox and number > :number)
       - (select count(*) from ensayo_deliveries indexed by ensayo_open_deliveries
          where sandbox = :sandbox and open = 1 and number > :number) as n`,
  )
  const selectOldest = database.prepare(
    `select number from ensayo_deliveries where sandbox = ? and open = 0 and number <= ? order by number desc limit 1 offset ?`,
  )
  const dropAttempts = database.prepare(
    `delete from ensayo_attempts where sandbox = :sandbox and delivery in (
       select number from ensayo_deliveries where sandbox = :sandbox and open = 0 and number <= :number)`,
  )
  const dropDeliveries = database.prepare(
    'delete from ensayo_deliveries where sandbox = :sandbox and open = 0 and number <= :number',
  )
  const selects = new Map<string, Statement>()

  function prepared(sql: string): Statement {
    const before = selects.get(sql)
    if (before !== undefined) return before
    const statement = database.prepare(sql)
    selects.set(sql, statement)
    return statement
  }

  /** 0 when there is none. */
  function highestOf(sandbox: number): number {
    const row = highest.get(sandbox)
    return row === undefined ? 0 : numberIn(row, 'number')
  }

  function find(sandbox: number, filter: DeliveryFilter, columns: readonly string[]): OwnRow[] {
    const { conditions, values } = conditionsOf(filter)
    const sql = `select ${columns.join(', ')}, ${shownState} as state from ensayo_deliveries
      where ${['sandbox = :sandbox', ...conditions].join(' and ')}
      order by number ${filter.newestFirst === true ? 'desc' : 'asc'} limit :limit + 0`
    return prepared(sql).all({ sandbox, claimed: claims.list(sandbox), limit: filter.limit, ...values })
  }

  return {
    append(sandbox, deliveries) {
      const last = highestOf(sandbox)
      return deliveries.map(({ webhook, messageId, event, dueAt }, index) => {
        const number = last + 1 + index
        const record = `${event.section}/${event.recordId}`
        insert.run(sandbox, number, webhook, record, dueAt, messageId, JSON.stringify(event))
        return String(number)
      })
    },

    redeliver(sandbox, filter, dueAt) {
      return find(sandbox, filter, ['number'])
        .filter(row => textIn(row, 'state') !== 'claimed')
        .map(row => numberIn(row, 'number'))
        .filter(number => restart.run(dueAt, sandbox, number).changes === 1)
        .map(String)
    },

    cancel(sandbox, webhook) {
      const claimed = selectClaimed.all({ sandbox, webhook, claimed: claims.list(sandbox) })
        .map(row => numberIn(row, 'number'))
      for (const number of claimed) noteLease.run(claims.leaseOf(sandbox, number), sandbox, number)
      cancelOpen.run(sandbox, webhook)
      return claimed
    },

    list(sandbox, filter) {
      const rows = find(sandbox, filter, shownColumns)
      const numbers = JSON.stringify(rows.map(row => numberIn(row, 'number')))
      const attempts = Map.groupBy(selectAttempts.all(sandbox, numbers), row => numberIn(row, 'delivery'))
      return rows.map(row => {
        const made = attempts.get(numberIn(row, 'number')) ?? []
        return deliveryOf(row, made.map(attempt => jsonIn<Attempt>(attempt, 'attempt')))
      })
    },

    forgetSettled(sandbox, keep) {
      // At least one is kept, so that the number of a delivery is never given to another.
      const kept = Math.max(1, keep)
      const before = highestOf(sandbox) - kept
      const counted = before < 1 ? undefined : countAfter.get({ sandbox, number: before })
      if (counted === undefined) return 0
      const row = selectOldest.get(sandbox, before, kept - numberIn(counted, 'n'))
      if (row === undefined) return 0
      const dropped = { sandbox, number: numberIn(row, 'number') }
      dropAttempts.run(dropped)
      return Number(dropDeliveries.run(dropped).changes)
    },
  }
}

const shownColumns = ['number', 'webhook', 'message_id', 'event', 'created_at', 'due_at', 'violations']

const shownState = `iif(open = 1 and number in (select value from json_each(:claimed)), 'claimed', state)`

/** Only the conditions that are asked for stand in the SQL, so that the one delivery of an id is found at once. */
function conditionsOf(filter: DeliveryFilter): { conditions: string[]; values: NamedValues } {
  const { ids, webhook, states, section, recordId, since, until, newestFirst = false, after } = filter
  const values: NamedValues = {}
  const conditions: string[] = []
  function add(name: string, value: JsonValue | undefined, condition: string): void {
    if (value === undefined || value === null) return
    values[name] = typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
    conditions.push(condition)
  }
  add('ids', ids?.map(id => numberOf(id) ?? 0), 'number in (select value from json_each(:ids))')
  add('webhook', webhook, 'webhook = :webhook')
  add('states', states?.map(String), `${shownState} in (select value from json_each(:states))`)
  add('section', section, `substr(record, 1, length(:section) + 1) = :section || '/'`)
  // The id may be a number, but not the text that it is compared with.
  add('recordId', recordId?.toString(), `substr(record, instr(record, '/') + 1) = :recordId`)
  add('since', since, 'created_at >= :since')
  add('until', until, 'created_at < :until')
  if (after !== undefined) add('after', numberOf(after) ?? 0, `number ${newestFirst ? '<' : '>'} :after`)
  return { conditions, values }
}
