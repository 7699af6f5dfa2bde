import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { loginAs, roleUrl, type Target } from './database-login.ts'
import { applyFunctions, functionFiles, prepareFunctions } from './function-files.ts'
import { applyFile, loseDeadlocks, retryingLocks } from './migration-files.ts'
import { isNewer, recordBuild } from './newer-database.ts'
import { connected } from './provision.ts'
import { withRoleNames } from './role-names.ts'

const folder = fileURLToPath(new URL('../../database/migrations/', import.meta.url))

const namesIn = (place: string): string[] =>
  readdirSync(place)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()

/** The migrations this build knows, in order. */
export const migrationNames = (): string[] => namesIn(folder)

export interface MigrateOptions {
  folder?: string
  /** The folder of the function files. */
  functions?: string
  /** Waits between attempts and between batches. */
  pause?: (milliseconds: number) => Promise<unknown>
  report?: (line: string) => void
  /** Also on a database that a newer build has migrated: what that one has replaced becomes this build's again. */
  evenIfOlder?: boolean
}

/** A newer build has migrated this database; nothing was changed. */
export class NewerDatabase extends Error {}

/**
 * Runs pending migrations in order, then the functions that have changed; an applied migration that has changed is an error. A build that is older
 * than the database changes nothing: it would put older functions under newer nodes.
 */
export async function migrate(target: Target, queues: readonly string[], options: MigrateOptions = {}): Promise<string[]> {
  const run = { pause: (milliseconds: number) => pause(milliseconds), report: () => {}, folder, ...options }
  const applied = await connected(roleUrl(target, 'baton_owner'), async (client) => {
    await client.query("select pg_advisory_lock(hashtext('baton migrations'))")
    const names = namesIn(run.folder)
    const files = functionFiles(run.functions)
    if (!run.evenIfOlder && (await isNewer(client, names, files)))
      throw new NewerDatabase(
        'A newer version of Baton has migrated this database, so nothing was changed: servers and workers of this version run on it as it is.',
      )
    await loseDeadlocks(client)
    await prepare(client, withRoleNames(target, 'baton_app'))
    const before = new Map((await client.query('select name, digest from migrations')).rows.map((row) => [row.name, row.digest]))
    const applied: string[] = []
    for (const name of names) {
      const text = readFileSync(run.folder + name, 'utf8')
      const digest = createHash('sha256').update(text).digest('hex')
      if (before.has(name)) {
        if (before.get(name) !== digest)
          throw new Error(`${name} has changed since it was applied. Migrations are forward only: add a new file.`)
        continue
      }
      await applyFile(client, { name, text: withRoleNames(target, text), digest }, run)
      applied.push(name)
    }
    const functions = files.map((file) => ({ ...file, text: withRoleNames(target, file.text) }))
    applied.push(...(await applyFunctions(client, functions, run)))
    await recordBuild(client, names, files, run.evenIfOlder ?? false)
    return applied
  })
  await retryingLocks('the jobs’ schema', run, () => migrateJobs(target, queues))
  return applied
}

async function prepare(client: pg.Client, app: string): Promise<void> {
  await client.query(`create table if not exists migrations (
    name text primary key, digest text not null, applied_at timestamptz not null default now())`)
  await client.query("comment on table migrations is 'instance'")
  // The progress of backfills, so that an interrupted one continues where it stopped.
  await client.query(`create table if not exists backfills (
    name text primary key, cursor text, rows bigint not null default 0, updated_at timestamptz not null default now())`)
  await client.query("comment on table backfills is 'instance'")
  await prepareFunctions(client, app)
}

/** Sets up the jobs' schema and queues. The application may only insert, and only jobs of its current organization. */
async function migrateJobs(target: Target, queues: readonly string[]): Promise<void> {
  // pg-boss alters its own tables while they are in use: without a lock timeout, its waiting would queue everybody up behind it.
  const url = new URL(roleUrl(target, 'baton_jobs'))
  url.searchParams.set('options', '-c lock_timeout=500ms')
  const boss = new PgBoss({
    ...loginAs(target, 'baton_jobs'),
    connectionString: url.href,
    schema: 'jobs',
    createSchema: false,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  try {
    await boss.start()
    for (const queue of queues) {
      await boss.createQueue(queue, queueOptions)
      await boss.updateQueue(queue, queueOptions)
    }
  } finally {
    await boss.stop({ graceful: false, timeout: 1_000 })
  }
  // Creates only what is missing: recreating a policy takes an exclusive lock on the table.
  const grants = withRoleNames(
    target,
    `
      grant usage on schema jobs to baton_app, baton_auth, baton_admin;
      grant insert, select (id) on jobs.job_common to baton_app, baton_auth, baton_admin;
      grant select on jobs.queue, jobs.version to baton_app, baton_auth, baton_admin;
      grant select (name, state, start_after, blocked, created_on, completed_on, retry_count, retry_limit, output),
        update (state, retry_limit, completed_on, start_after) on jobs.job_common to baton_admin;
      do $$ begin
        -- How many wait and for how long and what failed, of all organizations: no column with anybody's data.
        if not exists (select from pg_policies where schemaname = 'jobs' and tablename = 'job_common' and policyname = 'figures') then
          create policy figures on jobs.job_common for select to baton_admin using (true);
        end if;
        -- An administrator has a job tried again that was given up.
        if not exists (select from pg_policies where schemaname = 'jobs' and tablename = 'job_common' and policyname = 'retry') then
          create policy retry on jobs.job_common for update to baton_admin using (state = 'failed') with check (state = 'retry');
        end if;
        if not exists (select from pg_policies where schemaname = 'jobs' and tablename = 'job_common' and policyname = 'tenant'
            and roles = '{baton_admin,baton_app,baton_auth}') then
          alter table jobs.job_common enable row level security;
          drop policy if exists tenant on jobs.job_common;
          create policy tenant on jobs.job_common to baton_app, baton_auth, baton_admin
            using (data ->> 'org_id' = current_setting('app.org_id', true)) with check (data ->> 'org_id' = current_setting('app.org_id', true));
        end if;
      end $$;
    `,
  )
  await connected(url.href, (client) => client.query(grants))
}

/**
 * When a worker dies, its jobs' heartbeats stop; after 15 s another worker may take them. Finished jobs are kept for a day, which is as long as
 * an operator looks for one; what they did is in the log.
 */
const queueOptions = {
  heartbeatSeconds: 15,
  expireInSeconds: 300,
  retryLimit: 5,
  retryDelay: 1,
  retryBackoff: true,
  deleteAfterSeconds: 86_400,
} as const
