/** What a request may do to the books of whoever receives it, told from the request alone. */
import type { Contract } from '../../contract/index.ts'

/**
 * `read` changes nothing; `load` is reading in quantities, or requests around the contract; `write` changes records;
 * `webhook` has the service call somebody.
 */
export const safeties = ['read', 'load', 'write', 'webhook'] as const
export type Safety = (typeof safeties)[number]

/**
 * The operations that the contract describes change nothing, but for the write operations (WRI-1); of whatever else
 * there may be, only GET, HEAD and OPTIONS are safe (RFC 9110, section 9.2.1). Paths are compared as leniently as any
 * server may: in any case, with doubled slashes, percent-encoded.
 */
export function requiredSafety(contract: Contract, method: string, path: string): 'read' | 'write' {
  if (/^(?:GET|HEAD|OPTIONS)$/i.test(method)) {
    return isWrite(contract, path) && contract.operations.writeRecords.method === 'GET' ? 'write' : 'read'
  }
  if (isWrite(contract, path)) return 'write'
  const reading = Object.values(contract.operations).some(
    (operation) => operation.method === method.toUpperCase() && matches(operation.path, path),
  )
  return reading ? 'read' : 'write'
}

function isWrite(contract: Contract, path: string): boolean {
  return matches(contract.operations.writeRecords.path, path)
}

function matches(template: string, path: string): boolean {
  const wanted = segments(template)
  const found = segments(path)
  return wanted.length === found.length && wanted.every((segment, at) => /^\{.*\}$/.test(segment) || segment === found[at])
}

function segments(path: string): string[] {
  return decoded(path).toLowerCase().split('/').filter((segment) => segment !== '' && segment !== '.')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
