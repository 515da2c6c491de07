/** Simulated notifications go to this machine; anybody else must have agreed. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { TargetGuard } from '../../../webhooks/index.ts'
import { UsageError } from '../../usage-error.ts'
import { isLoopback } from '../loopback.ts'

/**
 * Refuses a URL whose host is neither this machine nor one of the hosts that were consented to. What it gives looks
 * again at each connection, since a name may have another address by then.
 * @throws UsageError saying how to consent
 */
export async function demandConsent(url: string, allowedHosts: readonly string[]): Promise<TargetGuard> {
  const allowed = new Set(allowedHosts.map(hostFrom))
  const host = withoutBrackets(new URL(url).hostname)
  if (!allowed.has(host) && !(await isThisMachine(host))) {
    throw new UsageError(
      `--to: ${host} is not this machine; if those who run it agree to be sent notifications, add --allow-host ${host}`,
    )
  }
  return (address, hostname) =>
    isLoopback(address) || allowed.has(withoutBrackets(hostname).toLowerCase())
      ? undefined
      : `${address} is not this machine, and --allow-host does not name ${hostname}`
}

function hostFrom(given: string): string {
  const host = withoutBrackets(given.trim().toLowerCase())
  const isName = /^[^\s/:@?#]+$/.test(host)
  if (isName || isIP(host) === 6) return new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}`).hostname.replace(/^\[|\]$/g, '')
  throw new UsageError(`--allow-host takes the name of a host alone, such as hooks.example.com, not ${given.slice(0, 80)}`)
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}

/** A name is this machine when all of its addresses are. */
async function isThisMachine(host: string): Promise<boolean> {
  if (isIP(host) !== 0) return isLoopback(host)
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return addresses.length > 0 && addresses.every(({ address }) => isLoopback(address))
}
