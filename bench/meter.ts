import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { measure, type Measured, type Work } from './load.ts'

/** A server under load, and how its database connections are identified. */
export interface Program {
  url: string
  process: ChildProcess
  /** LIKE pattern of the role names whose statements and backends belong to it. */
  role: string
}

/** The cost of one call, times in milliseconds; null where the database does not report it or runs on another machine. */
export interface Costs {
  statements: number | null
  planning: number | null
  execution: number | null
  server: number
  database: number | null
}

export interface Priced extends Measured, Costs {}

export interface Meter {
  /** Puts load on a server and measures what each call cost the server and its database. */
  price(program: Program, work: Work, seconds: number): Promise<Priced>
  close(): Promise<void>
}

const millisecondsPerTick = 10
// Statements that open or close a transaction are not counted: they travel with another statement.
const totals = `select sum(s.calls) filter (where s.query !~* '^\\s*(begin|set|commit|rollback|start)')::float8 as statements,
    sum(s.total_plan_time)::float8 as planning, sum(s.total_exec_time)::float8 as execution
  from pg_stat_statements s join pg_roles r on r.oid = s.userid join pg_database d on d.oid = s.dbid
  where d.datname = current_database() and r.rolname like $1 and s.toplevel and s.query not like '%pg_stat_%'`

/** Must be opened before the servers start: planning time is tracked only for connections made afterwards. */
export async function openMeter(admin: string): Promise<Meter> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  const counts = await countsStatements(client)
  const backendsOf = async (role: string): Promise<number[]> =>
    (await client.query('select pid from pg_stat_activity where datname = current_database() and usename like $1', [role])).rows.map(
      ({ pid }: { pid: number }) => pid,
    )
  const readTicks = async (role: string) => new Map((await backendsOf(role)).map((pid) => [pid, ticksOf(pid)]))
  return {
    async price(program, work, seconds) {
      if (counts)
        await client.query('select pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)')
      const before = { server: ticksOf(program.process.pid), database: await readTicks(program.role) }
      const measured = await measure(program.url, work, seconds)
      const after = { server: ticksOf(program.process.pid), database: await readTicks(program.role) }
      const [told] = counts ? (await client.query(totals, [program.role])).rows : []
      const each = (amount: number | null | undefined) => (amount === null || amount === undefined ? null : amount / measured.calls)
      const ticks = [...after.database].map(([pid, now]) => (now === null ? null : now - (before.database.get(pid) ?? 0)))
      return {
        ...measured,
        statements: each(told?.statements),
        planning: each(told?.planning),
        execution: each(told?.execution),
        server: (((after.server ?? 0) - (before.server ?? 0)) * millisecondsPerTick) / measured.calls,
        database: ticks.includes(null) ? null : each(ticks.reduce<number>((sum, one) => sum + (one ?? 0), 0) * millisecondsPerTick),
      }
    },
    close: () => client.end(),
  }
}

/** Whether the extension is loaded; a database that isn't ours may lack it. */
async function countsStatements(client: pg.Client): Promise<boolean> {
  try {
    await client.query('create extension if not exists pg_stat_statements')
    await client.query('select from pg_stat_statements limit 1')
    const { rows } = await client.query('select current_database() as name')
    await client.query(`alter database ${rows[0].name} set pg_stat_statements.track_planning = on`)
    return true
  } catch {
    return false
  }
}

/** CPU time of a process in kernel ticks; null if it is not on this machine. */
function ticksOf(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return Number(user) + Number(system)
  } catch {
    return null
  }
}
