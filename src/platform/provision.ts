import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { keysOf, loginAs, passwordFrom, rolePassword, type Target } from './database-login.ts'
import { openSocket } from './remembered-address.ts'
import { withRoleNames, type RolePrefix } from './role-names.ts'
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

/** The roles belong to somebody else, and their passwords were left as they are. */
export class RolesInUse extends Error {
  constructor(prefix: string, databases: readonly string[]) {
    super(
      `The roles ${prefix}_* of this PostgreSQL server have passwords from another DATABASE_KEY, and are used by: ${databases.join(', ')}. Nothing was changed.
If that is another instance of Baton, set DATABASE_ROLES to a prefix of this one's own, such as DATABASE_ROLES=${prefix}_2.
If it is this instance and its key was changed, set DATABASE_KEY=new,old.
If the old key is lost, npm run db:bootstrap -- --take-over gives the roles new passwords; whatever uses the old ones stops working.`,
    )
  }
}

/**
 * Run once, as PostgreSQL's administrator: creates roles, the database and extensions, and revokes the public rights that would weaken the second
 * wall. An administrator who is no superuser, as on a managed PostgreSQL, leaves out what only a superuser can do; see docs/self-hosting.md.
 */
export async function bootstrap(adminUrl: string, target: Target, { takeOver = false } = {}): Promise<void> {
  await connected(adminUrl, async (client) => {
    const run = (text: string) => client.query(withRoleNames(target, text))
    // Roles are server-wide: two bootstraps at once would fail with "tuple concurrently updated".
    await run("select pg_advisory_lock(hashtext('baton bootstrap'))")
    if (!takeOver) await refuseRolesInUse(client, adminUrl, target)
    const rights = await rightsOf(client)
    for (const role of login) {
      await createRole(client, withRoleNames(target, role))
      await run(`alter role ${role} login password '${rolePassword(target, role)}'`)
    }
    for (const role of ['baton_search', 'baton_log']) await createRole(client, withRoleNames(target, role))
    for (const role of serving) {
      await run(`alter role ${role} set statement_timeout = '5s'`)
      await run(`alter role ${role} set lock_timeout = '2s'`)
      await run(`alter role ${role} set idle_in_transaction_session_timeout = '10s'`)
      await run(`alter role ${role} set transaction_timeout = '20s'`)
    }
    for (const role of login) await run(`alter role ${role} set timezone = 'UTC'`)
    // Credentials are looked up with every request, by unique keys only, so one generic plan is right for all.
    await run("alter role baton_auth set plan_cache_mode = 'force_generic_plan'")
    // The lookup also reads the log's head: it must use its index, not sort all the row versions that a backup's snapshot keeps alive.
    await run('alter role baton_auth set enable_sort = off')
    // Only who has these rights can give them. Without them, backups are made by the provider's means.
    if (rights.bypasses) await run('alter role baton_backup bypassrls')
    if (rights.reads) await run('grant pg_read_all_data to baton_backup')
    // Migrations notice a deadlock before a request does, and give way.
    if (rights.superuser) await run('grant set on parameter deadlock_timeout to baton_owner')
    await run('grant baton_search, baton_log to baton_owner with inherit false, set true')
    // Whoever creates a role may administer it, but only a superuser may give it a database or a schema without being its member.
    if (!rights.superuser) await run('grant baton_owner, baton_jobs to current_user with inherit true, set true')
    const owner = withRoleNames(target, 'baton_owner')
    if (!(await exists(client, databaseName(target))))
      await client.query(`create database ${pg.escapeIdentifier(databaseName(target))} owner ${owner}`)
  })
  await connected(inDatabase(adminUrl, databaseName(target)), (client) => secure(client, databaseName(target), target))
}

const inDatabase = (adminUrl: string, name: string): string => Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href

const exists = async (client: pg.Client, database: string): Promise<boolean> =>
  (await client.query('select from pg_database where datname = $1', [database])).rowCount === 1

async function rightsOf(client: pg.Client): Promise<{ superuser: boolean; bypasses: boolean; reads: boolean }> {
  const { rows } = await client.query(`select rolsuper as superuser, rolsuper or rolbypassrls as bypasses,
    pg_has_role('pg_read_all_data', 'member with admin option') as reads from pg_roles where rolname = current_user`)
  return rows[0]
}

/** A new password would lock out whoever has the old one: roles that some database uses must open with a key of ours. */
async function refuseRolesInUse(client: pg.Client, adminUrl: string, target: Target): Promise<void> {
  const names = login.map((role) => withRoleNames(target, role))
  const { rows: found } = await client.query('select rolname as name, oid from pg_roles where rolname = any($1)', [names])
  const { rows: databases } = await client.query<{ name: string }>(
    `select distinct d.datname as name from pg_shdepend s
       join pg_database d on d.oid = case when s.classid = 'pg_database'::regclass then s.objid else s.dbid end
     where s.refclassid = 'pg_authid'::regclass and s.refobjid = any($1) order by 1`,
    [found.map(({ oid }) => oid)],
  )
  const known = names.find((name) => found.some((role) => role.name === name))
  if (!known || databases.length === 0) return
  const url = new URL((await exists(client, databaseName(target))) ? inDatabase(adminUrl, databaseName(target)) : adminUrl)
  url.username = known
  for (const key of keysOf(target)) {
    url.password = passwordFrom(key, known)
    if (await accepts(url.href)) return
  }
  throw new RolesInUse(
    target.DATABASE_ROLES ?? 'baton',
    databases.map(({ name }) => name),
  )
}

/** Whether PostgreSQL knows this name and password, whatever else they may do. */
async function accepts(connectionString: string): Promise<boolean> {
  try {
    await connected(connectionString, async () => {})
    return true
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code.startsWith('28')) return false
    if (code === '42501' || code === '3D000') return true
    throw error
  }
}

async function createRole(client: pg.Client, role: string): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [role])
  if (found.rowCount === 0) await client.query(`create role ${role}`)
}

/** Sets up one database; also run on a database made from a template, which does not inherit all of it. */
export async function secure(client: pg.Client, name: string, prefix: RolePrefix = {}): Promise<void> {
  await createExtension(client, 'vector', name)
  await createExtension(client, 'btree_gin', name)
  const rights = withRoleNames(
    prefix,
    `
    revoke all on database :database from public;
    grant connect on database :database to ${login.join(', ')};
    grant create, temporary on database :database to baton_owner;
    grant temporary on database :database to baton_backup, baton_jobs;
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
  `,
  )
  await client.query(rights.replaceAll(':database', () => pg.escapeIdentifier(name)))
}

async function createExtension(client: pg.Client, extension: string, database: string): Promise<void> {
  try {
    await client.query(`create extension if not exists ${extension}`)
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    const how = `have somebody who may run: create extension ${extension}; in the database ${database}. Then run this again.`
    throw new Error(`This administrator may not create the extension ${extension}; ${how}`, { cause: error })
  }
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
