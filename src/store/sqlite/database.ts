import { DatabaseSync, constants } from 'node:sqlite'
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { reservedPrefix } from '../query-text.ts'
import { instructionOf, unwatchedDepth } from './loops.ts'
import { QueryRefused, StoreRefused, StoreUnavailable } from '../port.ts'

export type Statement = StatementSync
export type BindValue = SQLInputValue
export type ColumnValue = SQLOutputValue
/** By name with its colon. */
export type NamedValues = Record<string, BindValue>

/** What SQL in preparation wants to do; `inside` is the view, or another part of a FROM, that it is done for. */
export type Access =
  | { kind: 'select' }
  | { kind: 'read'; table: string; inside: string | undefined }
  | { kind: 'call'; name: string; inside: string | undefined }
  | { kind: 'recursion' }
  | { kind: 'other' }

/** Why an access is refused, in one sentence; undefined when it is allowed. */
export type Guard = (access: Access) => string | undefined

export interface Database {
  exec(sql: string): void
  prepare(sql: string): Statement
  /** Gives all rows as arrays. */
  prepareTuples(sql: string): (named: NamedValues) => ColumnValue[][]
  /** Undoes the open transaction, if SQLite has not done so already, as it does when the disk is full. */
  rollback(): void
  /** Prepares SQL that others wrote. Throws `QueryRefused` with the guard's reason, or with SQLite's. */
  prepareGuarded(sql: string, guard: Guard): Statement
  /**
   * All rows of a guarded statement, as arrays, seen from one sandbox. Throws `QueryRefused` when the
   * statement fails or runs into the time limit.
   */
  query(statement: Statement, sandbox: number, named: NamedValues, unnamed: number[]): ColumnValue[][]
  /** As `query`, but stops after `limit` rows. */
  queryFirst(statement: Statement, sandbox: number, named: NamedValues, limit: number): ColumnValue[][]
  /** The error as whoever asked is to see it: `StoreUnavailable` for one of the disk's. */
  explained(error: unknown): unknown
  close(): void
}

/** SQL functions that the views call; see `section-table.ts`. */
export const currentSandbox = `${reservedPrefix}current_sandbox`
export const checkTime = `${reservedPrefix}check_time`

/**
 * Opens a database in memory (`:memory:`) or in a file, which nobody else may use meanwhile: what is cached
 * here would otherwise go stale unseen. `queryTimeLimit` is in milliseconds.
 */
export function openDatabase({
  location,
  queryTimeLimit,
}: {
  location: string
  queryTimeLimit: number
}): Database {
  const connection = connect(location)
  let sandboxInView = 0
  let deadline = Number.POSITIVE_INFINITY
  let guard: Guard | undefined
  let refusedBecause: string | undefined

  // Deterministic, so that SQLite asks once per use of a view and can look the value up in an index.
  connection.function(currentSandbox, { deterministic: true }, () => BigInt(sandboxInView))
  // node:sqlite can neither interrupt a statement nor watch its progress, but a function can throw.
  connection.function(checkTime, () => {
    if (performance.now() > deadline) {
      throw new QueryRefused(`The query took longer than ${queryTimeLimit} ms: join on ids, or ask for less.`)
    }
    return 1n
  })
  connection.setAuthorizer((action, first, second, _database, inside) => {
    if (guard === undefined) return constants.SQLITE_OK
    const reason = guard(accessOf(action, first, second, inside ?? undefined))
    if (reason === undefined) return constants.SQLITE_OK
    refusedBecause ??= reason
    return constants.SQLITE_DENY
  })

  try {
    // The lock is the operating system's: it ends with the process, however that ends.
    if (location !== ':memory:') connection.exec('pragma locking_mode = exclusive; pragma journal_mode = wal')
    // A commit is on the disk before it is told: neither a crash of the process nor one of the machine undoes it.
    connection.exec('pragma synchronous = full; pragma temp_store = memory; pragma case_sensitive_like = on')
    connection.exec('begin immediate; commit')
  } catch (error) {
    connection.close()
    throw refusedOpening(location, error)
  }

  function prepareTuples(sql: string): (named: NamedValues) => ColumnValue[][] {
    const statement = connection.prepare(sql)
    statement.setReturnArrays(true)
    return named => statement.all(named).map(asArray)
  }

  /** Called while the guard stands. */
  function refuseEndless(sql: string): void {
    const program = prepareTuples(`explain ${sql}`)({}).map(instructionOf)
    if (unwatchedDepth(program, checkTime) < 2) return
    throw new QueryRefused(
      'Two intermediate results are joined row by row, which may take hours: join them by equal ids, or join section views.',
    )
  }

  function look<T>(sandbox: number, work: () => T): T {
    sandboxInView = sandbox
    deadline = performance.now() + queryTimeLimit
    connection.limits.length = longestOfQuery
    try {
      return work()
    } catch (error) {
      throw isSqlError(error) ? new QueryRefused(`The query failed: ${error.message}`) : error
    } finally {
      connection.limits.length = longest
    }
  }

  return {
    exec: sql => connection.exec(sql),
    prepare: sql => connection.prepare(sql),
    prepareTuples,
    rollback() {
      if (connection.isTransaction) connection.exec('rollback')
    },

    prepareGuarded(sql, guarding) {
      guard = guarding
      refusedBecause = undefined
      try {
        const statement = connection.prepare(sql)
        statement.setReturnArrays(true)
        refuseEndless(sql)
        return statement
      } catch (error) {
        if (!isSqlError(error)) throw error
        throw new QueryRefused(refusedBecause ?? `The SQL is not understood: ${error.message}`)
      } finally {
        guard = undefined
      }
    },

    query: (statement, sandbox, named, unnamed) =>
      look(sandbox, () => exact(statement, () => statement.all(named, ...unnamed).map(asArray))),

    queryFirst: (statement, sandbox, named, limit) =>
      look(sandbox, () =>
        exact(statement, () => {
          const rows: ColumnValue[][] = []
          if (limit < 1) return rows
          for (const row of statement.iterate(named)) {
            rows.push(asArray(row))
            if (rows.length === limit) break
          }
          return rows
        }),
      ),

    explained: error => (isFaultOfDisk(error)
      ? new StoreUnavailable(`The database cannot be used now: ${error.message}.`, { cause: error })
      : error),

    close: () => connection.close(),
  }
}

/** Bytes of a text or a row. */
const longest = 200_000_000
/** And of those that a definition makes: a few `replace` in one another make any length, before anything looks at the clock. */
const longestOfQuery = 10_000_000

function connect(location: string): DatabaseSync {
  try {
    return new DatabaseSync(location, { limits: { attach: 0, length: longest, likePatternLength: 1000 } })
  } catch (error) {
    throw refusedOpening(location, error)
  }
}

function refusedOpening(location: string, error: unknown): StoreRefused {
  const reason = errorCodeOf(error) === 5
    ? 'another process uses it; end that one first, or take another place'
    : messageOf(error)
  return new StoreRefused(`The database ${location} cannot be opened: ${reason}`, { cause: error })
}

function accessOf(
  action: number,
  first: string | null,
  second: string | null,
  inside: string | undefined,
): Access {
  switch (action) {
    case constants.SQLITE_SELECT:
      return { kind: 'select' }
    case constants.SQLITE_READ:
      return { kind: 'read', table: first ?? '', inside }
    case constants.SQLITE_FUNCTION:
      return { kind: 'call', name: second ?? '', inside }
    case constants.SQLITE_RECURSIVE:
      return { kind: 'recursion' }
    default:
      return { kind: 'other' }
  }
}

/** An integer beyond 2^53 makes node:sqlite throw; here it loses digits, as it would as any JSON number. */
function exact(statement: Statement, read: () => ColumnValue[][]): ColumnValue[][] {
  try {
    return read()
  } catch (error) {
    if (!hasCode(error, 'ERR_OUT_OF_RANGE')) throw error
  }
  statement.setReadBigInts(true)
  try {
    return read().map(row => row.map(value => (typeof value === 'bigint' ? Number(value) : value)))
  } finally {
    statement.setReadBigInts(false)
  }
}

/** With `setReturnArrays` a row is an array; the declared type knows objects only. */
function asArray(row: unknown): ColumnValue[] {
  if (!Array.isArray(row)) throw new TypeError('A statement that returns arrays returned something else.')
  return row
}

/** SQLITE_ERROR, NOMEM, TOOBIG, MISMATCH, AUTH: the SQL's own fault, unlike a full disk. */
const faultsOfSql = new Set([1, 7, 18, 20, 23])

/** SQLITE_BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN: nobody's fault, and perhaps over in a moment. */
const faultsOfDisk = new Set([5, 6, 8, 10, 13, 14])

function isSqlError(error: unknown): error is Error {
  return faultsOfSql.has(errorCodeOf(error) ?? 0)
}

function isFaultOfDisk(error: unknown): error is Error {
  return faultsOfDisk.has(errorCodeOf(error) ?? 0)
}

/** SQLite's result code; the low byte of an extended one is the code. */
function errorCodeOf(error: unknown): number | undefined {
  if (!hasCode(error, 'ERR_SQLITE_ERROR') || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}

function hasCode(error: unknown, code: string): error is Error {
  return error instanceof Error && 'code' in error && error.code === code
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
