import { describe, expect, test } from 'vitest'
import { addressKey, clientAddress, proxyList } from './addresses.ts'

describe('the client’s address', () => {
  const trusted = proxyList(['10.0.0.0/8', '127.0.0.1', 'fd00::/8'])

  test('is the peer’s when the peer is no trusted proxy, whatever it says', () => {
    expect(clientAddress('203.0.113.9', '198.51.100.1', trusted)).toBe('203.0.113.9')
    expect(clientAddress('203.0.113.9', undefined, proxyList([]))).toBe('203.0.113.9')
  })

  test('is the last one a trusted proxy vouches for: what stands left of it may be invented', () => {
    expect(clientAddress('10.0.0.2', '1.1.1.1, 203.0.113.9', trusted)).toBe('203.0.113.9')
    expect(clientAddress('127.0.0.1', '1.1.1.1,203.0.113.9, 10.1.2.3', trusted)).toBe('203.0.113.9')
    expect(clientAddress('fd00::1', '2001:db8::7', trusted)).toBe('2001:db8::7')
  })

  test('is the first of the chain when all of it is trusted', () => {
    expect(clientAddress('10.0.0.2', '10.0.0.9', trusted)).toBe('10.0.0.9')
  })

  test('is an IPv4 address also when the socket says it as IPv6', () => {
    expect(clientAddress('::ffff:10.0.0.2', '203.0.113.9', trusted)).toBe('203.0.113.9')
    expect(clientAddress('::ffff:203.0.113.9', undefined, trusted)).toBe('203.0.113.9')
  })

  test('is never an error: rubbish in the header is only rubbish', () => {
    expect(clientAddress('10.0.0.2', 'rubbish', trusted)).toBe('rubbish')
  })
})

describe('an address is counted', () => {
  test('by itself for IPv4', () => expect(addressKey('203.0.113.9')).toBe('203.0.113.9'))

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('by its /64 for IPv6: %s', (address, key) => expect(addressKey(address)).toBe(key))
})
