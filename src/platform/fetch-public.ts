import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { findAddresses } from './find-addresses.ts'

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

/**
 * Fetches an https URL that somebody else supplied. Its name is resolved once, all of its addresses must be public, and the connection goes to
 * the address that was checked. Redirects are not followed.
 */
export async function fetchPublic(address: string, options: RequestInit = {}, allowPrivate = false): Promise<Response> {
  const url = new URL(address)
  if (url.protocol !== 'https:') throw new Error('only https addresses are fetched')
  const pin = await pinAddress(url, allowPrivate)
  const signal = options.signal ?? AbortSignal.timeout(5_000)
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'GET', lookup: pin, headers: { accept: 'application/json' }, signal }, (answer) => {
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size > maxBytes) answer.destroy(new Error('the answer is too large'))
        else parts.push(part)
      })
      answer.on('error', reject)
      answer.on('end', () => {
        const headers = Object.entries(answer.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
        const empty = answer.statusCode === 204 || answer.statusCode === 304
        resolve(
          new Response(empty ? null : Buffer.concat(parts), { status: answer.statusCode ?? 500, headers: headers as [string, string][] }),
        )
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
