import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether the text is an IP address, optionally with a prefix length. */
export function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const max = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && max > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= max))
}

export function proxyList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits) list.addSubnet(address, Number(bits), family)
    else list.addAddress(address, family)
  }
  return list
}

/** The client's address, read from the right of the chain: each hop is believed only while the one after it is a trusted proxy. */
export function clientAddress(peer: string, forwarded: string | undefined, trusted: BlockList): string {
  const chain = [...(forwarded?.split(',').map((part) => part.trim()) ?? []), peer].map(plain)
  for (const address of chain.toReversed()) {
    if (!isTrusted(address, trusted)) return address
  }
  return chain[0] ?? peer
}

export const isTrusted = (address: string, trusted: BlockList): boolean => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Strips the prefix of IPv4-mapped IPv6 addresses, as sockets report them. */
export const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '')

/** One subscriber often has a whole /64, so IPv6 addresses are counted per /64. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const start = head ? head.split(':') : []
  const end = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  return `${[...start, ...zeros, ...end]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

export const isLoopback = (address: string): boolean => address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address)
