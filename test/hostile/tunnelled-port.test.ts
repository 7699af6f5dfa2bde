import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { TestMachine } from '../machines/machines.ts'
import { below, howMany, oneOf, randomFrom, seed, watchProcess, type Random } from './generate.ts'

// A service on an allowed port of one's own machine, which answers with whatever bytes it likes.

let baton: Baton
let ann: Person
let machine: TestMachine
let service: Server
let port: number
let answer = ''
const watched = watchProcess()
const open = new Set<Socket>()

beforeAll(async () => {
  service = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    socket.once('data', () => (answer.endsWith('…') ? socket.end(answer.slice(0, -1), 'latin1') : socket.write(answer, 'latin1')))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  port = (service.address() as AddressInfo).port
  baton = await startBaton()
  ann = await baton.person()
  machine = await (await TestMachine.pair(ann, [port])).start().online()
})
afterAll(async () => {
  watched.stop()
  await machine.close()
  await baton.close()
  for (const socket of open) socket.destroy()
  service.close()
})

const ask = () =>
  fetch(`${baton.url}/api/tunnels/${machine.id}/ws?port=${port}&path=/x`, { headers: { authorization: `Bearer ${ann.token}` } })

const withStatus = (status: string) => `HTTP/1.1 ${status} X\r\ncontent-length: 2\r\n\r\nok`

test.each(['099', '000', '600', '999'])('a status of %s is a 502', async (status) => {
  answer = withStatus(status)
  expect((await ask()).status).toBe(502)
  expect(watched.ends).toEqual([])
})

test('an upgrade that nobody asked for is answered', async () => {
  answer = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'
  expect((await ask()).status).toBe(502)
})

test('an answer to a WebSocket that is none, or breaks off, is refused', async () => {
  for (const said of [withStatus('200'), withStatus('099'), 'HTTP/1.1 101 S…', 'nonsense\r\n\r\n']) {
    answer = said
    expect(await upgrade(), said).toMatch(/^HTTP\/1\.1 503/)
  }
})

test('what a browser would apply to all of Baton does not reach it', async () => {
  const headers = {
    ...{ 'content-type': 'text/html', 'last-modified': 'Thu, 19 Nov 2026 05:00:00 GMT', 'x-request-id': '7', 'content-length': '2' },
    ...{ 'set-cookie': 'a=b', 'clear-site-data': '"*"', 'strict-transport-security': 'max-age=9', 'alt-svc': 'h2="evil:443"' },
    ...{ 'service-worker-allowed': '/', 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' },
    ...{ 'x-accel-redirect': '/secret', refresh: '0;url=/', nel: '{}', 'report-to': '{}', 'content-security-policy': 'x' },
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  answer = `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\nok`
  const got = await ask()
  expect(await got.text()).toBe('ok')
  const passed = [...got.headers.keys()].filter((name) => name in headers).toSorted()
  expect(passed).toEqual(['content-length', 'content-security-policy', 'content-type', 'last-modified', 'x-request-id'])
  expect(got.headers.get('content-security-policy')).toContain('sandbox')
})

test(`${howMany} generated answers end no process, and the next one arrives (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  for (let sent = 0; sent < howMany; sent++) {
    answer = strangeAnswer(random)
    // The connection is allowed to break off; waiting for the rest of an answer that never comes is not the point.
    const got = await ask().catch(() => null)
    await got?.body?.cancel().catch(() => {})
    for (const socket of open) socket.destroy()
  }
  answer = withStatus('200')
  expect(await (await ask()).text()).toBe('ok')
  expect(watched.ends).toEqual([])
})

function strangeAnswer(random: Random): string {
  const headers = [
    ...['content-length: 2', 'content-length: -1', 'content-length: 9999', 'transfer-encoding: chunked', 'x-a: \x01\xff'],
    ...['x: y\r\n z', 'upgrade: x', 'connection: upgrade', 'trailer: x', 'location: /x\x00', 'content-type: \xff', 'etag: "\x80"'],
  ]
  const bodies = ['ok', '', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', '0\r\nx: y\r\n\r\n', 'x'.repeat(70_000)]
  const version = oneOf(random, ['HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', 'ICY', ''])
  const status = oneOf(random, ['200', '204', '304', '101', '100', '103', String(below(random, 1000)).padStart(3, '0'), 'abc', ''])
  const chosen = Array.from({ length: below(random, 4) }, () => oneOf(random, headers))
  const whole = `${version} ${status} X\r\n${chosen.map((one) => `${one}\r\n`).join('')}\r\n${oneOf(random, bodies)}`
  return `${random() < 0.3 ? whole.slice(0, below(random, whole.length)) : whole}…`
}

/** The head of what Baton answers to a request for a WebSocket. */
function upgrade(): Promise<string> {
  const lines = ['Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  lines.push(`Sec-WebSocket-Key: ${'A'.repeat(22)}==`)
  const url = new URL(baton.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    socket.on('error', reject)
    socket.once('data', (data) => {
      resolve(data.toString())
      socket.destroy()
    })
    const path = `/api/tunnels/${machine.id}/ws?port=${port}&path=/`
    socket.write(`GET ${path} HTTP/1.1\r\n${[...lines, `Authorization: Bearer ${ann.token}`].join('\r\n')}\r\n\r\n`)
  })
}
