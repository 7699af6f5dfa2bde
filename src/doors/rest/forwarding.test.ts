import { expect, test, vi } from 'vitest'
import { proxyList } from '../../platform/addresses.ts'
import type { Config } from '../../platform/config.ts'
import type { Logger } from '../../platform/log.ts'
import { watchForProxy } from './forwarding.ts'

function watch(settings: { APP_URL: string; TRUSTED_PROXIES: string[] }) {
  const warn = vi.fn<(text: string) => void>()
  const proxy = watchForProxy(settings as Config, proxyList(settings.TRUSTED_PROXIES), { warn } as unknown as Logger)
  return { proxy, said: () => warn.mock.calls.map(([text]) => text) }
}
const forwarded = { 'x-forwarded-for': '203.0.113.9' }

test('an https address without trusted proxies is warned of at start: somebody else ends TLS', () => {
  expect(watch({ APP_URL: 'https://baton.example.com', TRUSTED_PROXIES: [] }).said()).toEqual([
    expect.stringContaining('set TRUSTED_PROXIES'),
  ])
  expect(watch({ APP_URL: 'https://baton.example.com', TRUSTED_PROXIES: ['127.0.0.1'] }).said()).toEqual([])
  expect(watch({ APP_URL: 'http://localhost:4000', TRUSTED_PROXIES: [] }).said()).toEqual([])
})

test('a proxy nobody named is warned of once, not at every request', () => {
  const { proxy, said } = watch({ APP_URL: 'http://localhost:4000', TRUSTED_PROXIES: [] })
  proxy.look('172.18.0.1', {})
  expect(said()).toEqual([])
  for (let request = 0; request < 3; request++) proxy.look('172.18.0.1', forwarded)
  expect(said()).toHaveLength(1)
})

test('a caller from outside that says it was forwarded is no proxy of ours', () => {
  const { proxy, said } = watch({ APP_URL: 'http://localhost:4000', TRUSTED_PROXIES: [] })
  proxy.look('8.8.8.8', forwarded)
  proxy.look('::ffff:8.8.8.8', forwarded)
  expect([proxy.hint, said()]).toEqual([undefined, []])
})

test('a trusted proxy is no news', () => {
  const { proxy, said } = watch({ APP_URL: 'http://localhost:4000', TRUSTED_PROXIES: ['172.16.0.0/12'] })
  proxy.look('::ffff:172.18.0.1', forwarded)
  expect(said()).toEqual([])
})
