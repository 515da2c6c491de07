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

const longestPath = 256

/**
 * Logs one answered request. Headers, query and bodies stay out, since keys and customers' data travel there.
 */
export function logExchange(logger: Logger, exchange: Exchange): void {
  logger.info({
    operation: exchange.operation,
    method: exchange.method,
    path: pathOf(exchange.url),
    status: exchange.status,
    ms: exchange.startedAt > 0 ? Math.round((performance.now() - exchange.startedAt) * 100) / 100 : undefined,
    user: exchange.caller?.user.login,
    sandbox: exchange.caller?.sandbox,
    refusal: exchange.refusal,
  })
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  const end = query === -1 ? url.length : query
  return end > longestPath ? `${url.slice(0, longestPath)}…` : url.slice(0, end)
}
