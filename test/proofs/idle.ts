import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Baton } from '../harness/baton.ts'
import { Person, send } from '../harness/person.ts'
import { percentile } from './outages/load.ts'
import { startProgram } from './programs.ts'

interface Size {
  /** Seconds to settle: programs start with work of their own, such as models, schedules and first scans. */
  settling: number
  seconds: number
  /** Each subscribed to a different organization. */
  sockets: number
  /** How long nothing happens on them. */
  silence: number
  requests: number
  /** The maximum share of one core for server and worker together; null: only reported. */
  core: number | null
  /** The maximum 99th percentile of an unrelated request relative to that without sockets; null: only reported. */
  slowdown: number | null
}

const ticksPerSecond = 100

/** An idle server and worker, then with many sockets on which nothing happens. */
export const proof = {
  name: 'idle',
  claim: 'a server and a worker that nobody uses cost next to nothing, and sockets on which nothing happens slow nobody down',
  timed: true,
  short: { settling: 3, seconds: 10, sockets: 60, silence: 2, requests: 100, core: null, slowdown: null } as Size,
  full: {
    settling: 20,
    seconds: 120,
    sockets: 3000,
    silence: 10,
    requests: 2000,
    core: 0.01,
    slowdown: 2,
  } as Size,

  async run(baton: Baton, size: Size): Promise<Record<string, number>> {
    const { settling, seconds, sockets, silence, requests, core, slowdown } = size
    await baton.look('create extension if not exists pg_stat_statements')
    const limits = { REGISTRATIONS_PER_HOUR: '100000', SOCKETS_PER_USER: '100000', NODE_ENV: 'production' }
    const [server, worker] = [await startProgram(baton, 'serve', limits), await startProgram(baton, 'worker', limits)]
    const open: WebSocket[] = []
    try {
      const person = await Person.register(server.url, `idle-${Date.now() % 1e8}`)
      await person.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
      for (let number = 0; number < 50; number++) await person.do('POST', '/api/tasks', { project: 'web', title: `Task ${number}` })
      await pause(settling * 1000)
      const cpu = () => cpuOf(server.process.pid) + cpuOf(worker.process.pid)
      const before = { statements: await statementsOf(baton), cpu: cpu() }
      await pause(seconds * 1000)
      const perSecond = ((await statementsOf(baton)) - before.statements) / seconds
      const share = (cpu() - before.cpu) / seconds
      const alone = await times(person, requests)
      const organizations = await organizationsOf(baton, person, sockets)
      for (const organization of organizations) open.push(await follow(server.url, person, organization))
      await pause(silence * 500)
      const beside = { statements: await statementsOf(baton) }
      await pause(silence * 1000)
      const withSockets = ((await statementsOf(baton)) - beside.statements) / silence
      const crowded = await times(person, requests)
      const ratio = percentile(crowded, 0.99) / percentile(alone, 0.99)
      const lost = open.filter(({ readyState }) => readyState !== WebSocket.OPEN).length
      if (lost > 0) throw new Error(`${lost} of ${sockets} sockets were closed`)
      if (core !== null && share > core) throw new Error(`${(share * 100).toFixed(2)} % of a core, at most ${core * 100} %`)
      if (slowdown !== null && ratio > slowdown) throw new Error(`the 99th percentile grew ${ratio.toFixed(2)} times, at most ${slowdown}`)
      return {
        statements_a_second: round(perSecond),
        percent_of_a_core: round(share * 100),
        sockets,
        statements_a_second_with_sockets: round(withSockets),
        p99_ratio: round(ratio),
        p50_ratio: round(percentile(crowded, 0.5) / percentile(alone, 0.5)),
      }
    } finally {
      for (const socket of open) socket.terminate()
      for (const program of [server, worker]) {
        program.process.removeAllListeners('exit')
        program.stop()
      }
    }
  },
}

const round = (value: number): number => Math.round(value * 100) / 100

/**
 * All statements sent to this test's database, including begin and commit, but without those of the test itself or the database's own foreign key
 * checks.
 */
async function statementsOf(baton: Baton): Promise<number> {
  const [row] = await baton.look<{ calls: number }>(
    `select coalesce(sum(s.calls), 0)::float8 as calls from pg_stat_statements s
     join pg_roles r on r.oid = s.userid join pg_database d on d.oid = s.dbid where d.datname = current_database() and r.rolname like 'baton_%'
       and s.query not like 'SELECT % FROM ONLY %'`,
  )
  return row?.calls ?? 0
}

/** CPU seconds that a process has used. */
function cpuOf(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) / ticksPerSecond
}

async function times(person: Person, requests: number): Promise<number[]> {
  const measured: number[] = []
  for (let number = 0; number < requests; number++) {
    const began = performance.now()
    await person.do('GET', '/api/tasks?project=web')
    measured.push(performance.now() - began)
  }
  return measured
}

/** Inserted directly: creating thousands through the API would test the API. */
async function organizationsOf(baton: Baton, person: Person, count: number): Promise<string[]> {
  const rows = await baton.look<{ id: string }>(
    `with made as (
       insert into handles (handle, kind, id)
       select 'idle-' || $2 || '-' || n, 'organization', gen_random_uuid() from generate_series(1, $1::integer) n returning handle, id
     ), organization as (
       insert into organizations (id, handle, name) select id, handle, handle from made
     ), head as (
       insert into log_heads (org_id) select id from made
     ), member as (
       insert into memberships (org_id, user_id, role) select id, $3, 'owner' from made
     )
     select id from made`,
    [count, Date.now() % 1e8, person.user.id],
  )
  return rows.map(({ id }) => id)
}

async function follow(url: string, person: Person, organization: string): Promise<WebSocket> {
  const { status, body } = await send(
    url,
    'POST',
    '/api/auth/ws-ticket',
    {},
    { authorization: `Bearer ${person.token}`, 'baton-organization': organization },
  )
  if (status !== 201) throw new Error(`no ticket for a socket: ${status} ${JSON.stringify(body)}`)
  const address = new URL(`/api/ws?token=${encodeURIComponent(body.ticket)}&organization=${organization}`, url)
  address.protocol = 'ws:'
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send(JSON.stringify({ subscribe: { id: 'o', to: 'organization' } })))
    socket.once('message', resolve)
  })
  return socket
}
