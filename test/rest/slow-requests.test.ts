import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

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
  /** Everything the server sent before it closed the connection. */
  closed: Promise<string>
}

function open(first: string): Line {
  const { port } = new URL(baton.url)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (data) => void (answer += data.toString()))
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(answer)))
  socket.write(first)
  return { socket, closed }
}

/** Sends a little every second until the server closes the connection. */
async function drip(first: string, more: string): Promise<string> {
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
  return closed
}

test('a head or a body that drips is cut after ten seconds, a slow but steady upload of 5 MiB is not', async () => {
  const login = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n'
  // The timers of test and server run in one process, so they fire in this order on any machine.
  const order: string[] = []
  const noted = <T>(name: string, work: Promise<T>): Promise<T> => work.finally(() => order.push(name))
  const [head, body, upload] = await Promise.all([
    noted('cut', drip(login, 'X-More: 1\r\n')),
    noted('cut', drip(`${login}\r\n{`, ' ')),
    noted('uploaded', uploadSteadily(5 * 1024 * 1024, 20)),
    noted('nine seconds', pause(9_000)),
  ])
  expect(order).toEqual(['nine seconds', 'cut', 'cut', 'uploaded'])
  for (const answer of [head, body]) expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(body).toContain('"code":"request_timeout"')
  expect(upload).toMatch(/^HTTP\/1\.1 201 /)
})
