import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import {
  newKeyPair,
  signFrame,
  type RunBody,
  type RunName,
  type RunOutput,
  type RunResult,
  type StopRunBody,
  type ToMachine,
  type ToServer,
} from '../../../src/platform/tunnel-protocol.ts'
import { waitFor } from '../../harness/wait.ts'

export type FakeServer = Awaited<ReturnType<typeof startFakeServer>>

/** Speaks the real protocol with real signatures, and does whatever the test tells it to. */
export async function startFakeServer() {
  const { privateKey, publicKey } = newKeyPair()
  const heard: ToServer[] = []
  const sockets = new WebSocketServer({ noServer: true })
  const http = createServer()
  let line: WebSocket | undefined
  const say = (frame: ToMachine) => line?.send(JSON.stringify(frame))
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!request.headers.authorization) {
      const challenge = createHash('sha256').update(randomUUID()).digest('base64url')
      return void socket.end(`HTTP/1.1 401 x\r\nwww-authenticate: Baton-Machine challenge="${challenge}"\r\ncontent-length: 0\r\n\r\n`)
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      line = client
      client.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as ToServer
        heard.push(frame)
        if (frame.type === 'heartbeat') say({ type: 'pong' })
      })
      say({ type: 'welcome', server_time: new Date().toISOString(), signers: [] })
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const sign = (body: RunBody | StopRunBody, key = privateKey) => say({ type: 'signed', ...signFrame(key, body) })
  const ends = ({ run, fence }: RunName) =>
    heard.filter(
      (frame): frame is ToServer & { type: 'run_ended' } => frame.type === 'run_ended' && frame.run === run && frame.fence === fence,
    )
  const pieces = (run: string) =>
    heard.filter((frame): frame is ToServer & { type: 'run_output' } => frame.type === 'run_output' && frame.run === run)
  return {
    url,
    publicKey: publicKey.toString('base64url'),
    heard,
    say,
    sign,
    ends,
    pieces,
    /** The output of one kind that a run has produced. */
    said: (run: string, kind: RunOutput['kind']) =>
      pieces(run)
        .filter((piece) => piece.kind === kind)
        .map(({ text }) => text)
        .join(''),
    started: ({ run, fence }: RunName) =>
      heard.find(
        (frame): frame is ToServer & { type: 'run_started' } => frame.type === 'run_started' && frame.run === run && frame.fence === fence,
      ),
    async ended(name: RunName): Promise<RunResult> {
      await waitFor(`the end of ${name.run}`, () => ends(name).length > 0)
      return ends(name)[0] as RunResult
    },
    cut: () => line?.terminate(),
    close: () =>
      new Promise<void>((resolve) => {
        line?.terminate()
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}
