/** Which hosts webhooks may be sent to: this machine, and those that whoever runs the mock has named. */
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { TargetGuard } from './target-guard.ts'

export interface TargetPolicy {
  /** Why a URL can be told to be refused before any name is resolved; undefined when it may pass then. */
  refusalOf(url: string): string | undefined
  /** For each connection. */
  guard: TargetGuard
}

interface Kind {
  kind: string
  has(address: string): boolean
}

/**
 * Never meant by the name of a host: where a machine of a cloud gives its credentials away (169.254.169.254), everybody
 * at once, nobody, and ways in which IPv6 wraps an IPv4 address. Only somebody who writes the address itself means it.
 */
const special = kindOf('a special-purpose address', [
  '0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.88.99.0/24', '224.0.0.0/4', '240.0.0.0/4',
  '::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/32', '2002::/16', 'fe80::/10', 'fec0::/10', 'ff00::/8',
])

/** RFC 1918, RFC 6598 (the carrier's), RFC 2544 (for benchmarks), RFC 4193: a network of somebody's own. */
const privateNetworks = kindOf('an address of a private network', [
  '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '198.18.0.0/15', 'fc00::/7',
])

const loopback = kindOf('loopback', ['127.0.0.0/8', '::1/128'])

/**
 * `hosts` are names (`hooks.example.com`), addresses, `*.example.com` for all below a name, or `*` for all. Behind a pattern
 * only public addresses are allowed; behind a name that is written out private ones too, since a network of one's
 * own has its names; special ones, such as those that hand out a cloud's credentials, only when the address itself
 * is written. Throws a RangeError, in one line, for what is no host.
 */
export function createTargetPolicy(hosts: readonly string[]): TargetPolicy {
  const named = new Set<string>()
  const suffixes: string[] = []
  for (const given of hosts) {
    const host = hostFrom(given)
    if (host.startsWith('*')) suffixes.push(host.slice(1))
    else named.add(host)
  }
  const patternFor = (host: string) =>
    isIP(host) === 0 && suffixes.some((suffix) => suffix === '' || host.endsWith(suffix))
  const isEverybody = suffixes.includes('')

  const guard: TargetGuard = (address, hostname) => {
    const host = plain(hostname)
    if (loopback.has(address) || named.has(plain(address))) return undefined
    if (special.has(address)) return `${address} is ${special.kind}; name the address itself to allow it`
    if (named.has(host)) return undefined
    const isAllowed = patternFor(host) || isEverybody
    if (!isAllowed) return `${address} is not this machine, and ${shortened(host)} is not among the webhook hosts that are allowed`
    return privateNetworks.has(address) ? `${address} is ${privateNetworks.kind}; name ${shortened(host)} itself to allow it` : undefined
  }

  return {
    guard,
    refusalOf(url) {
      const host = plain(new URL(url).hostname)
      if (isIP(host) !== 0) return guard(host, host)
      if (host === 'localhost' || host.endsWith('.localhost') || named.has(host) || patternFor(host)) return undefined
      return `${shortened(host)} is not among the webhook hosts that are allowed`
    },
  }
}

/** As a URL has it: lower case, no dot at the end, IPv6 addresses in their shortest form without brackets. */
function hostFrom(given: string): string {
  const text = plain(given.trim())
  if (text === '*') return text
  const [, stars = '', name = text] = /^(\*\.)(.+)$/.exec(text) ?? []
  const isName = /^[^\s/:@?#*[\]]{1,253}$/.test(name)
  const url = `http://${isIP(name) === 6 ? `[${name}]` : name}`
  if ((isName || isIP(name) === 6) && URL.canParse(url)) return `${stars === '' ? '' : '*.'}${plain(new URL(url).hostname)}`
  throw new RangeError(`a webhook host is a name such as hooks.example.com, an address, *.example.com or *; not ${JSON.stringify(given.slice(0, 80))}`)
}

function plain(host: string): string {
  return host.toLowerCase().replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function shortened(host: string): string {
  return host.length > 80 ? `${host.slice(0, 80)}…` : host
}

function kindOf(kind: string, subnets: readonly string[]): Kind {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', bits = ''] = subnet.split('/')
    list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4')
  }
  // A list of IPv4 addresses also knows them in the IPv6 form `::ffff:10.0.0.1`.
  return { kind, has: (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') }
}
