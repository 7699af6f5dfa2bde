import { WebSocket } from 'ws'
import type { Baton } from '../harness/baton.ts'
import { Person } from '../harness/person.ts'
import { AgentClient } from './agent-client.ts'
import { claimed } from './proof.ts'
import { startProgram } from './programs.ts'
import { startRoundRobin } from './round-robin.ts'

interface Size {
  sessions: number
  calls: number
  /** Whether the node that stays is the test's own, and there is no worker: starting processes costs more than what they do here. */
  here: boolean
  /** Limits of the times: seconds for a call after the kill, milliseconds for a write to be live on the other node; null: only reported. */
  slowest: number | null
  live: number | null
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Two server processes and a worker behind a round-robin proxy; one server is killed halfway. */
export const proof = {
  name: 'cluster',
  claim:
    'no tool call fails across nodes, a write on one node is live on the other within 1 s, and killing a node loses no acknowledged write',
  timed: true,
  short: { sessions: 10, calls: 60, here: true, slowest: null, live: null } as Size,
  full: { sessions: 100, calls: 1000, here: false, slowest: 5, live: 1000 } as Size,
  async run(baton: Baton, { sessions, calls, here, slowest, live }: Size): Promise<Record<string, number>> {
    const others = here ? [] : await Promise.all([startProgram(baton, 'serve'), startProgram(baton, 'worker')])
    const second = await startProgram(baton, 'serve')
    const programs = [...others, second]
    const first = { url: others[0]?.url ?? baton.url }
    const proxy = await startRoundRobin([first.url, second.url])
    try {
      const person = await Person.register(proxy.url, `cluster-${sessions}`)
      await person.do('POST', '/api/projects', { name: 'Cluster', slug: 'cluster' })
      const { token } = await person.mcpToken()
      const clients = await Promise.all(
        Array.from({ length: sessions }, async () => {
          const client = new AgentClient(proxy.url, token)
          // Connects, and again if a busy server says so.
          await client.call('list_projects', {})
          return client
        }),
      )
      const liveMs = await timeToOtherNode(person, first.url, second.url)
      const calm = callAll(clients, calls / 2, 'calm', undefined)
      await calm.done
      const busy = clients.reduce((sum, client) => sum + client.busy, 0)
      const reconnectedBefore = clients.reduce((sum, client) => sum + client.reconnects, 0)
      if (busy === 0 && reconnectedBefore > 0) throw new Error(`${reconnectedBefore} reconnects although no node was killed`)
      const stormy = callAll(clients, calls / 2, 'stormy', 2500)
      // Halfway: some calls have been answered, others are under way.
      while (stormy.acknowledged.length < calls / 8) await sleep(5)
      second.process.removeAllListeners('exit')
      second.stop()
      const killed = performance.now()
      await stormy.done
      const after = stormy
      const slowestCall = Math.max(0, ...after.times.map(({ began, ended }) => ended - Math.max(began, killed))) / 1000
      const titles = await baton.look<{ title: string; count: number }>(
        `select title, count(*)::integer as count from work_items where title like 'calm %' or title like 'stormy %' group by title`,
      )
      const once = new Map(titles.map((row) => [row.title, row.count]))
      const lost = [...calm.acknowledged, ...after.acknowledged].filter((title) => !once.has(title)).length
      const doubled = titles.filter((row) => row.count > 1).length
      if (lost > 0 || doubled > 0) throw new Error(`${lost} acknowledged writes lost, ${doubled} doubled`)
      await Promise.all(clients.map((client) => client.close()))
      const failures = calm.asked + after.asked - calm.acknowledged.length - after.acknowledged.length
      const figures = {
        sessions,
        calls,
        failures,
        live_ms: liveMs,
        lost,
        doubled,
        slowest_call_after_kill_s: Math.round(slowestCall * 10) / 10,
        reconnects: clients.reduce((sum, client) => sum + client.reconnects, 0),
        told_to_come_again: clients.reduce((sum, client) => sum + client.busy, 0),
      }
      return claimed(figures, {
        is: { failures: 0 },
        most: { slowest_call_after_kill_s: slowest, live_ms: live },
        least: { reconnects: 1 },
      })
    } finally {
      proxy.close()
      for (const program of programs) {
        program.process.removeAllListeners('exit')
        program.stop()
      }
    }
  },
}

/** Every client makes its share of the calls, each with its own key. */
function callAll(clients: readonly AgentClient[], calls: number, word: string, firstWait: number | undefined) {
  const acknowledged: string[] = []
  const times: { began: number; ended: number }[] = []
  const share = Math.ceil(calls / clients.length)
  const work = async (client: AgentClient, place: number) => {
    for (let count = 0; count < share; count++) {
      const title = `${word} ${place} ${count}`
      const began = performance.now()
      const { isError, result } = await client.call('create_task', { project: 'cluster', title, idempotency_key: title }, firstWait)
      if (isError) throw new Error(`${title} was refused: ${JSON.stringify(result)}`)
      acknowledged.push(title)
      times.push({ began, ended: performance.now() })
    }
  }
  return { asked: share * clients.length, acknowledged, times, done: Promise.all(clients.map(work)) }
}

/** Milliseconds from a write on one node to its event on a WebSocket of the other. */
async function timeToOtherNode(person: Person, writer: string, listener: string): Promise<number> {
  const socket = new WebSocket(`${listener.replace('http', 'ws')}/api/ws?token=${person.token}`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const frames: any[] = []
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
  const seen = async (found: (frame: any) => boolean) => {
    const until = performance.now() + 60_000
    while (!frames.some(found)) {
      if (performance.now() > until) throw new Error('never live on the other node')
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
