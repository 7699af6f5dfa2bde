import type { Baton } from '../harness/baton.ts'
import { runJob } from '../memory/worker-runs.ts'
import { waitFor } from '../harness/wait.ts'
import { startWorker } from '../harness/worker.ts'
import { claimed, type Figures } from './proof.ts'

interface Size {
  tasks: number
}

/** Only ends a run that hangs. */
const patience = 600_000

/** What lasts of a write. Idempotency keys are kept for a day, those of logins in a short form for 90, jobs shorter. */
const passing: ReadonlySet<string> = new Set(['idempotency', 'job', 'jobs'])
/** What an update adds to: the rows it replaces make room for the next ones. */
const logs: ReadonlySet<string> = new Set(['events', 'audit', 'status_changes', 'pull_log'])

/**
 * How many bytes a created and a changed task leave in the database, with indexes, search documents and vectors, and how much WAL they write.
 * docs/scale.md computes with these.
 */
export const proof = {
  name: 'write-size',
  claim: 'a created task leaves less than 16 KB in the database, and a change less than 8 KB',
  short: { tasks: 60 } as Size,
  full: { tasks: 1_000 } as Size,
  async run(baton: Baton, { tasks }: Size): Promise<Figures> {
    await baton.look('create extension if not exists pg_stat_statements')
    const ann = await baton.person()
    const organization = ann.user.personal_organization_id
    await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
    const worker = await startWorker(baton)
    const keys: string[] = []
    const create = async (at: number) => {
      const title = `Invoice ${at} shows berth fees and VAT for harbour ${at % 17}`
      const { key } = await ann.do('POST', '/api/tasks', { project: 'web', title }, { 'idempotency-key': `create ${at}` })
      keys.push(key)
    }
    // The first ones fill the first pages of tables and indexes.
    for (let at = 0; at < tasks / 4; at++) await create(at)
    const before = await stateOf(baton, organization)
    for (let at = 0; at < tasks; at++) await create(1_000_000 + at)
    const created = await stateOf(baton, organization)
    for (const [at, key] of keys.slice(-tasks).entries())
      await ann.do('PATCH', `/api/tasks/${key}`, at % 2 === 0 ? { status: 'in_progress' } : { title: `Changed ${at}` })
    const changed = await stateOf(baton, organization)
    await worker.close()
    const each = (from: State, to: State, counts: (table: string) => boolean) => {
      const bytes = [...to.bytes].filter(([table]) => counts(table)).map(([table, size]) => size - (from.bytes.get(table) ?? 0))
      return Math.round(bytes.reduce((sum, one) => sum + one, 0) / tasks)
    }
    return claimed<Figures>(
      {
        tasks,
        create_bytes: each(before, created, (table) => !passing.has(table)),
        change_bytes: each(created, changed, (table) => logs.has(table)),
        create_wal_bytes: Math.round((created.wal - before.wal) / tasks),
        change_wal_bytes: Math.round((changed.wal - created.wal) / tasks),
      },
      { least: { create_bytes: 1, change_bytes: 1 }, most: { create_bytes: 16_000, change_bytes: 8_000 } },
    )
  },
}

interface State {
  bytes: Map<string, number>
  wal: number
}

/** Once the worker has come to an end and everything is embedded. */
async function stateOf(baton: Baton, organization: string): Promise<State> {
  const waiting = async () => {
    const [row] = await baton.look<{ left: number }>(
      `select count(*)::integer as left from jobs.job where state < 'completed' and start_after <= now()`,
    )
    return row?.left
  }
  await waitFor('the worker to come to an end', waiting, (left) => left === 0, patience)
  // As the sweep does every minute for those who have something to embed.
  while ((await runJob(baton, 'embedDocuments', organization)).embedded !== 0);
  const tables = await baton.look<{ name: string; bytes: number }>(`
    select coalesce(r.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::float8 as bytes
    from pg_class c left join pg_class r on r.oid = pg_partition_root(c.oid)
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) group by 1`)
  const [wal] = await baton.look<{ bytes: number }>(`select sum(wal_bytes)::float8 as bytes from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())`)
  return { bytes: new Map(tables.map(({ name, bytes }) => [name, bytes])), wal: wal?.bytes ?? 0 }
}
