import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase, sql } from '../../src/platform/postgres.ts'
import type { Baton } from '../harness/baton.ts'
import { startPooler } from '../harness/pooler.ts'
import { callTool } from '../looping/mcp-client.ts'
import { Person } from '../harness/person.ts'
import { claimed } from './proof.ts'
import { startProgram } from './programs.ts'

interface Size {
  rounds: number
  /** How often each call is made in a round, on both servers. */
  calls: number
  concurrency: number
  /** The minimum share of the direct server's rate; null: that server is not started, and only what works is shown. */
  least: number | null
}

/** The same calls to two servers alternately, one connected directly to PostgreSQL and one through PgBouncer in transaction mode. */
export const proof = {
  name: 'pooler',
  claim: 'through PgBouncer in transaction mode everything works, cancelling too, at nearly the same speed',
  timed: true,
  short: { rounds: 1, calls: 8, concurrency: 4, least: null } as Size,
  full: { rounds: 7, calls: 400, concurrency: 8, least: 0.8 } as Size,

  async run(baton: Baton, { rounds, calls, concurrency, least }: Size): Promise<Record<string, number | string>> {
    const pooler = await startPooler(baton.config)
    const production = { NODE_ENV: 'production', REGISTRATIONS_PER_HOUR: '100000' }
    const stop: (() => void)[] = [pooler.stop]
    try {
      const cancelled = await cancels(baton, pooler.url)
      const ratios = new Map<string, number[]>()
      const sides: Record<string, () => Promise<unknown>>[] = []
      for (const url of [...(least === null ? [] : [baton.config.DATABASE_URL]), pooler.url]) {
        const program = await startProgram(baton, 'serve', { ...production, DATABASE_URL: url })
        stop.push(() => {
          program.process.removeAllListeners('exit')
          program.stop()
        })
        sides.push(await callsOf(program.url, `pooled-${sides.length}-${Date.now() % 1e7}`, least === null ? 2 * concurrency : 50))
      }
      if (least === null) {
        const works = Object.entries(sides[0] ?? {})
        for (const [, call] of works) await timeOf(() => patiently(call), calls, concurrency)
        return { cancelled_ms: cancelled, server_connections: pooler.serverConnections, works: works.length }
      }
      const [direct = {}, pooled = {}] = sides
      for (let round = -1; round < rounds; round++) {
        for (const name of Object.keys(direct)) {
          const order = round % 2 === 0 ? [direct, pooled] : [pooled, direct]
          const took = new Map<object, number>()
          for (const side of order) took.set(side, await timeOf(side[name]!, round < 0 ? concurrency : calls, concurrency))
          // The first round is only a warm-up for both.
          if (round >= 0) ratios.set(name, [...(ratios.get(name) ?? []), took.get(direct)! / took.get(pooled)!])
        }
      }
      const figures = Object.fromEntries([...ratios].map(([name, all]) => [name, round2(median(all))]))
      const slow = Object.entries(figures).filter(([, ratio]) => ratio < least)
      if (slow.length > 0) throw new Error(`slower than ${least} of direct: ${slow.map(([name, ratio]) => `${name} ${ratio}`).join(', ')}`)
      return claimed(
        { cancelled_ms: cancelled, server_connections: pooler.serverConnections, ...figures },
        { most: { cancelled_ms: 5000 } },
      )
    } finally {
      for (const end of stop) end()
    }
  },
}

const round2 = (value: number): number => Math.round(value * 100) / 100
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** A statement whose caller gives up is canceled in the database too, and the connection remains usable. */
async function cancels(baton: Baton, url: string): Promise<number> {
  const database = connectDatabase({ ...baton.config, DATABASE_URL: url, DATABASE_POOL: 2 })
  const sleep = sql('select pg_sleep(30)').as<unknown>()
  const sleeping = async () =>
    (await baton.look("select from pg_stat_activity where state = 'active' and query = 'select pg_sleep(30)'")).length
  try {
    const ending = new AbortController()
    const place = { org: null, user: null, signal: ending.signal }
    const asked = database
      .withRealm('public', place, 'read', (tx) => tx.rows(sleep, {}))
      .then(
        () => new Error('it slept to the end'),
        (error: { code?: string }) => (error.code === '57014' ? null : error),
      )
    while ((await sleeping()) === 0) await pause(10)
    const began = performance.now()
    ending.abort()
    const wrong = await asked
    if (wrong) throw wrong
    while ((await sleeping()) > 0) {
      if (performance.now() - began > 60_000) throw new Error('the statement goes on in the database')
      await pause(10)
    }
    const took = Math.round(performance.now() - began)
    await database.withRealm('public', { org: null, user: null }, 'read', (tx) => tx.rows(sql('select 1 as one').as<unknown>(), {}))
    return took
  } finally {
    await database.close()
  }
}

async function callsOf(url: string, handle: string, tasks: number): Promise<Record<string, () => Promise<unknown>>> {
  const person = await Person.register(url, handle)
  const { token } = await person.mcpToken('pooled')
  for (const slug of ['web', 'queue']) await person.do('POST', '/api/projects', { name: slug, slug })
  // More than are claimed at the same moment: each is released again.
  for (let number = 0; number < tasks; number++)
    await person.do('POST', '/api/tasks', { project: 'queue', title: `Waiting ${number}`, status: 'todo' })
  const tool = async (name: string, input: object) => {
    const { status, text, body } = await callTool(url, token, name, input)
    if (status >= 300) throw new Error(`${name}: ${status} ${text}`)
    return body
  }
  let key = ''
  for (let number = 0; number < tasks; number++)
    ({ key } = await person.do('POST', '/api/tasks', { project: 'web', title: `Task ${number}` }))
  let count = 0
  return {
    list: () => person.do('GET', '/api/tasks?project=web'),
    get: () => person.do('GET', `/api/tasks/${key}`),
    board: () => person.do('GET', '/api/projects/web/board'),
    create: () => person.do('POST', '/api/tasks', { project: 'web', title: `More ${count++}` }),
    update: () => person.do('PATCH', `/api/tasks/${key}`, { title: `Changed ${count++}` }),
    search: () => person.do('GET', '/api/search?q=task'),
    claim_and_release: async () => {
      const { task, lease } = await person.do('POST', '/api/tasks/claim', { project: 'queue' })
      await person.do('POST', `/api/tasks/${task.key}/release`, { fence: lease.fence })
    },
    list_tasks: () => tool('list_tasks', { project: 'web' }),
    get_task: () => tool('get_task', { task: key }),
    create_task: () => tool('create_task', { project: 'web', title: `Told ${count++}` }),
    update_task: () => tool('update_task', { task: key, description: `Told ${count++}` }),
    claim_task_and_release: async () => {
      const { task, lease } = await tool('claim_task', { project: 'queue' })
      await tool('claim_task', { action: 'release', task: task.key, fence: lease.fence })
    },
    search_memory: () => tool('search_memory', { query: 'task' }),
  }
}

/** A busy server asks to come again. Anything else that it refuses is a fault. */
async function patiently(call: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (tries === 100 || !String(error).includes('unavailable')) throw error
      await pause(250)
    }
  }
}

async function timeOf(call: () => Promise<unknown>, calls: number, concurrency: number): Promise<number> {
  const began = performance.now()
  let left = calls
  const one = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: concurrency }, one))
  return performance.now() - began
}
