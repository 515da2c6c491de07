import type { Failure } from '../src/client/index.ts'

/** The value of a result, or an error that ends the script with the reason. */
export function demand<T>(result: { ok: true; value: T } | Failure, what: string): T {
  if (result.ok) return result.value
  throw new Error(`${what}: ${result.error.message}`)
}
