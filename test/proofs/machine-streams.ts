import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket, WebSocketServer } from 'ws'
import type { Baton } from '../harness/baton.ts'
import { TestMachine } from '../machines/machines.ts'
import { claimed } from './proof.ts'

const mebibyte = 1024 * 1024
const block = randomBytes(64 * 1024)

/** A large response to a reader that pauses midway, and many concurrent streams, through another node than the one that holds the machine. */
export const proof = {
  name: 'machine-streams',
  claim:
    'a machine’s port is reached through any node with bounded memory, a slow reader slows the service, and streams do not disturb each other',
  short: { mebibytes: 100, streams: 40 },
  full: { mebibytes: 100, streams: 200 },
  async run(baton: Baton, { mebibytes, streams }: { mebibytes: number; streams: number }): Promise<Record<string, number>> {
    const service = await startService(mebibytes)
    const owner = await baton.person()
    const other = await baton.addNode()
    const machine = await TestMachine.pair(owner, [service.port])
    try {
      await machine.start().online()
      const address = `${other.address}/api/tunnels/${machine.id}/ws?port=${service.port}`
      const headers = { authorization: `Bearer ${owner.token}` }
      const answer = await new Promise<IncomingMessage>((resolve, reject) => get(address, { headers }, resolve).on('error', reject))
      const digest = createHash('sha256')
      let bytes = 0
      answer.on('data', (data: Buffer) => {
        digest.update(data)
        bytes += data.length
      })
      await new Promise((resolve) => answer.once('data', resolve))
      answer.pause()
      // The service is blocked once it has written nothing more for a while.
      let written = -1
      while (written !== service.written) {
        written = service.written
        await pause(1000)
      }
      answer.resume()
      await new Promise((resolve, reject) => answer.on('end', resolve).on('error', reject))
      const intact = digest.digest('hex') === service.digest && bytes === mebibytes * mebibyte
      if (!intact) throw new Error(`${bytes} bytes arrived, and not those that were sent`)
      const echoed = await echoAll(address.replace('http', 'ws'), headers, streams)
      const figures = {
        mebibytes,
        // Everything buffered along the way, in any process.
        in_flight_while_paused_mib: Math.round(written / mebibyte),
        machine_peak_mib: Math.round(peakOf(machine.process?.pid) / mebibyte),
        streams,
        echoed,
      }
      // Memory that grows with the answer would hold all of it.
      return claimed(figures, { is: { echoed: streams }, most: { in_flight_while_paused_mib: 64, machine_peak_mib: 400 } })
    } finally {
      await machine.close()
      service.close()
    }
  },
}

/** Opens all of them before the first one sends anything. */
async function echoAll(address: string, headers: Record<string, string>, count: number): Promise<number> {
  const open = () =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(address, { headers, handshakeTimeout: 60_000 })
      socket.once('open', () => resolve(socket)).once('error', reject)
    })
  const sockets: WebSocket[] = []
  // A few at a time: the database limits how many can be opened at once, but what counts here is how many are open.
  while (sockets.length < count) sockets.push(...(await Promise.all(Array.from({ length: Math.min(10, count - sockets.length) }, open))))
  const answers = await Promise.all(
    sockets.map(
      (socket, place) =>
        new Promise<boolean>((resolve, reject) => {
          socket.once('message', (data: Buffer) => resolve(data.toString() === `stream ${place}`)).once('error', reject)
          socket.send(`stream ${place}`)
        }),
    ),
  )
  for (const socket of sockets) socket.terminate()
  return answers.filter(Boolean).length
}

async function startService(mebibytes: number) {
  const digest = createHash('sha256')
  const blocks = (mebibytes * mebibyte) / block.length
  for (let place = 0; place < blocks; place++) digest.update(block)
  let written = 0
  const server = createServer((_, response) => {
    let place = 0
    const body = new Readable({
      read() {
        written += place < blocks ? block.length : 0
        this.push(place++ < blocks ? block : null)
      },
    })
    body.pipe(response)
    response.on('close', () => body.destroy())
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => socket.on('message', (data, binary) => socket.send(data, { binary })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    digest: digest.digest('hex'),
    get written() {
      return written
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function peakOf(pid: number | undefined): number {
  const [, kibibytes = '0'] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s+(\d+) kB/) ?? []
  return Number(kibibytes) * 1024
}
