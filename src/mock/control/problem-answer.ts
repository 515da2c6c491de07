/** How what stands beside the contract refuses. */
import { STATUS_CODES } from 'node:http'
import type { Problem } from '../../core/index.ts'
import type { ControlAnswer } from '../control-exchange.ts'

const statuses: Record<Problem['kind'], number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  tooLarge: 413,
  unsupportedMediaType: 415,
  invalid: 422,
  rateLimited: 429,
  internal: 500,
  unavailable: 503,
}

/** Keys that are issued must not lie in any cache. */
export const controlHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** RFC 9457. */
export function controlProblem(problem: Problem): ControlAnswer {
  const status = statuses[problem.kind]
  const body = {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail: problem.message,
    ...(problem.kind === 'invalid' ? { errors: problem.violations } : {}),
  }
  return {
    status,
    headers: {
      ...controlHeaders,
      'content-type': 'application/problem+json; charset=utf-8',
      ...(problem.kind === 'methodNotAllowed' ? { allow: problem.allow.join(', ') } : {}),
      ...('retryAfterSeconds' in problem ? { 'retry-after': String(problem.retryAfterSeconds) } : {}),
      ...(problem.kind === 'unauthenticated' ? { 'www-authenticate': 'Bearer' } : {}),
    },
    body: JSON.stringify(body),
  }
}
