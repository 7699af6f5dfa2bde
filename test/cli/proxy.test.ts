import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { newCertificate, startHttpProxy, startTlsFront, type Front } from './faults.ts'
import { Machine } from './machine.ts'

let baton: Baton
let machine: Machine
let front: Front
let proxy: Awaited<ReturnType<typeof startHttpProxy>>
let env: Record<string, string>

beforeAll(async () => {
  baton = await startBaton()
  const certificate = newCertificate()
  front = await startTlsFront(baton.url, certificate)
  proxy = await startHttpProxy()
  machine = await Machine.open(front.url)
  env = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificate.cert }
})
afterAll(async () => {
  machine.close()
  proxy.close()
  front.close()
  await baton.close()
})

test('behind a company’s proxy and with a private certificate authority: login, work, logout', async () => {
  const ann = await baton.person('ann')
  expect((await machine.logIn(ann, { env })).code).toBe(0)
  expect((await machine.do(['tasks'], { env })).items).toEqual([])
  expect((await machine.do(['doctor'], { env })).faults).toBe(0)
  expect(await machine.do(['logout'], { env })).toEqual({ server: front.url, ended: true })
  expect(new Set(proxy.asked)).toEqual(new Set([new URL(front.url).host]))
})

test('a host in NO_PROXY is reached without it', async () => {
  const before = proxy.asked.length
  await machine.run(['tasks'], { env: { ...env, NO_PROXY: 'localhost' } })
  expect(await machine.run(['doctor', '--json'], { env: { ...env, NO_PROXY: 'localhost' } })).toMatchObject({ code: 5 })
  expect(proxy.asked).toHaveLength(before)
})

test('without the authority the certificate is the reason given', async () => {
  const { code, stderr } = await machine.run(['login'], { env: { HTTPS_PROXY: proxy.url } })
  expect([code, stderr]).toEqual([4, expect.stringContaining('NODE_EXTRA_CA_CERTS')])
})
