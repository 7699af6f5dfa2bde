import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, getCACertificates, setDefaultCACertificates, type Server } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Baton } from '../harness/baton.ts'
import { authorizeAddress } from '../identity/oauth-server/app.ts'
import { startBatonAtItsAddress } from '../identity/oauth-server/baton-at.ts'
import { Browser } from '../identity/oauth-server/browser.ts'
import { below, howMany, malformed, oneOf, randomFrom, seed, watchProcess } from './generate.ts'

// Anybody can have Baton fetch a client document, without an account, and answers with whatever bytes they like.

let baton: Baton
let server: Server
let origin: string
let asked = 0
let answer: (id: string) => string = () => ''
const watched = watchProcess()

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const pair = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', '-days', '1', ...pair, ...subject], { stdio: 'ignore' })
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(cert, 'utf8')])
  server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      asked++
      const [, path = ''] = data.toString().split(' ')
      socket.end(answer(origin + path), 'latin1')
    })
  })
  rmSync(folder, { recursive: true })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  origin = `https://localhost:${(server.address() as AddressInfo).port}`
  baton = await startBatonAtItsAddress({ PRIVATE_ADDRESSES: 'allow' })
})
afterAll(async () => {
  watched.stop()
  await baton.close()
  server.close()
})

const documentOf = (id: string) => ({
  client_id: id,
  client_name: 'Client with a document',
  redirect_uris: ['http://127.0.0.1:4711/callback'],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
})
const whole = (status: string, body: string) =>
  [
    `HTTP/1.1 ${status} X`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body, 'latin1')}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')

let count = 0
/** Each document has an address of its own, because one that was read is remembered. */
const authorize = () => {
  const app = { client_id: `${origin}/${++count}.json`, redirect_uri: 'http://127.0.0.1:4711/callback', verifier: 'v'.repeat(43) }
  return new Browser().open(baton.url, authorizeAddress(baton.url, app))
}

test('a document with the status 200 makes a client', async () => {
  answer = (id) => whole('200', JSON.stringify(documentOf(id)))
  expect((await authorize()).text).toContain('Client with a document')
})

test.each(['101', '201', '204', '205', '206', '304', '404', '500', '600', '999'])('one with the status %s makes none', async (status) => {
  answer = (id) => whole(status, JSON.stringify(documentOf(id)))
  const before = asked
  expect((await authorize()).status).toBe(400)
  expect(asked).toBeGreaterThan(before)
  expect(watched.ends).toEqual([])
})

test(`${howMany} generated documents end no process (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  for (let sent = 0; sent < howMany; sent++) {
    answer = (id) => {
      const text = malformed(random, documentOf(id))
      const said = whole(random() < 0.7 ? '200' : String(below(random, 1000)).padStart(3, '0'), text)
      const twisted = oneOf(random, [
        said,
        said,
        said.replace('content-length', 'x-length'),
        said.replace('\r\n', '\n\0'),
        `${said}${said}`,
      ])
      return random() < 0.3 ? twisted.slice(0, below(random, twisted.length)) : twisted
    }
    // Some are still valid: a redirect address is the only thing that must fit. No answer is a fault of the server.
    expect((await authorize()).status).toBeLessThan(500)
  }
  answer = (id) => whole('200', JSON.stringify(documentOf(id)))
  expect((await authorize()).text).toContain('Client with a document')
  expect(watched.ends).toEqual([])
})
