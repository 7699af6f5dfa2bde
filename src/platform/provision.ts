import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { loginAs, rolePassword, type Target } from './database-login.ts'
import { openSocket } from './remembered-address.ts'
import { isTransient } from './transient-error.ts'

const login = ['baton_owner', 'baton_app', 'baton_admin', 'baton_public', 'baton_auth', 'baton_jobs', 'baton_backup']
const serving = ['baton_app', 'baton_admin', 'baton_public', 'baton_auth']

/** How long a one-off program waits for a database that is starting or a name server that fails. */
const patience = 60_000

/** Opens a connection for a one-off program, and waits for a database that can't be reached yet. */
export async function connected<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
  { Client = pg.Client, wait = pause }: { Client?: typeof pg.Client; wait?: (milliseconds: number) => Promise<unknown> } = {},
): Promise<T> {
  for (let left = patience; ; left -= 1_000) {
    const client = new Client({ connectionString, stream: openSocket })
    client.on('error', () => {}) // the running statement reports it
    try {
      await client.connect()
    } catch (error) {
      const { code = '' } = error as { code?: string }
      // A wrong name or password stays wrong. An unknown host may be a container that is not up yet.
      if (left <= 0 || code.startsWith('28') || !(isTransient(error) || code === 'ENOTFOUND')) throw error
      await wait(1_000)
      continue
    }
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
}

const databaseName = (target: Target): string => new URL(target.DATABASE_URL).pathname.slice(1)

/** Run once, as a superuser: creates roles, the database and extensions, and revokes the public rights that would weaken the second wall. */
export async function bootstrap(adminUrl: string, target: Target): Promise<void> {
  await connected(adminUrl, async (client) => {
    // Roles are server-wide: two bootstraps at once would fail with "tuple concurrently updated".
    await client.query("select pg_advisory_lock(hashtext('baton bootstrap'))")
    for (const role of login) {
      await createRole(client, role)
      await client.query(`alter role ${role} login password '${rolePassword(target, role)}'`)
    }
    for (const role of ['baton_search', 'baton_log']) await createRole(client, role)
    for (const role of serving) {
      await client.query(`alter role ${role} set statement_timeout = '5s'`)
      await client.query(`alter role ${role} set lock_timeout = '2s'`)
      await client.query(`alter role ${role} set idle_in_transaction_session_timeout = '10s'`)
      await client.query(`alter role ${role} set transaction_timeout = '20s'`)
    }
    for (const role of login) await client.query(`alter role ${role} set timezone = 'UTC'`)
    // Credentials are looked up with every request, by unique keys only, so one generic plan is right for all.
    await client.query("alter role baton_auth set plan_cache_mode = 'force_generic_plan'")
    // The lookup also reads the log's head: it must use its index, not sort all the row versions that a backup's snapshot keeps alive.
    await client.query('alter role baton_auth set enable_sort = off')
    await client.query('alter role baton_backup bypassrls')
    await client.query('grant pg_read_all_data to baton_backup')
    await client.query('grant baton_search, baton_log to baton_owner with inherit false, set true')
    const exists = await client.query('select from pg_database where datname = $1', [databaseName(target)])
    if (exists.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(databaseName(target))} owner baton_owner`)
  })
  const url = new URL(adminUrl)
  url.pathname = `/${databaseName(target)}`
  await connected(url.href, (client) => secure(client, databaseName(target)))
}

async function createRole(client: pg.Client, role: string): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [role])
  if (found.rowCount === 0) await client.query(`create role ${role}`)
}

/** Sets up one database; also run on a database made from a template, which does not inherit all of it. */
export async function secure(client: pg.Client, name: string): Promise<void> {
  const database = pg.escapeIdentifier(name)
  await client.query(`
    create extension if not exists vector;
    create extension if not exists btree_gin;
    revoke all on database ${database} from public;
    grant connect on database ${database} to ${login.join(', ')};
    grant create, temporary on database ${database} to baton_owner;
    grant temporary on database ${database} to baton_backup, baton_jobs;
    revoke create on schema public from public;
    grant usage, create on schema public to baton_owner;
    grant usage on schema public to ${serving.join(', ')}, baton_log, baton_search;
    create schema if not exists app authorization baton_owner;
    create schema if not exists auth authorization baton_owner;
    create schema if not exists jobs authorization baton_jobs;
    revoke execute on function set_config(text, text, boolean) from public;
    grant execute on function set_config(text, text, boolean) to baton_owner, baton_backup, baton_jobs;
    revoke usage on language plpgsql, sql from public;
    grant usage on language plpgsql, sql to baton_owner, baton_jobs, baton_backup;
  `)
}

/** Whether the rights that must be revoked for the second wall are really gone; a managed PostgreSQL may not allow that. */
export async function secondWall(target: Target): Promise<'whole' | 'partial'> {
  const { connectionString, Client } = loginAs(target, 'baton_app')
  const look = (client: pg.Client) =>
    client.query(`select has_function_privilege('set_config(text, text, boolean)', 'execute') as settings,
      has_language_privilege('plpgsql', 'usage') as languages, has_database_privilege(current_database(), 'temporary') as temporary`)
  const { rows } = await connected(connectionString, look, { Client })
  return rows[0].settings || rows[0].languages || rows[0].temporary ? 'partial' : 'whole'
}
