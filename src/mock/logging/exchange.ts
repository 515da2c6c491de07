/** The one line that the log has for each request. */
import type { OperationId, ProblemKind } from '../../core/index.ts'
import type { Principal } from '../../store/index.ts'
import type { Logger } from './logging.ts'

export interface Exchange {
  /** Absent when the request belongs to no operation. */
  operation: OperationId | undefined
  method: string
  /** As it arrived, query included; the log leaves the query out. */
  url: string
  status: number
  /** As `performance.now()` gave it when the request's head had arrived; 0 where nobody measured. */
  startedAt: number
  /** Absent while the key is not checked, or where none is needed. */
  caller: Principal | undefined
  refusal: ProblemKind | undefined
}

/** What one caller's answers of one operation mostly have in common, and a logger that has it written already. */
interface Common {
  method: string
  url: string
  status: number
  logger: Logger
}

const longestPath = 256

/**
 * Logs answered requests, one line each. Headers, query and bodies stay out, since keys and customers' data travel
 * there.
 */
export function createExchangeLog(logger: Logger): (exchange: Exchange) => void {
  const nobody = {}
  const known = new WeakMap<object, Map<OperationId, Common>>()

  const commonOf = (exchange: Exchange, operation: OperationId): Common => {
    const caller = exchange.caller ?? nobody
    let operations = known.get(caller)
    if (operations === undefined) known.set(caller, (operations = new Map()))
    let common = operations.get(operation)
    if (common === undefined) {
      const { method, url, status } = exchange
      common = { method, url, status, logger: logger.child(fieldsOf(exchange)) }
      operations.set(operation, common)
    }
    return common
  }

  return (exchange) => {
    if (!logger.isLevelEnabled('info')) return
    const { operation, startedAt } = exchange
    const ms = startedAt > 0 ? Math.round((performance.now() - startedAt) * 100) / 100 : undefined
    if (operation !== undefined && exchange.refusal === undefined) {
      const common = commonOf(exchange, operation)
      if (common.url === exchange.url && common.status === exchange.status && common.method === exchange.method) {
        common.logger.info({ ms })
        return
      }
    }
    logger.info({ ...fieldsOf(exchange), ms })
  }
}

function fieldsOf({ operation, method, url, status, caller, refusal }: Exchange) {
  return { operation, method, path: pathOf(url), status, user: caller?.user.login, sandbox: caller?.sandbox, refusal }
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  const end = query === -1 ? url.length : query
  return end > longestPath ? `${url.slice(0, longestPath)}…` : url.slice(0, end)
}
