// Determines a request's real network address: a proxy's header is used only if the proxy is trusted.
import { BlockList, isIP } from 'node:net'

/** Headers with which a caller may claim another address. They are not passed on, because the real one is already determined. */
export const CLAIMED_ADDRESSES = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

export type AddressOf = (peer: string | undefined, forwardedFor: string | null) => string

export function createAddressOf(trusted: string[]): AddressOf {
  const proxies = new BlockList()
  for (const entry of trusted) {
    const [ip = '', bits] = entry.split('/')
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(ip, family)
    else proxies.addSubnet(ip, Number(bits), family)
  }
  const isTrusted = (address: string) => proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return (peer, forwardedFor) => {
    // Walks from the nearest hop outwards, as long as each hop is a trusted proxy.
    const hops = [...(forwardedFor ?? '').split(','), peer ?? ''].map((hop) => plain(hop.trim()))
    for (const hop of hops.toReversed()) {
      if (!isIP(hop)) break
      if (!isTrusted(hop)) return hop
    }
    return plain(peer ?? '') || 'unknown'
  }
}

const MAX_REMEMBERED = 1000
const networks = new Map<string, string>()

/** The key of rate limits: one machine can use a whole /64 of IPv6 addresses. Cached, because several limits need it in every request. */
export function networkOf(address: string) {
  let network = networks.get(address)
  if (network === undefined) {
    if (networks.size >= MAX_REMEMBERED) networks.clear()
    networks.set(address, (network = readNetwork(address)))
  }
  return network
}

function readNetwork(address: string) {
  if (isIP(address) !== 6) return address
  const [before = '', after] = address.replace(/%.*$/, '').split('::')
  const [left, right] = [before, after ?? ''].map((part) => (part ? part.split(':') : [])) as [string[], string[]]
  const zeros = after === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

// Removes the port that some proxies add, and converts IPv4-mapped addresses.
function plain(hop: string) {
  const [, bracketed, dotted] = /^(?:\[(.+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(hop) ?? []
  return (bracketed ?? dotted ?? hop).replace(/^::ffff:(?=\d+\.)/i, '')
}
