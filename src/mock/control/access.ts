/** Who may steer the mock. */
import { hash, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { Problem } from '../../core/index.ts'
import type { ControlRequest } from '../control-route.ts'

export interface ControlAccess {
  /** The address that the mock listens on. */
  host: string
  /** What whoever steers has to know; on loopback nobody has to know anything unless it is given. */
  token?: string
}

/**
 * Refuses a request without the token where one is needed; one that a page of another origin sends; and, where no token
 * is needed, one that names another host than this machine, by which a page of a stranger reaches it whose name was
 * made to lead here (DNS rebinding). Undefined when it may pass.
 */
export function refusedAccess({ host, token }: ControlAccess, { headers }: ControlRequest): Problem | undefined {
  const origin = one(headers['origin'])
  const named = one(headers['host']) ?? ''
  if (origin !== undefined && origin !== `http://${named}`) {
    return { kind: 'forbidden', message: 'Pages of another origin may not steer the mock.' }
  }
  if (one(headers['sec-fetch-site']) === 'cross-site') {
    return { kind: 'forbidden', message: 'Pages of another site may not steer the mock.' }
  }
  if (token === undefined) {
    if (!isLoopback(host)) {
      const message = 'The mock listens beyond this machine, so steering it needs a control token, which it was started without.'
      return { kind: 'forbidden', message }
    }
    if (isLoopback(hostname(named))) return undefined
    return { kind: 'forbidden', message: 'The Host header names another machine; use localhost or 127.0.0.1.' }
  }
  const given = /^Bearer +(\S+)$/i.exec(one(headers['authorization']) ?? '')?.[1] ?? ''
  if (timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'))) return undefined
  return { kind: 'unauthenticated', message: 'Steering this mock needs its control token as a bearer token.' }
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

/** Of `host:port`, where an IPv6 address stands in brackets. */
function hostname(named: string): string {
  return named.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}
