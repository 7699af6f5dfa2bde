import pg from 'pg'
import type { Baton } from '../../harness/baton.ts'
import type { Sent } from './cost.ts'
import type { Place } from './fill.ts'

/** How many rows and index entries the scans of these statements return, those inside functions too: a figure that load doesn't change. */
export async function rowsRead(baton: Baton, { org, user }: Pick<Place, 'org' | 'user'>, statements: readonly Sent[]): Promise<number> {
  const url = new URL(baton.servers.adminUrl)
  url.pathname = `/${baton.database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  let rows = 0
  client.on('notice', ({ message }) => {
    for (const [, found, loops] of (message ?? '').matchAll(/Scan .*\(actual rows=(\d+) loops=(\d+)\)/g))
      rows += Number(found) * Number(loops)
  })
  try {
    await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set auto_explain.log_analyze = on; set auto_explain.log_timing = off; set auto_explain.log_buffers = off;
      begin read only; set local plan_cache_mode = force_generic_plan; set local app.org_id = '${org}'; set local app.user_id = '${user}';
      set local role baton_app; set local client_min_messages = log`)
    for (const { text, values } of statements) await client.query(text, values)
    await client.query('rollback')
    return rows
  } finally {
    await client.end()
  }
}
