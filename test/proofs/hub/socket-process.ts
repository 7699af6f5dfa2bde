import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Tally, Target } from './sockets.ts'

const openAtOnce = 20
/** After this long without a frame, missing ones won't come any more. */
const silence = 15_000

interface Client {
  socket: WebSocket
  node: number
  /** The last sequence number it received. */
  told: number
  events: number
}

let target: Target = { urls: [], sockets: 0, fault: 'none' }
const clients: Client[] = []
const counts = { deliveries: 0, gaps: 0, doubled: 0, resyncs: 0, reconnects: 0 }
let [first, last] = [0, 0]
let faultLeft = true

/** Parses only enough of a frame to get its kind and numbers, so that counting stays cheap. */
const eventStart = /^\{"id":"a","seq":(\d+),"after":(\d+),/
const cursorFrame = /^\{"id":"a","at":(\d+)\}$/
const resyncFrame = /^\{"id":"a","resync":"\w+","at":(\d+)\}$/

function receive(client: Client, data: Buffer): void {
  const start = data.toString('latin1', 0, 90)
  const event = eventStart.exec(start)
  if (event) {
    if (target.fault === 'lost_frame' && faultLeft && client.events === 3) {
      faultLeft = false
      return
    }
    const [seq, after] = [Number(event[1]), Number(event[2])]
    last = performance.now()
    first ||= last
    if (seq <= client.told) return void counts.doubled++
    if (after !== client.told) counts.gaps++
    client.told = seq
    client.events++
    counts.deliveries++
    return
  }
  const moved = cursorFrame.exec(start)
  if (moved) return void (client.told = Number(moved[1]))
  const resync = resyncFrame.exec(start)
  if (resync) {
    counts.resyncs++
    client.told = Number(resync[1])
  }
}

/** Returns the position where the subscription begins: its first events may arrive before the awaiting caller continues. */
async function connect(client: Client, after?: number): Promise<number> {
  const socket = new WebSocket(target.urls[client.node % target.urls.length] ?? '', { perMessageDeflate: false })
  client.socket = socket
  socket.on('error', () => {})
  await once(socket, 'open')
  const subscribed = new Promise<number>((resolve, reject) => {
    socket.once('close', () => reject(new Error('a socket was closed while it subscribed')))
    socket.once('message', (data: Buffer) => {
      const answer = JSON.parse(data.toString()) as { at?: number; error?: { detail: string } }
      if (answer.at === undefined) return reject(new Error(answer.error?.detail ?? data.toString()))
      client.told = answer.at
      resolve(answer.at)
      socket.on('message', (more: Buffer) => receive(client, more))
    })
  })
  socket.send(JSON.stringify({ subscribe: { id: 'a', to: 'organization', ...(after !== undefined && { after }) } }))
  const at = await subscribed
  socket.removeAllListeners('close')
  return at
}

async function open(given: Target): Promise<void> {
  target = given
  for (let place = 0; place < target.sockets; place += openAtOnce) {
    const some = Array.from(
      { length: Math.min(openAtOnce, target.sockets - place) },
      (_, more) => ({ node: place + more, told: 0, events: 0 }) as Client,
    )
    clients.push(...some)
    await Promise.all(some.map((client) => connect(client)))
  }
}

async function reconnect(): Promise<void> {
  for (let place = 0; place < clients.length; place += openAtOnce) {
    await Promise.all(
      clients.slice(place, place + openAtOnce).map(async (client) => {
        const { told } = client
        client.socket.removeAllListeners('message')
        client.socket.terminate()
        client.node++
        counts.reconnects++
        const skip = target.fault === 'skipped_on_resume' && faultLeft ? 1 : 0
        faultLeft = faultLeft && skip === 0
        const at = await connect(client, told + skip)
        // The server answers where the subscription begins, and the client knows where it left off; they must match.
        if (at !== told) counts.gaps++
      }),
    )
  }
}

async function seen(events: number): Promise<void> {
  const since = () => performance.now() - Math.max(last, began)
  const began = performance.now()
  while (clients.some((client) => client.events < events) && since() < silence) await pause(5)
}

function tally(): Tally {
  const events = clients.map((client) => client.events)
  const busy_ms = last - first
  first = last = 0
  return {
    ...counts,
    fewest: Math.min(...events),
    most: Math.max(...events),
    busy_ms,
    memory_mb: Math.round(process.memoryUsage().rss / 1024 / 1024),
  }
}

process.on('message', (question: { open?: Target; seen?: number; reconnect?: true }) => {
  const work = question.open ? open(question.open) : question.reconnect ? reconnect() : seen(question.seen ?? 0)
  work.then(
    () => process.send?.(tally()),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
