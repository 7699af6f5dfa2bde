import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { newId } from '../../src/platform/ids.ts'
import { secure } from '../../src/platform/provision.ts'

export interface Servers {
  adminUrl: string
  databaseUrl: string
  databaseKey: string
  redisUrl: string
  secretKey: string
  template: string
}

/** Runs `work` as the superuser, in the given database or the server's default one. */
export async function admin<T>(servers: Servers, work: (client: pg.Client) => Promise<T>, database = 'postgres'): Promise<T> {
  const url = new URL(servers.adminUrl)
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database of its own for one test file, copied from the migrated template or another one. */
export async function createDatabase(
  servers: Servers,
  template = servers.template,
): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = `baton_test_${newId().slice(-12)}`
  await admin(servers, (client) => client.query(`create database ${name} template ${template} owner baton_owner strategy file_copy`))
  await admin(servers, (client) => secure(client, name), name)
  const url = new URL(servers.databaseUrl)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    drop: () => dropDatabase(servers, name),
  }
}

/** The folder of a database's files. A test never uses the default one: jobs delete files that their database doesn't know. */
export const filesOf = (database: string): string => join(tmpdir(), `${database}-files`)

/** A template with content, built by the first test file that asks for it and dropped at the end of the run. */
export const sceneOf = ({ template }: Servers): string => `${template}_scene`

/** Makes a database and its files, which nobody uses any more, a template of this name. */
export async function keepAs(servers: Servers, database: string, name: string): Promise<void> {
  await rename(filesOf(database), filesOf(name)).catch(missing)
  await admin(servers, async (client) => {
    await forgetStatements(client, database)
    await client.query(`alter database ${database} rename to ${name}`)
  })
}

/** Work that only one process of a run does at a time. */
export const oneAtATime = <T>(servers: Servers, what: string, work: () => Promise<T>): Promise<T> =>
  admin(servers, async (client) => {
    // Held until the connection ends.
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [what])
    return work()
  })

export const databaseExists = (servers: Servers, name: string): Promise<boolean> =>
  admin(servers, async (client) => (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1)

/** An organization without files has no folder. */
export const missing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
}

export const dropDatabase = (servers: Servers, name: string): Promise<void> =>
  admin(servers, async (client) => {
    await forgetStatements(client, name)
    await client.query(`drop database if exists ${name} with (force)`)
  })

/**
 * The statistics of a database's statements outlive it. When there are too many, PostgreSQL evicts the rarely executed ones, including those of a
 * test that is counting at that moment.
 */
export async function forgetStatements(client: pg.Client, database: string): Promise<void> {
  await client.query('create extension if not exists pg_stat_statements').catch(sameMoment)
  await client.query('select pg_stat_statements_reset(0, oid, 0) from pg_database where datname = $1', [database])
}

/** Two test files may create the extension at the same time. */
const sameMoment = (error: { code?: string }) => {
  if (error.code !== '23505' && error.code !== '42710') throw error
}
