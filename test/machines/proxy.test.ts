import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Node } from '../../src/main/node.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { TestMachine } from './machines.ts'

let baton: Baton
let other: Node
let ann: Person
let machine: TestMachine
let service: Server
let port: number

/** The service on the machine: it reports the request it received, and echoes over WebSocket. */
beforeAll(async () => {
  service = createServer((request, response) => {
    let body = ''
    request.on('data', (data: Buffer) => void (body += data.toString()))
    request.on('end', () => {
      response.setHeader('set-cookie', 'a=b')
      response.setHeader('x-request-id', 'yes')
      response.end(JSON.stringify({ method: request.method, url: request.url, body, headers: request.headers }))
    })
  })
  const sockets = new WebSocketServer({ server: service })
  sockets.on('connection', (socket) => socket.on('message', (data, binary) => socket.send(data, { binary })))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  port = (service.address() as AddressInfo).port
  baton = await startBaton()
  other = await baton.addNode()
  ann = await baton.person()
  machine = await (await TestMachine.pair(ann, [port])).start().online()
})
afterAll(async () => {
  await machine.close()
  await baton.close()
  service.closeAllConnections()
  service.close()
})

const at = (node: string, query: string) => `${node}/api/tunnels/${machine.id}/ws?${query}`
const mine = () => ({ authorization: `Bearer ${ann.token}`, cookie: 'session=secret' })

test('HTTP reaches an allowed port from every node, without what is Baton’s own', async () => {
  for (const node of [baton.url, other.address]) {
    const answer = await fetch(at(node, `port=${port}&path=${encodeURIComponent('/x?y=1')}`), {
      method: 'POST',
      body: 'hello',
      headers: mine(),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-request-id')).toBe('yes')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    const said = (await answer.json()) as { headers: Record<string, string> }
    expect(said).toMatchObject({ method: 'POST', url: '/x?y=1', body: 'hello' })
    expect(said.headers['authorization']).toBeUndefined()
    expect(said.headers['cookie']).toBeUndefined()
  }
})

test('a WebSocket reaches it too, from every node', async () => {
  for (const node of [baton.url, other.address]) {
    const socket = new WebSocket(at(node, `port=${port}&path=/`).replace('http', 'ws'), {
      headers: { authorization: `Bearer ${ann.token}` },
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    const echoed = new Promise((resolve) => socket.once('message', (data: Buffer) => resolve(data.toString())))
    socket.send('over the wire')
    expect(await echoed).toBe('over the wire')
    socket.close()
  }
})

test('any other port, any other person and nobody are refused', async () => {
  const bob = await baton.person()
  expect((await fetch(at(baton.url, `port=${port === 9 ? 10 : 9}`), { headers: mine() })).status).toBe(403)
  expect((await fetch(at(baton.url, 'port=x'), { headers: mine() })).status).toBe(400)
  expect((await fetch(at(baton.url, `port=${port}`))).status).toBe(401)
  expect((await fetch(at(baton.url, `port=${port}`), { headers: { authorization: `Bearer ${bob.token}` } })).status).toBe(404)
})

test('a port that the machine no longer allows is refused by the machine, whatever the server believes', async () => {
  await baton.look('update tunnels set ports = ports || 1 where id = $1', [machine.id])
  const answer = await fetch(at(other.address, 'port=1'), { headers: mine() })
  expect(answer.status).toBe(403)
  expect(((await answer.json()) as { detail: string }).detail).toContain('does not allow the port 1')
})

test('a stream ends when its machine is removed', async () => {
  const socket = new WebSocket(at(other.address, `port=${port}&path=/`).replace('http', 'ws'), {
    headers: { authorization: `Bearer ${ann.token}` },
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await ann.api.deleteTunnel({ tunnel: machine.id })
  await ended
  expect((await fetch(at(baton.url, `port=${port}`), { headers: mine() })).status).toBe(404)
})
