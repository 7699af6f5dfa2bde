import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicAddress } from '../../../src/platform/fetch-public.ts'
import type { Baton } from '../../harness/baton.ts'
import { authorizeAddress, redeem } from './app.ts'
import { startBatonAtItsAddress } from './baton-at.ts'
import { Browser, approve } from './browser.ts'
import { tryTool } from './login.ts'

let baton: Baton
let careful: Baton
let server: Server
let origin: string
let asked: string[] = []
const verifier = 'v'.repeat(43)

/** What the client's site serves at each path. */
const documents: Record<string, (id: string) => { status?: number; headers?: Record<string, string>; body: string }> = {
  '/client.json': (id) => ({ body: JSON.stringify(documentOf(id)) }),
  '/other-id.json': () => ({ body: JSON.stringify(documentOf(`${origin}/client.json`)) }),
  '/secret.json': (id) => ({
    body: JSON.stringify({ ...documentOf(id), client_secret: 'x', token_endpoint_auth_method: 'client_secret_post' }),
  }),
  '/http.json': (id) => ({
    body: JSON.stringify({ ...documentOf(id), application_type: 'web', redirect_uris: ['http://evil.example/callback'] }),
  }),
  '/moved.json': () => ({ status: 302, headers: { location: `${origin}/client.json` }, body: '' }),
  '/large.json': (id) => ({ body: JSON.stringify({ ...documentOf(id), client_uri: `https://a.example/${'x'.repeat(100_000)}` }) }),
}
const documentOf = (id: string) => ({
  client_id: id,
  client_name: 'Client with a document',
  redirect_uris: ['http://127.0.0.1:4711/callback'],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
})

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1',
    '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' }) // prettier-ignore
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(cert, 'utf8')])
  server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    asked.push(request.url ?? '')
    const found = documents[request.url ?? '']?.(origin + request.url)
    response.writeHead(found?.status ?? (found ? 200 : 404), { 'content-type': 'application/json', ...found?.headers })
    response.end(found?.body)
  })
  rmSync(folder, { recursive: true })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  origin = `https://localhost:${(server.address() as AddressInfo).port}`
  ;[baton, careful] = await Promise.all([startBatonAtItsAddress({ PRIVATE_ADDRESSES: 'allow' }), startBatonAtItsAddress()])
})
afterAll(async () => {
  await Promise.all([baton.close(), careful.close()])
  server.close()
})

const appAt = (path: string) => ({ client_id: origin + path, redirect_uri: 'http://127.0.0.1:4711/callback', verifier })

test('a client that is an address is known by the document there', async () => {
  const person = await baton.person()
  const app = appAt('/client.json')
  const login = await new Browser().open(baton.url, authorizeAddress(baton.url, app))
  expect(login.text).toContain('Client with a document')
  const back = await approve(baton.url, authorizeAddress(baton.url, app), person, person.user.personal_organization_id)
  const { body } = await redeem(baton.url, app, back.searchParams.get('code') ?? '')
  expect(await tryTool(baton.url, body.access_token)).toBe(200)
})

test.each([['/other-id.json'], ['/secret.json'], ['/http.json'], ['/moved.json'], ['/large.json'], ['/missing.json']])(
  'a document at %s makes no client',
  async (path) => {
    const changes: Record<string, string> = path === '/http.json' ? { redirect_uri: 'http://evil.example/callback' } : {}
    const answer = await new Browser().open(baton.url, authorizeAddress(baton.url, appAt(path), changes))
    expect(answer.status).toBe(400)
    expect(answer.address).toContain(baton.url)
  },
)

test('an address in our own network is not even connected to', async () => {
  asked = []
  for (const host of [
    origin,
    origin.replace('localhost', '127.0.0.1'),
    'https://169.254.169.254',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
  ]) {
    const answer = await new Browser().open(careful.url, authorizeAddress(careful.url, { ...appAt(''), client_id: `${host}/client.json` }))
    expect(answer.status).toBe(400)
  }
  expect(asked).toEqual([])
})

test('what counts as public', () => {
  for (const address of ['8.8.8.8', '2606:4700::1111']) expect(isPublicAddress(address), address).toBe(true)
  for (const address of [
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '172.20.0.1',
    '192.168.1.1',
    '255.255.255.255',
    '224.0.0.1',
    '::1',
    '::',
    '::ffff:8.8.8.8',
    'fc00::1',
    'fe80::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'nonsense',
  ])
    expect(isPublicAddress(address), address).toBe(false)
})
