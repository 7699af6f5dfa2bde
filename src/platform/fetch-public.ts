import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { findAddresses } from './find-addresses.ts'
import { Malformed, answerOf, bodyOf } from './peer.ts'

const special = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(address, bits, 'ipv4')
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(address, bits, 'ipv6')

/** Whether an address is on the public internet: not this machine, not a private network, not an alternative notation of either. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !special.check(address, 'ipv4')
  return isIP(address) === 6 && globalV6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

export class PrivateAddress extends Error {}

/** Resolves a host once, requires all of its addresses to be public, and returns a lookup that only knows the first of them. */
export async function pinAddress(url: URL, allowPrivate: boolean, find = findAddresses): Promise<LookupFunction> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = await find(host, allowPrivate)
  const [pinned] = found
  if (!pinned || (!allowPrivate && !found.every((one) => isPublicAddress(one.address)))) {
    throw new PrivateAddress('this address is not public')
  }
  return (_name, how, done) => (how.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family))
}

const maxBytes = 64 * 1024

/** What a fetched document may be: it is read whole, or not at all. */
const status = 200

/**
 * Fetches an https document that somebody else supplied. Its name is resolved once, all of its addresses must be public, and the
 * connection goes to the address that was checked. Redirects are not followed, and any other status than 200 is no document.
 */
export async function fetchPublic(address: string, options: RequestInit = {}, allowPrivate = false): Promise<Response> {
  const url = new URL(address)
  if (url.protocol !== 'https:') throw new Error('only https addresses are fetched')
  const pin = await pinAddress(url, allowPrivate)
  const signal = options.signal ?? AbortSignal.timeout(5_000)
  const sent = request(url, { method: 'GET', lookup: pin, headers: { accept: 'application/json' }, signal, agent: false })
  sent.end()
  const answer = await answerOf('client-document', sent)
  try {
    if (answer.statusCode !== status) throw new Malformed('only the status 200 is accepted')
    const body = await bodyOf('client-document', answer, maxBytes)
    const headers = Object.entries(answer.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
    return new Response(new Uint8Array(body), { status, headers: headers as [string, string][] })
  } finally {
    sent.destroy()
  }
}
