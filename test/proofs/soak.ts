import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Baton } from '../harness/baton.ts'
import { Person, send } from '../harness/person.ts'
import { patience, waitFor } from '../harness/wait.ts'
import { startProgram, type Program } from './programs.ts'
import { claimed, type Figures } from './proof.ts'

interface Size {
  /** How many of them the load lasts, and how long one is. */
  minutes: number
  seconds: number
  sockets: number
  /** How many people work at a time. */
  people: number
  /** How long the processes may take to come to rest. */
  rest: number
  /** The allowed ratio of memory at rest to that after the first minute; null: only reported. */
  memory: number | null
  /** How many more handles or connections than after the first minute may be left at rest; null: only reported, a second says too little. */
  left: number | null
}

interface Sample {
  memory_mb: number
  handles: number
  connections: number
}

const asked = process.env['SOAK_MINUTES']

/**
 * Mixed load with live connections that stay, and then rest: what a process holds must not grow with what it has done. `SOAK_MINUTES` gives
 * the full size another length.
 */
export const proof = {
  name: 'soak',
  claim: 'load with a hundred live connections leaves memory, handles and connections as they were after a minute of it',
  timed: true,
  short: { minutes: 3, seconds: 1, sockets: 20, people: 3, rest: patience / 1000, memory: null, left: null } as Size,
  full: { minutes: Number(asked ?? 15), seconds: 60, sockets: 100, people: 4, rest: 300, memory: 1.1, left: 0 } as Size,
  million: { minutes: 30, seconds: 60, sockets: 100, people: 4, rest: 300, memory: 1.1, left: 0 } as Size,

  async run(baton: Baton, { minutes, seconds, sockets, people, rest, memory, left }: Size): Promise<Figures> {
    // One account stands for a hundred people, so it may have as many connections.
    const settings = { SOCKETS_PER_USER: '1000', REGISTRATIONS_PER_HOUR: '1000', NODE_ENV: 'production' }
    const [server, worker] = [await startProgram(baton, 'serve', settings), await startProgram(baton, 'worker', settings)]
    const programs = [server, worker]
    const open: WebSocket[] = []
    const over = { is: false }
    const sample = async (): Promise<Sample> => {
      const [{ count }] = (await baton.look<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
      )) as [{ count: number }]
      return { memory_mb: sum(programs, memoryOf), handles: sum(programs, handlesOf), connections: count }
    }
    try {
      const person = await Person.register(server.url, `soak-${Date.now() % 1e8}`)
      await person.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
      for (let number = 0; number < sockets; number++) open.push(await follow(server.url, person))
      const working = Array.from({ length: people }, () => load(server.url, person, over))
      const byMinute: Sample[] = []
      for (let minute = 0; minute < minutes; minute++) {
        await Promise.race([pause(seconds * 1000), Promise.all(working)])
        byMinute.push(await sample())
      }
      over.is = true
      const calls = (await Promise.all(working)).reduce((all, one) => all + one, 0)
      const first = byMinute[0] as Sample
      const isAtRest = ({ handles, connections, memory_mb }: Sample) =>
        (left === null || Math.max(handles - first.handles, connections - first.connections) <= left) &&
        (memory === null || memory_mb <= first.memory_mb * memory)
      // What does not come to rest is judged below, with all figures.
      const last = await waitFor('the processes to come to rest', sample, isAtRest, rest * 1000).catch(sample)
      const lost = open.filter(({ readyState }) => readyState !== WebSocket.OPEN).length
      for (const socket of open) socket.close()
      const closed = await waitFor(
        'the closed connections to be let go',
        sample,
        ({ handles }) => handles <= last.handles - sockets + lost,
        rest * 1000,
      ).catch(sample)
      const listed = (name: keyof Sample) => [...byMinute, last].map((one) => one[name]).join(' ')
      return claimed<Figures>(
        {
          ...{ minutes, calls, sockets, lost_sockets: lost, memory_ratio: Math.round((last.memory_mb / first.memory_mb) * 100) / 100 },
          ...{ handles_left: last.handles - first.handles, connections_left: last.connections - first.connections },
          ...{ handles_of_closed_sockets: sockets - lost - (last.handles - closed.handles) },
          ...{ memory_mb_by_minute_and_at_rest: listed('memory_mb'), handles_by_minute_and_at_rest: listed('handles') },
          connections_by_minute_and_at_rest: listed('connections'),
        },
        {
          is: { lost_sockets: 0 },
          most: { memory_ratio: memory, handles_left: left, connections_left: left, handles_of_closed_sockets: left ?? sockets / 2 },
          least: { calls: minutes },
        },
      )
    } finally {
      over.is = true
      for (const socket of open) socket.terminate()
      for (const program of programs) {
        program.process.removeAllListeners('exit')
        program.stop()
      }
    }
  },
}

/** Writes, reads, searches and logs in until it is over; returns the number of calls, each of which must succeed or be told to come again. */
async function load(url: string, person: Person, over: { is: boolean }): Promise<number> {
  let calls = 0
  const kinds: (() => Promise<{ status: number; body?: { token?: string } }>)[] = [
    () => person.call('POST', '/api/tasks', { project: 'web', title: `Task ${calls}` }),
    () => person.call('GET', '/api/tasks?project=web'),
    () => person.call('GET', '/api/search?q=task'),
    () => send(url, 'POST', '/api/auth/login', { email: person.user.email, password: person.password }),
  ]
  while (!over.is) {
    for (const ask of kinds) {
      const { status, body } = await ask()
      if (status >= 300 && status !== 503) throw new Error(`a call of the load answered ${status}`)
      calls++
      // An access token lives for 15 minutes, less than the largest size lasts.
      person.token = body?.token ?? person.token
    }
    await pause(20)
  }
  return calls
}

async function follow(url: string, person: Person): Promise<WebSocket> {
  const { ticket } = await person.do('POST', '/api/auth/ws-ticket', {})
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws?token=${ticket}`)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  socket.send('{"subscribe":{"id":"all","to":"organization"}}')
  socket.resume()
  return socket
}

const sum = (programs: readonly Program[], of: (pid: number) => number): number =>
  programs.reduce((all, { process }) => all + of(process.pid as number), 0)
const handlesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length
const memoryOf = (pid: number): number =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
