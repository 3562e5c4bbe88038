// The network address a request really comes from: a proxy's word counts only where the proxy is trusted.
import { BlockList, isIP } from 'node:net'

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
    // From the nearest hop outwards, as long as each one is a proxy of ours.
    const hops = [...(forwardedFor ?? '').split(','), peer ?? ''].map((hop) => plain(hop.trim()))
    for (const hop of hops.toReversed()) {
      if (!isIP(hop)) break
      if (!isTrusted(hop)) return hop
    }
    return plain(peer ?? '') || 'unknown'
  }
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
