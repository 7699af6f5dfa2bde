import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { roleUrl } from '../../../src/platform/database-login.ts'
import type { Tx } from '../../../src/platform/postgres.ts'
import { inOrder } from '../../../src/platform/sql.ts'
import type { Baton } from '../../harness/baton.ts'
import type { Program } from '../programs.ts'
import type { Place } from './fill.ts'

export interface Sent {
  name: string
  text: string
  values: unknown[]
}

/** The cost of one search in milliseconds: medians of wall-clock time, means of CPU time. */
export interface Cost {
  p50: number
  /** All threads of the server, including the one that embeds. */
  server: number
  database: number
  statements: number
  /** The same statements on a bare connection; each question runs right after ours. */
  bare: { p50: number; cpu: number }
  /** The median ratio of our time to that of the statements, per question. */
  toBare: number
}

/** Distinguishes the server's connections from those of this process. */
export const application = 'search-proof'

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

interface Search {
  /** Asks a server; resolves when the complete answer has arrived. */
  ask(url: string, question: string): Promise<void>
  questions: string[]
}

/**
 * The total cost of searches on a server, compared with their statements on a bare connection. Those statements are recorded while this process
 * answers the same question. The first quarter of the questions is a warm-up.
 */
export async function costOf(baton: Baton, server: Program, place: Place, { ask, questions }: Search): Promise<Cost> {
  const bare = await connect(baton, place)
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  const warm = Math.floor(questions.length / 4)
  const databaseCpu = backendCpu(baton)
  const spent = async () => ({ server: cpuOf(server.process.pid), database: await databaseCpu(), bare: cpuOf(bare.pid) })
  let [before, client, statements] = [await spent(), 0, 0]
  try {
    for (const [at, question] of questions.entries()) {
      const sent = await recorded(baton, () => ask(baton.url, question))
      if (at === warm) before = await spent()
      const began = performance.now()
      await ask(server.url, question)
      const answered = performance.now()
      const cpu = process.cpuUsage()
      await bare.run(sent.filter(({ searches }) => searches))
      if (at < warm) continue
      times.ours.push(answered - began)
      times.bare.push(performance.now() - answered)
      const { user, system } = process.cpuUsage(cpu)
      client += (user + system) / 1000
      statements += sent.length
      await databaseCpu()
    }
    const after = await spent()
    const count = questions.length - warm
    return {
      p50: median(times.ours),
      server: (after.server - before.server) / count,
      database: (after.database - before.database) / count,
      statements: statements / count,
      bare: { p50: median(times.bare), cpu: (client + after.bare - before.bare) / count },
      toBare: median(times.ours.map((took, at) => took / (times.bare[at] ?? 1))),
    }
  } finally {
    await bare.end()
  }
}

interface Recorded extends Sent {
  /** False for statements that identify the caller or count the call. */
  searches: boolean
}

/** The statements that this process sends while `work` runs. */
export async function recorded(baton: Baton, work: () => Promise<void>): Promise<Recorded[]> {
  const { database } = baton.node.assembly.kernel
  const { withRealm, identify } = database
  const sent: Recorded[] = []
  database.withRealm = (realm, scope, mode, inside) =>
    withRealm(realm, scope, mode, (tx) => {
      const rows: Tx['rows'] = (statement, values) => {
        const searches = realm === 'organization' && mode === 'read'
        sent.push({ name: statement.name, text: statement.text, values: inOrder(statement, values), searches })
        return tx.rows(statement, values)
      }
      const row: Tx['row'] = async (statement, values) => (await rows(statement, values))[0]
      const one: Tx['one'] = async (statement, values) => (await rows(statement, values))[0]!
      return inside({ ...tx, rows, row, one })
    })
  database.identify = (statement, values) => {
    sent.push({ name: statement.name, text: statement.text, values: inOrder(statement, values), searches: false })
    return identify(statement, values)
  }
  await work().finally(() => Object.assign(database, { withRealm, identify }))
  return sent
}

async function connect(baton: Baton, { org, user }: Place) {
  const client = new pg.Client({ connectionString: roleUrl(baton.config, 'baton_app') })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return {
    pid: rows[0]?.pid ?? 0,
    async run(statements: readonly Sent[]) {
      await client.query(`BEGIN READ ONLY; SET LOCAL app.org_id = '${org}'; SET LOCAL app.user_id = '${user}'`)
      for (const { name, text, values } of statements) await client.query({ name, text, values })
      await client.query('COMMIT')
    },
    end: () => client.end(),
  }
}

/** CPU milliseconds that the server's backends have used, including those that have ended since an earlier call. */
function backendCpu(baton: Baton): () => Promise<number> {
  const used = new Map<number, number>()
  return async () => {
    const rows = await baton.look<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and usename like 'baton%' and application_name = $1",
      [application],
    )
    for (const { pid } of rows) used.set(pid, cpuOf(pid))
    return [...used.values()].reduce((sum, one) => sum + one, 0)
  }
}

function cpuOf(pid: number | undefined): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.reduce((sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6, 0)
}
