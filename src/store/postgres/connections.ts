/** Connections to one PostgreSQL: one pool for what reads, another for transactions, which may wait for each other. */
import pg from 'pg'
import type { ClientConfig, Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { explained, isConflict, isDisconnection } from './errors.ts'
import type { OwnRow } from '../row.ts'

export type Client = PoolClient

export interface Connections {
  /** One statement that only reads; tried again when its connection turns out to be a dead one. */
  read(query: QueryConfig): Promise<OwnRow[]>
  /** Work that only reads, on one connection. As `read`, it may be done twice. */
  reading<T>(work: (client: Client) => Promise<T>): Promise<T>
  /**
   * Work in a transaction, which `begin` begins. It commits with what `work` gives as the last statements, and is done
   * again from its beginning when the database could not bring it in line with another, or the connection was lost
   * before it was to be committed.
   */
  transaction<T>(begin: string, work: (client: Client, begun: OwnRow[]) => Promise<Done<T>>): Promise<T>
  /** One statement that writes, as a transaction by itself. */
  alone<T>(work: (client: Client) => Promise<T>): Promise<T>
  /** A connection of one's own, not from a pool. */
  connect(): Promise<pg.Client>
  /** Resolves when every connection is over, also one that `connect` gave. */
  close(): Promise<void>
  /** Ends every connection at once, whatever is under way on it; the pools give nobody another. */
  cut(): void
}

export interface Done<T> {
  result: T
  /** Statements to be sent in one piece with the commit. */
  last?: string
}

/** Real time. */
const patience = { connectMs: 3000, answerMs: 20_000, idleMs: 30_000 }
const mostTries = 6

export function createConnections({
  url,
  schema,
  size,
  onFault,
}: {
  url: string
  schema: string
  /** Connections of each pool at most. */
  size: number
  onFault: (error: unknown) => void
}): Connections {
  const sockets = new Set<Socket>()
  const config: ClientConfig = {
    stream: openSocket,
    connectionString: url,
    application_name: 'ensayo',
    connectionTimeoutMillis: patience.connectMs,
    query_timeout: patience.answerMs,
    keepAlive: true,
    options: `-c search_path=${schema} -c standard_conforming_strings=on -c idle_in_transaction_session_timeout=60000`,
    types: { getTypeParser: parserOf },
  }
  const readers = poolOf()
  const writers = poolOf()
  let ending: Promise<unknown> | undefined

  /** As the driver would. The sockets are known here since the driver waits for the goodbye of a database that hangs. */
  function openSocket(): Socket {
    const socket = new Socket()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }

  function end(): Promise<unknown> {
    return (ending ??= Promise.all([readers.end(), writers.end()]))
  }

  function poolOf(): Pool {
    const pool = new pg.Pool({ ...config, max: size, idleTimeoutMillis: patience.idleMs })
    // A connection that dies while nobody uses it is replaced when it is needed.
    pool.on('error', onFault)
    // Told by whatever is asked of it; one that dies in use would end the process otherwise.
    pool.on('connect', client => void client.on('error', () => undefined))
    return pool
  }

  async function on<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let failure: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      if (isDisconnection(error)) failure = error
      throw error
    } finally {
      client.release(failure)
    }
  }

  async function twice<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!isDisconnection(error)) throw error
    }
    try {
      return await work()
    } catch (error) {
      throw explained(error)
    }
  }

  async function inOneTry<T>(
    begin: string,
    work: (client: Client, begun: OwnRow[]) => Promise<Done<T>>,
    state: { committing: boolean },
  ): Promise<T> {
    return on(writers, async client => {
      try {
        const begun = resultsOf(await client.query(begin)).at(-1)
        const { result, last = '' } = await work(client, begun?.rows ?? [])
        state.committing = true
        await client.query(`${last}${last === '' ? '' : ';'} commit`)
        return result
      } catch (error) {
        if (!isDisconnection(error)) await client.query('rollback')
        throw error
      }
    })
  }

  return {
    read: query => twice(async () => (await readers.query<OwnRow>(query)).rows),
    reading: work => twice(() => on(readers, work)),

    async transaction(begin, work) {
      for (let tried = 1; ; tried += 1) {
        const state = { committing: false }
        try {
          return await inOneTry(begin, work, state)
        } catch (error) {
          const isSafe = isConflict(error) || (isDisconnection(error) && !state.committing)
          const most = isConflict(error) ? mostTries : 2
          if (!isSafe || tried >= most) throw explained(error)
          if (isConflict(error)) await delay(Math.random() * 10 * 2 ** tried)
        }
      }
    },

    async alone(work) {
      try {
        return await on(writers, work)
      } catch (error) {
        throw explained(error)
      }
    },

    async connect() {
      const client = new pg.Client({ ...config, query_timeout: 0 })
      await client.connect()
      return client
    },

    async close() {
      await end()
      await Promise.all([...sockets].map(socket => new Promise<void>(resolve => socket.once('close', () => resolve()))))
    },

    cut() {
      void end()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Several statements in one piece have several results, one has one. */
export function resultsOf(found: QueryResult<OwnRow> | QueryResult<OwnRow>[]): QueryResult<OwnRow>[] {
  return Array.isArray(found) ? found : [found]
}

/** int8, int2, int4, oid, float4, float8, numeric: a JSON number each, as everything that is answered. */
const numbers = new Set([20, 21, 23, 26, 700, 701, 1700])
const boolean = 16
const bytes = 17

function parserOf(type: number): (text: string) => number | string | Uint8Array {
  if (numbers.has(type)) return Number
  // Written as \\x and two digits for each.
  if (type === bytes) return text => new Uint8Array(Buffer.from(text.slice(2), 'hex'))
  // As SQLite has it: reports are to answer alike.
  return type === boolean ? text => Number(text === 't') : asText
}

function asText(text: string): string {
  return text
}
