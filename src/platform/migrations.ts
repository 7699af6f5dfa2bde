import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { roleUrl, type Target } from './database-login.ts'
import { connected } from './provision.ts'

const folder = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** The migrations this build knows, in their order. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()

/** Runs what has not run yet, each file in its own transaction; an applied file that has changed is refused. */
export async function migrate(target: Target, queues: readonly string[]): Promise<string[]> {
  const applied: string[] = []
  await connected(roleUrl(target, 'baton_owner'), async (client) => {
    await client.query("select pg_advisory_lock(hashtext('baton migrations'))")
    await client.query(`create table if not exists migrations (
      name text primary key, digest text not null, applied_at timestamptz not null default now())`)
    await client.query("comment on table migrations is 'instance'")
    const before = new Map((await client.query('select name, digest from migrations')).rows.map((row) => [row.name, row.digest]))
    for (const name of migrationNames()) {
      const text = readFileSync(folder + name, 'utf8')
      const digest = createHash('sha256').update(text).digest('hex')
      if (before.has(name)) {
        if (before.get(name) !== digest)
          throw new Error(`${name} has changed since it was applied. Migrations are forward only: add a new file.`)
        continue
      }
      await applyFile(client, name, text, digest)
      applied.push(name)
    }
  })
  await migrateJobs(target, queues)
  return applied
}

async function applyFile(client: pg.Client, name: string, text: string, digest: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query("set local lock_timeout = '2s'")
    await client.query(text)
    await client.query('insert into migrations (name, digest) values ($1, $2)', [name, digest])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** The jobs' schema and queues. The application may only insert, and only jobs of the organization it is in. */
async function migrateJobs(target: Target, queues: readonly string[]): Promise<void> {
  const boss = new PgBoss({
    connectionString: roleUrl(target, 'baton_jobs'),
    schema: 'jobs',
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  for (const queue of queues) {
    await boss.createQueue(queue, queueOptions)
    await boss.updateQueue(queue, queueOptions)
  }
  await boss.stop({ graceful: false })
  await connected(roleUrl(target, 'baton_jobs'), (client) =>
    client.query(`
      grant usage on schema jobs to baton_app, baton_auth, baton_admin;
      grant insert, select (id) on jobs.job_common to baton_app, baton_auth, baton_admin;
      grant select on jobs.queue, jobs.version to baton_app, baton_auth, baton_admin;
      alter table jobs.job_common enable row level security;
      drop policy if exists tenant on jobs.job_common;
      create policy tenant on jobs.job_common to baton_app, baton_auth, baton_admin
        using (data ->> 'org_id' = current_setting('app.org_id', true)) with check (data ->> 'org_id' = current_setting('app.org_id', true));
    `),
  )
}

/** A worker that dies stops its jobs' heartbeat; after 15 s they are another's. */
const queueOptions = { heartbeatSeconds: 15, expireInSeconds: 300, retryLimit: 5, retryDelay: 1, retryBackoff: true } as const
