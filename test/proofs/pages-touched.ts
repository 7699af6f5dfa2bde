import pg from 'pg'
import type { Baton } from '../harness/baton.ts'

/** Counts the database pages that calls touch, a figure that doesn't depend on load. */
export interface Pages {
  /** How many `call` touches, and what other work touches meanwhile. */
  of(call: () => Promise<unknown>): Promise<number>
  close(): Promise<void>
}

/** On one connection: opening one for each of thousands of readings would cost more than all else. */
export async function countPages(baton: Baton): Promise<Pages> {
  await baton.look('create extension if not exists pg_stat_statements')
  const url = new URL(baton.servers.adminUrl)
  url.pathname = `/${baton.database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const touched = async (): Promise<number> => {
    // `false` omits the query texts, which would be read from a file.
    const { rows } = await client.query<{ pages: number }>(
      `select coalesce(sum(s.shared_blks_hit + s.shared_blks_read), 0)::float8 as pages from pg_stat_statements(false) s
        join pg_database d on d.oid = s.dbid join pg_roles r on r.oid = s.userid where d.datname = current_database() and r.rolname like 'baton%'`,
    )
    return rows[0]?.pages ?? 0
  }
  return {
    async of(call) {
      const before = await touched()
      await call()
      return (await touched()) - before
    },
    close: () => client.end(),
  }
}
