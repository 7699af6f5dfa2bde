import { WebSocket } from 'ws'
import type { Baton } from '../harness/baton.ts'
import { Person } from '../harness/person.ts'
import { AgentClient } from './agent-client.ts'
import { startProgram } from './programs.ts'
import { startRoundRobin } from './round-robin.ts'
import { quietLimit } from '../harness/quiet-limit.ts'

interface Size {
  sessions: number
  calls: number
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Two server processes and a worker behind a round-robin proxy; one server is killed halfway. */
export const proof = {
  name: 'cluster',
  claim:
    'no tool call fails across nodes, a write on one node is live on the other within 1 s, and killing a node loses no acknowledged write',
  short: { sessions: 20, calls: 100 },
  full: { sessions: 100, calls: 1000 },
  async run(baton: Baton, { sessions, calls }: Size): Promise<Record<string, number>> {
    const programs = await Promise.all([startProgram(baton, 'serve'), startProgram(baton, 'serve'), startProgram(baton, 'worker')])
    const [first, second] = programs
    const proxy = await startRoundRobin([first.url, second.url])
    try {
      const person = await Person.register(proxy.url, `cluster-${sessions}`)
      await person.do('POST', '/api/projects', { name: 'Cluster', slug: 'cluster' })
      const { token } = await person.mcpToken()
      const clients = await Promise.all(
        Array.from({ length: sessions }, async () => {
          const client = new AgentClient(proxy.url, token)
          await client.connect()
          return client
        }),
      )
      const liveMs = await timeToOtherNode(person, first.url, second.url)
      const calm = await callAll(clients, calls / 2, 'calm', 10_000)
      const reconnectedBefore = clients.reduce((sum, client) => sum + client.reconnects, 0)
      if (reconnectedBefore > 0) throw new Error(`${reconnectedBefore} reconnects although no node was killed`)
      const stormy = callAll(clients, calls / 2, 'stormy', 5_000)
      await sleep(150)
      second.process.removeAllListeners('exit')
      second.stop()
      const killed = performance.now()
      const after = await stormy
      const recovered = Math.max(0, ...after.slowest.map((at) => at - killed)) / 1000
      const titles = await baton.look<{ title: string; count: number }>(
        `select title, count(*)::integer as count from work_items where title like 'calm %' or title like 'stormy %' group by title`,
      )
      const once = new Map(titles.map((row) => [row.title, row.count]))
      const lost = [...calm.acknowledged, ...after.acknowledged].filter((title) => !once.has(title)).length
      const doubled = titles.filter((row) => row.count > 1).length
      if (lost > 0 || doubled > 0) throw new Error(`${lost} acknowledged writes lost, ${doubled} doubled`)
      await Promise.all(clients.map((client) => client.close()))
      const failures = calm.asked + after.asked - calm.acknowledged.length - after.acknowledged.length
      return {
        sessions,
        calls,
        failures,
        live_ms: liveMs,
        lost,
        doubled,
        slowest_call_after_kill_s: Math.round(recovered * 10) / 10,
        reconnects: clients.reduce((sum, client) => sum + client.reconnects, 0),
      }
    } finally {
      proxy.close()
      for (const program of programs) {
        program.process.removeAllListeners('exit')
        program.stop()
      }
    }
  },
}

/** Every client makes its share of the calls, each with its own key; each must be answered within `within` milliseconds. */
async function callAll(clients: readonly AgentClient[], calls: number, word: string, within: number) {
  const acknowledged: string[] = []
  const slowest: number[] = []
  const share = Math.ceil(calls / clients.length)
  await Promise.all(
    clients.map(async (client, place) => {
      for (let count = 0; count < share; count++) {
        const title = `${word} ${place} ${count}`
        const { isError, result } = await client.call('create_task', { project: 'cluster', title, idempotency_key: title }, within)
        if (isError) throw new Error(`${title} was refused: ${JSON.stringify(result)}`)
        acknowledged.push(title)
        slowest.push(performance.now())
      }
    }),
  )
  return { asked: share * clients.length, acknowledged, slowest }
}

/** Milliseconds from a write on one node to its event on a WebSocket of the other. */
async function timeToOtherNode(person: Person, writer: string, listener: string): Promise<number> {
  const socket = new WebSocket(`${listener.replace('http', 'ws')}/api/ws?token=${person.token}`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const frames: any[] = []
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
  const seen = async (found: (frame: any) => boolean) => {
    const until = performance.now() + quietLimit(1000)
    while (!frames.some(found)) {
      if (performance.now() > until) throw new Error('not live within a second, or what a second is on this machine now')
      await sleep(5)
    }
  }
  socket.send(JSON.stringify({ subscribe: { id: 'all', to: 'organization' } }))
  await seen((frame) => frame.subscribed === 'all')
  const started = performance.now()
  await new Person(writer, { user: person.user, token: person.token, refresh_token: '' }, '').do('POST', '/api/tasks', {
    project: 'cluster',
    title: 'live',
  })
  await seen((frame) => frame.event?.type === 'task.created')
  socket.close()
  return Math.round(performance.now() - started)
}
