import pg from 'pg'
import { newId } from '../src/platform/ids.ts'
import { secure } from '../src/platform/provision.ts'

export interface Servers {
  adminUrl: string
  databaseUrl: string
  databaseKey: string
  redisUrl: string
  secretKey: string
  template: string
}

/** Work done as the superuser, in the given database or the server's own. */
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

/** A database of its own for one test file, copied from the migrated template. */
export async function createDatabase(servers: Servers): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = `baton_test_${newId().slice(-12)}`
  await admin(servers, (client) => client.query(`create database ${name} template ${servers.template} owner baton_owner`))
  await admin(servers, (client) => secure(client, name), name)
  const url = new URL(servers.databaseUrl)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    drop: () => admin(servers, (client) => client.query(`drop database if exists ${name} with (force)`)).then(() => {}),
  }
}
