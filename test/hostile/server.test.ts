import { createHash, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { newKeyPair, signFrame, signText, type ActionBody, type OpenBody, type ToMachine } from '../../src/platform/tunnel-protocol.ts'
import { TestMachine, until } from '../machines/machines.ts'
import { howMany, malformed, oneOf, randomFrom, seed } from './generate.ts'

// A server that has been taken over: it knows the key that signs frames, and says whatever it likes to a real machine process.

const { privateKey, publicKey } = newKeyPair()
const id = randomUUID()
let http: Server
let line: WebSocket | undefined
let connections = 0
let machine: TestMachine
/** What the server answers to the first request of a connection. */
let problem: string | null = null
const heard: string[] = []

const signed = (body: unknown): ToMachine => ({ type: 'signed', ...signFrame(privateKey, body as ActionBody) })
const signedText = (body: string): ToMachine => ({ type: 'signed', body, signature: signText(privateKey, 'frame', body) })

beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true })
  http = createServer()
  http.on('upgrade', (request, socket, head) => {
    if (!request.headers.authorization) {
      const challenge = createHash('sha256').update(randomUUID()).digest('base64url')
      const challenged = `HTTP/1.1 401 x\r\nwww-authenticate: Baton-Machine challenge="${challenge}"\r\ncontent-length: 0\r\n\r\n`
      return void socket.end(problem ?? challenged)
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      connections++
      line = client
      client.on('error', () => {})
      client.on('message', (data: Buffer) => void heard.push(data.toString()))
      say(welcome)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const pairing = {
    url,
    id,
    organization_id: randomUUID(),
    server_public_key: publicKey.toString('base64url'),
    origin: url,
    rp_id: 'localhost',
  }
  machine = TestMachine.alone(pairing).start()
  await until('the machine to connect', () => connections > 0)
})
afterAll(async () => {
  await machine.close()
  line?.terminate()
  http.closeAllConnections()
  http.close()
})

const welcome: ToMachine = { type: 'welcome', server_time: new Date().toISOString(), signers: [] }
const say = (frame: ToMachine | string) => line?.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
const later = () => new Date(Date.now() + 300_000).toISOString()

let count = 0
/** The machine has read all that was sent before, on this connection or on the one it has made since, and does what it is asked. */
async function worksStill(): Promise<void> {
  const action: ActionBody = {
    ...{ type: 'action', machine: id, id: randomUUID(), action: 'note', arguments: { word: `w${++count}` } },
    ...{
      arguments_sha256: createHash('sha256').update(`{"word":"w${count}"}`).digest('hex'),
      expires_at: later(),
      seq: ++seq,
      approval: null,
    },
  }
  let asked: WebSocket | undefined
  await until('the machine to do what it is asked', () => {
    // Asked again on each new connection, like a server does.
    if (line !== asked && line?.readyState === 1) {
      asked = line
      say(signed(action))
    }
    return heard.some((frame) => frame.includes(action.id) && frame.includes('"result"'))
  })
  expect(heard.find((frame) => frame.includes(action.id) && frame.includes('"result"'))).toContain('"outcome":"done"')
  expect(machine.process?.exitCode).toBeNull()
}
let seq = 1_000

test.each([
  'null',
  '{"type":"welcome"}',
  '{"type":"welcome","server_time":"x","signers":7}',
  '{"type":"signers","signers":{"length":1}}',
  '{"type":"signed"}',
  '{"type":"run_lost"}',
  '{"type":"weather"}',
])('the machine outlives the frame %s', async (frame) => {
  say(frame)
  await worksStill()
})

test.each(['{"detail":{"toString":1}}', 'null', '{"detail":["not paired here"]}'])(
  'the machine outlives a server that answers %s to its dialing',
  async (body) => {
    problem = `HTTP/1.1 500 x\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    line?.terminate()
    const refused = machine.said.length
    await until('it to be refused', () => machine.said.slice(refused).includes('disconnected'))
    problem = null
    await worksStill()
  },
)

test(`the machine outlives ${howMany} generated frames, signed ones included (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const run = { run: randomUUID(), fence: 1 }
  const plain: ToMachine[] = [
    { ...welcome, signers: [{ credential_id: 'x', public_key: 'x', fingerprint: 'x', name: 'x' }] } as ToMachine,
    { type: 'signers', signers: [] },
    { type: 'pong', server_time: later() },
    { type: 'received', id },
    { type: 'run_received', ...run },
    { type: 'run_lost', ...run },
    signed({ type: 'stop_run', machine: id, ...run, expires_at: later() }),
  ]
  const open: OpenBody = { type: 'open', machine: id, stream: randomUUID(), port: 1, token: 'x', expires_at: later() }
  const bodies = [
    open,
    { type: 'stop_run', machine: id, ...run, expires_at: later() },
    {
      type: 'action',
      machine: id,
      id: randomUUID(),
      action: 'fail',
      arguments: {},
      arguments_sha256: 'x',
      expires_at: later(),
      seq: 1,
      approval: null,
    },
    {
      ...{ type: 'run', machine: id, ...run, requested_by: { id: 'x', handle: 'x' }, client: 'x', folder: '/', branch: 'x' },
      ...{ task: { key: 'x', title: 'x', project: 'x' }, prompt: 'x', mcp: { url: 'http://x', token: 'x' }, continues: null },
      ...{ check: null, expires_at: later() },
    },
  ]
  for (let sent = 0; sent < howMany; sent++) {
    await until('the machine to be connected', () => line?.readyState === 1)
    say(random() < 0.5 ? malformed(random, oneOf(random, plain)) : signedText(malformed(random, oneOf(random, bodies))))
  }
  await worksStill()
})
