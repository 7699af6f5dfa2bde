import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createClient } from 'redis'
import { startBaton, type Baton } from '../harness/baton.ts'
import { Person } from '../harness/person.ts'
import { Sockets, type Tally, type Target } from './hub/sockets.ts'
import { startProgram, type Program } from './programs.ts'

interface Size {
  sockets: number
  events: number
  /** The minimum fan-out rate, relative to the bare one; null: nothing is compared, and both nodes are in the test's process. */
  least: number | null
  fault?: Target['fault']
}

/** The number of tasks that one request changes: their events are committed, and so delivered, together. */
const batch = 100

/** Two nodes as separate processes, and all sockets in a third, over loopback. */
export const proof = {
  name: 'hub',
  claim:
    'every event reaches every socket of two nodes through a reconnect of each, none missing, and fan-out is half of bare ws and Redis or more',
  timed: true,
  short: { sockets: 20, events: 200, least: null } as Size,
  full: { sockets: 1_000, events: 1_000, least: 0.5 } as Size,

  async run(baton: Baton, { sockets, events, least, fault = 'none' }: Size): Promise<Record<string, number>> {
    const more = { SOCKETS_PER_USER: '1000000' }
    const { urls: nodes, close } = await startNodes(baton, more, least === null)
    const clients = new Sockets()
    try {
      const [url = ''] = nodes
      const { write, person, sample } = await writer(url)
      const query = new URLSearchParams({ token: person.token, organization: person.organization ?? '' })
      const urls = nodes.map((node) => `${node.replace('http', 'ws')}/api/ws?${query}`)
      await clients.open({ urls, sockets, fault })
      // First only fan-out, then the same with every socket cut once along the way.
      const half = events / 2
      let busy = 0
      for (let sent = batch; sent <= half; sent += batch) {
        await write()
        busy += (await clients.seen(sent)).busy_ms
      }
      const perSecond = (half * sockets) / (busy / 1000)
      // Write and reconnect concurrently: events written while a socket is away are what resuming is for.
      await Promise.all([clients.reconnect(), writeOn(write, (events - half) / batch)])
      const tally = await clients.seen(events)
      const bare = least === null ? null : await bareFanOut(baton, await sample(), sockets, half)
      const compared: Record<string, number> = bare === null ? {} : { bare_per_second: Math.round(bare), ratio: round(perSecond / bare) }
      judge({ sockets, events, ratio: compared.ratio ?? null, least }, tally)
      return { sockets, events, ...pick(tally), per_second: Math.round(perSecond), ...compared }
    } finally {
      clients.stop()
      await close()
    }
  },
}

/** The conditions on the figures; the tests plant a fault for each to show that it can fail. */
export function judge(figures: { sockets: number; events: number; ratio: number | null; least: number | null }, tally: Tally): void {
  const wrong = [
    tally.gaps > 0 && `${tally.gaps} gaps`,
    tally.doubled > 0 && `${tally.doubled} doubled`,
    // Only a socket that was told to resync may have seen fewer events.
    tally.resyncs === 0 && tally.deliveries !== figures.sockets * figures.events && `${tally.deliveries} deliveries`,
    tally.reconnects !== figures.sockets && `${tally.reconnects} reconnects`,
    figures.least !== null && !((figures.ratio ?? 0) >= figures.least) && `fan-out at ${figures.ratio} of the bare one`,
  ].filter(Boolean)
  if (wrong.length > 0) throw new Error(`the hub: ${wrong.join(', ')}`)
}

const pick = ({ deliveries, gaps, doubled, resyncs, reconnects, memory_mb }: Tally) => ({
  deliveries,
  gaps,
  doubled,
  resyncs,
  reconnects,
  client_memory_mb: memory_mb,
})
const round = (ratio: number): number => Math.round(ratio * 100) / 100

/** Two nodes, either as processes or, where no time is judged, in the test's own: starting processes costs more than what they do here. */
async function startNodes(baton: Baton, more: Record<string, string>, here: boolean): Promise<{ urls: string[]; close(): Promise<void> }> {
  if (here) {
    const own = await startBaton(more, undefined, baton.servers)
    return { urls: [own.url, (await own.addNode()).address], close: () => own.close() }
  }
  const programs = await Promise.all([startProgram(baton, 'serve', more), startProgram(baton, 'serve', more)])
  return { urls: programs.map(({ url }) => url), close: async () => programs.forEach(end) }
}

function end(program: Program): void {
  program.process.removeAllListeners('exit')
  program.stop()
}

/** An organization whose tasks are all changed by one request, repeatedly. */
async function writer(url: string) {
  const registered = await Person.register(url, `hub-${Date.now().toString(36)}`)
  const person = await registered.createOrganization(`hub-${Date.now().toString(36)}`)
  await person.do('POST', '/api/projects', { name: 'Hub', slug: 'hub', key: 'HUB' })
  const keys: string[] = []
  for (let count = 0; count < batch; count++)
    keys.push((await person.do('POST', '/api/tasks', { project: 'hub', title: `Task ${count}` })).key)
  let turn = 0
  const write = async () => {
    await person.do('PATCH', '/api/tasks/bulk', { tasks: keys, changes: { priority: ++turn % 2 ? 'high' : 'low' } })
  }
  /** A frame of realistic length. */
  const sample = async () => {
    const { items } = await person.do('GET', '/api/activity?type=task.updated&limit=1')
    const { data, ...row } = await person.do('GET', `/api/activity/${items[0].seq}`)
    const { seq, at, type, actor, project_id, subject_id } = row
    return JSON.stringify({ seq, at, type, actor, project_id, subject_id, data })
  }
  return { write, person, sample }
}

async function writeOn(write: () => Promise<void>, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await write()
}

/** The same number of frames of the same length, to the same number of sockets in the same batches. */
async function bareFanOut(baton: Baton, body: string, sockets: number, events: number): Promise<number> {
  const channel = `bare-${Date.now()}`
  const nodes = await Promise.all([startBare(baton, channel), startBare(baton, channel)])
  const clients = new Sockets()
  const publisher = createClient({ url: baton.config.REDIS_URL })
  try {
    await publisher.connect()
    await clients.open({ urls: nodes.map((node) => node.url), sockets, fault: 'none' })
    let busy = 0
    for (let sent = 0; sent < events;) {
      const frames = Array.from(
        { length: batch },
        (_, place) => `{"id":"a","seq":${sent + place + 1},"after":${sent + place},"event":${body}}`,
      )
      await Promise.all(frames.map((frame) => publisher.publish(channel, frame)))
      sent += batch
      busy += (await clients.seen(sent)).busy_ms
    }
    return (events * sockets) / (busy / 1000)
  } finally {
    clients.stop()
    publisher.destroy()
    for (const node of nodes) node.child.kill('SIGKILL')
  }
}

function startBare(baton: Baton, channel: string): Promise<{ url: string; child: ChildProcess }> {
  const program = fileURLToPath(new URL('hub/bare-node.ts', import.meta.url))
  const child = spawn(process.execPath, [program, baton.config.REDIS_URL, channel], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the bare node ended with ${code}`)))
    child.stdout.once('data', (line: Buffer) => {
      child.removeAllListeners('exit')
      resolve({ url: line.toString().trim(), child })
    })
  })
}
