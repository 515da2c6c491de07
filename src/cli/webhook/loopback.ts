import { BlockList, isIPv6 } from 'node:net'

/** Whether an IP address is this machine's own, also as an IPv6 one (`::ffff:127.0.0.1`). */
export function isLoopback(address: string): boolean {
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8, 'ipv4')
  loopback.addAddress('::1', 'ipv6')
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
