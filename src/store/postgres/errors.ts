/** What PostgreSQL's errors mean for whoever asked. Codes are those of its manual, appendix A. */
import { QueryRefused, StoreUnavailable } from '../port.ts'

/** SQLSTATE, or what the system calls a failure of a connection. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Two transactions were in each other's way; one of them is to be done again. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error))
}

const connectionCodes = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND',
  'EAI_AGAIN', 'ENOENT',
  // The server ends, starts, or has been told to end the connection; it has too many of them.
  '57P01', '57P02', '57P03', '57P05', '25P03', '53300',
])

/** Said by the driver, without a code. */
const connectionTexts = /^(Connection terminated|Client has encountered a connection error|timeout e|Query read timeout|Client was closed|Cannot use a pool|This socket has been ended)/

/** The connection is of no more use. */
export function isDisconnection(error: unknown): error is Error {
  const code = codeOf(error)
  return connectionCodes.has(code) || code.startsWith('08')
    || (error instanceof Error && connectionTexts.test(error.message))
}

/** The disk or the memory is full, or the server is one that only reads. */
const exhausted = new Set(['53000', '53100', '53200', '25006', '58030'])

/** As a store tells it. The driver's messages name the server, but neither user nor password. */
export function explained(error: unknown): unknown {
  if (error instanceof QueryRefused || error instanceof StoreUnavailable) return error
  if (!(error instanceof Error)) return error
  const isAway = isDisconnection(error) || exhausted.has(codeOf(error)) || isConflict(error)
  if (!isAway) return error
  return new StoreUnavailable(`The database cannot be used now: ${codeOf(error) || error.message}.`, { cause: error })
}

/** Classes of errors that are the SQL's own fault: data, syntax, rights, limits, a feature, and writing where one only reads. */
const faultsOfSql = /^(21|22|23|25006|0A|42|54|2F|38)/

/** `QueryRefused` for what a definition's SQL has brought about, in one sentence. */
export function refusedQuery(error: unknown, { timeLimit, readable }: { timeLimit: number; readable: string }): unknown {
  if (!(error instanceof Error)) return error
  const code = codeOf(error)
  if (code === '57014') {
    return new QueryRefused(`The query took longer than ${timeLimit} ms: join on ids, or ask for less.`)
  }
  if (code === '42P01' || code === '42501') {
    return new QueryRefused(`A definition is a single SELECT over ${readable}: ${error.message}.`)
  }
  if (code === '25006') {
    return new QueryRefused(`The SQL does more than read; a definition is a single SELECT over ${readable}.`)
  }
  if (code.startsWith('42')) return new QueryRefused(`The SQL is not understood: ${error.message}.`)
  return faultsOfSql.test(code) ? new QueryRefused(`The query failed: ${error.message}.`) : error
}
