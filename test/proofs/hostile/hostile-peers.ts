import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { WebSocket } from 'ws'
import { dialAsMachine } from '../../../machine/src/dial.ts'
import type { Pairing } from '../../../machine/src/home.ts'
import { Person } from '../../harness/person.ts'
import { browserFrames, hello, machineFrames } from '../../hostile/frames.ts'
import { malformed, oneOf, randomFrom, type Random } from '../../hostile/generate.ts'
import { hostileAnswer, sendAnswer, startHostileHttp } from '../../hostile/hostile-http.ts'
import { authorizeAddress } from '../../identity/oauth-server/app.ts'
import { TestMachine } from '../../machines/machines.ts'

/** Four hostile peers of one server, as a separate process: `hostile-peers.ts URL MESSAGES SEED KEY CERTIFICATE`. Prints what it has sent. */
const [url = '', count = '', seed = '', key = '', certificate = ''] = process.argv.slice(2)
const messages = Number(count)

const person = await Person.register(url, `peers-${Date.now() % 1e8}`)
const owner = await Person.register(url, `owner-${Date.now() % 1e8}`)
const lying = await TestMachine.pair(person)
const service = await startHostileHttp()
const port = Number(new URL(service.url).port)
const honest = await (await TestMachine.pair(owner, [port])).start().online()

/** Sends frames, and connects again whenever the server has closed the connection. */
async function sendFrames(connect: () => Promise<WebSocket>, frame: (random: Random) => string): Promise<number> {
  const random = randomFrom(Number(seed))
  let socket: WebSocket | undefined
  for (let sent = 0; sent < messages; sent++) {
    if (socket?.readyState !== WebSocket.OPEN) socket = await connect()
    const open = socket
    await new Promise((resolve) => open.send(frame(random), resolve))
    // Frames reach the server one by one: a connection that it closes for the first of them loses the others unread.
    await answered(open)
  }
  socket?.terminate()
  return messages
}

/** The other side has read what was sent before, or closed the connection. */
const answered = (socket: WebSocket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('pong', resolve)
    socket.once('close', () => resolve())
    socket.ping(undefined, undefined, (error?: Error) => {
      if (error) resolve()
    })
  })

async function opened(socket: WebSocket): Promise<WebSocket> {
  socket.on('error', () => {})
  socket.setMaxListeners(0)
  socket.resume()
  await new Promise((resolve) => {
    if (socket.readyState !== WebSocket.CONNECTING) return resolve(null)
    socket.once('open', resolve).once('close', resolve)
  })
  return socket
}

const machineFrame = (random: Random) => malformed(random, oneOf(random, machineFrames))
const browserFrame = (random: Random) => malformed(random, oneOf(random, browserFrames))
async function asMachine(): Promise<WebSocket> {
  const socket = await opened(await dialAsMachine(lying.home, lying.home.pairing as Pairing))
  socket.send(JSON.stringify(hello))
  return socket
}
async function asBrowser(): Promise<WebSocket> {
  const { ticket } = await person.do('POST', '/api/auth/ws-ticket', {})
  return opened(new WebSocket(`${url.replace('http', 'ws')}/api/ws?token=${ticket}`))
}

async function answerThroughTunnel(): Promise<number> {
  const random = randomFrom(Number(seed))
  const headers = { authorization: `Bearer ${owner.token}` }
  for (let sent = 0; sent < messages; sent++) {
    service.answer = () => hostileAnswer(random, { ok: true }, service.url, sent)
    const ending = new AbortController()
    const answer = await fetch(`${url}/api/tunnels/${honest.id}/ws?port=${port}&path=/x`, { headers, signal: ending.signal }).catch(
      () => null,
    )
    await answer?.body
      ?.getReader()
      .read()
      .catch(() => null)
    ending.abort()
  }
  return service.asked
}

async function answerWithDocuments(): Promise<number> {
  const random = randomFrom(Number(seed))
  let asked = 0
  const redirect = 'http://127.0.0.1:4711/callback'
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      asked++
      const [, path = ''] = data.toString().split(' ')
      const document = { client_id: origin + path, client_name: 'x', redirect_uris: [redirect], token_endpoint_auth_method: 'none' }
      sendAnswer(socket, hostileAnswer(random, document, origin, asked))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  for (let sent = 0; sent < messages; sent++) {
    const app = { client_id: `${origin}/${sent}.json`, redirect_uri: redirect, verifier: 'v'.repeat(43) }
    const answer = await fetch(authorizeAddress(url, app), { redirect: 'manual' }).catch(() => null)
    await answer?.body?.cancel()
  }
  server.close()
  return asked
}

process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
const [machine_frames, browser_frames, tunnel_answers, documents] = await Promise.all([
  sendFrames(asMachine, machineFrame),
  sendFrames(asBrowser, browserFrame),
  answerThroughTunnel(),
  answerWithDocuments(),
])
await Promise.all([lying.close(), honest.close()])
process.stdout.write(`${JSON.stringify({ machine_frames, browser_frames, tunnel_answers, documents })}\n`, () => process.exit(0))
