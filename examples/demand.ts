import type { ClientError, Result } from '../src/client/index.ts'

/** The value of a result, or an error that ends the script with the reason. */
export function demand<T>(result: Result<T>, what: string): T {
  if (result.ok) return result.value
  throw new Error(`${what}: ${reason(result.error)}`)
}

function reason(error: ClientError): string {
  return error.kind === 'refused' ? `refused as ${error.refusal.code}: ${error.refusal.message ?? ''}` : error.message
}
