import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { quietLimit } from '../harness/quiet-limit.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await ann.do('POST', '/api/tasks', { project: 'web', title: 'With a file' })
})
afterAll(() => baton.close())

interface Line {
  socket: Socket
  /** When the server closed it, in seconds, and everything it sent. */
  closed: Promise<{ seconds: number; answer: string }>
}

function open(first: string): Line {
  const { port } = new URL(baton.url)
  const socket = connect(Number(port), '127.0.0.1')
  const since = performance.now()
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (data) => void (answer += data.toString()))
  const closed = new Promise<{ seconds: number; answer: string }>((resolve) =>
    socket.on('close', () => resolve({ seconds: (performance.now() - since) / 1000, answer })),
  )
  socket.write(first)
  return { socket, closed }
}

/** Sends a little every second until the server closes the connection. */
async function drip(first: string, more: string): Promise<{ seconds: number; answer: string }> {
  const { socket, closed } = open(first)
  const timer = setInterval(() => socket.write(more), 1_000)
  const end = await closed
  clearInterval(timer)
  return end
}

/** As a phone on a poor connection uploads a picture: slowly, without pauses, for longer than ten seconds. */
async function uploadSteadily(bytes: number, seconds: number): Promise<string> {
  const heads = [`Authorization: Bearer ${ann.token}`, 'Content-Type: text/plain', `Content-Length: ${bytes}`, 'Connection: close']
  const { socket, closed } = open(
    `POST /api/tasks/WEB-1/attachments?name=log.txt HTTP/1.1\r\nHost: localhost\r\n${heads.join('\r\n')}\r\n\r\n`,
  )
  const parts = seconds * 4
  for (let part = 0; part < parts; part++) {
    socket.write('x'.repeat(bytes / parts))
    await pause(250)
  }
  return (await closed).answer
}

test('a head or a body that drips is cut after ten seconds, a slow but steady upload of 5 MiB is not', async () => {
  const login = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n'
  const [head, body, upload] = await Promise.all([
    drip(login, 'X-More: 1\r\n'),
    drip(`${login}\r\n{`, ' '),
    uploadSteadily(5 * 1024 * 1024, 20),
  ])
  for (const { seconds, answer } of [head, body]) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(seconds).toBeGreaterThan(9)
    expect(seconds).toBeLessThan(quietLimit(15))
  }
  expect(body.answer).toContain('"code":"request_timeout"')
  expect(upload).toMatch(/^HTTP\/1\.1 201 /)
}, 60_000)
