/** Who may steer the mock. */
import { hash, timingSafeEqual } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import type { Problem } from '../../core/index.ts'
import type { ControlRequest } from '../control-exchange.ts'
import { StartRefused } from '../start-refused.ts'

/** Who can reach the mock: programs on this machine, or others as well. */
export type Reach = 'machine' | 'network'

export interface ControlAccess {
  reach: Reach
  /** What whoever steers has to know; on loopback nobody has to know anything unless it is given. */
  token?: string
}

/**
 * Refuses a request without the token where one is needed; one that a page of another origin sends; and, where no token
 * is needed, one that names another host than this machine, by which a page of a stranger reaches it whose name was
 * made to lead here (DNS rebinding). Undefined when it may pass.
 */
export function refusedAccess({ reach, token }: ControlAccess, { headers }: ControlRequest): Problem | undefined {
  const origin = one(headers['origin'])
  const named = one(headers['host']) ?? ''
  if (origin !== undefined && origin !== `http://${named}`) {
    return { kind: 'forbidden', message: 'Pages of another origin may not steer the mock.' }
  }
  if (one(headers['sec-fetch-site']) === 'cross-site') {
    return { kind: 'forbidden', message: 'Pages of another site may not steer the mock.' }
  }
  if (token === undefined) {
    if (reach === 'network') {
      const message = 'The mock listens beyond this machine, so steering it needs a control token, which it was started without.'
      return { kind: 'forbidden', message }
    }
    if (isThisMachine(hostname(named))) return undefined
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

/** By its name alone: nothing is resolved, since what a name stands for may be somebody else's choice. */
function isThisMachine(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopback = (address: string): boolean => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** A token that somebody on the network could find by trying is none. */
const shortestToken = 16

/**
 * Who can reach a mock that listens on `host`, an address or a name, of which every address counts.
 * @throws StartRefused when others than this machine can, and no token, or one that can be guessed, keeps them from steering
 */
export async function reachOf(host: string, token: string | undefined): Promise<Reach> {
  if (token !== undefined && !/^[\x21-\x7e]{1,4096}$/.test(token)) {
    throw new StartRefused('the control token cannot travel in a header; use printable ASCII characters without spaces')
  }
  const isAddress = isIP(host) !== 0 || host === ''
  const addresses = !isAddress ? await lookup(host, { all: true }).catch(() => undefined) : [{ address: host }]
  if (addresses === undefined) throw new StartRefused(`the host ${host} is unknown`)
  if (addresses.length > 0 && addresses.every(({ address }) => isLoopback(address))) return 'machine'
  const wanted = 'give one in an environment variable with --control-token-env NAME, or by --control-token'
  if (token === undefined) throw new StartRefused(`others can reach ${host}, so steering the mock needs a control token: ${wanted}`)
  if (token.length < shortestToken) {
    throw new StartRefused(`others can reach ${host}, so the control token needs ${shortestToken} characters or more: ${wanted}`)
  }
  return 'network'
}
