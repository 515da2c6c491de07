/** Looks at the addresses that a target's name stands for, before anything connects to them. */
import { lookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

/**
 * Asked for each address just before a connection to it is opened, after the name was resolved, so that a
 * name that changes its address between check and use does not pass. Gives the reason to refuse, or
 * undefined. An IPv4 address may come as an IPv6 one (`::ffff:127.0.0.1`).
 */
export type TargetGuard = (address: string, hostname: string) => string | undefined

/** The reason to refuse a target whose host is an address already; names are left to `guardedLookup`. */
export function refusalOfAddress(guard: TargetGuard | undefined, hostname: string): string | undefined {
  return isIP(hostname) === 0 ? undefined : guard?.(hostname, hostname)
}

/** Resolves names as the machine does, and fails when the guard leaves none of the addresses. */
export function guardedLookup(guard: TargetGuard): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, '')
        return
      }
      const allowed: LookupAddress[] = []
      let reason = 'the name has no address'
      for (const found of addresses) {
        const refusal = guard(found.address, hostname)
        if (refusal === undefined) allowed.push(found)
        else reason = refusal
      }
      const [first] = allowed
      if (first === undefined) callback(new TargetRefused(reason), '')
      else if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

/** The guard does not allow a connection to this target; the message is the guard's reason. */
export class TargetRefused extends Error {
  override name = 'TargetRefused'
}
