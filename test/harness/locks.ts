import pg from 'pg'
import type { Node } from '../../src/main/node.ts'
import type { Baton } from './baton.ts'
import { waitFor } from './wait.ts'

const waiting = `select pid, query from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`

/** Waits until a statement, or `atLeast` of them, waits for a lock: the call has come as far as the row that the test holds. */
export const waitForLocks = (baton: Pick<Baton, 'look'>, atLeast = 1): Promise<unknown> =>
  waitFor(
    'statements that wait for a lock',
    () => baton.look(waiting),
    (found) => found.length >= atLeast,
  )

/** A connection of the superuser that a test keeps open, to hold locks in a transaction of its own. */
export async function connectAside(baton: Pick<Baton, 'servers' | 'database'>): Promise<pg.Client> {
  const url = new URL(baton.servers.adminUrl)
  url.pathname = `/${baton.database}`
  const client = new pg.Client({ connectionString: url.href })
  // A test that fails leaves it open when its database is dropped, which is not a second failure.
  client.on('error', () => {})
  await client.connect()
  return client
}

const limits = ['lock_timeout', 'statement_timeout', 'transaction_timeout']

/** A node whose calls wait for a lock as long as the test holds it; elsewhere they are refused after two seconds. */
export async function addPatientNode(baton: Pick<Baton, 'look' | 'database' | 'addNode'>): Promise<Node> {
  for (const limit of limits) await baton.look(`alter role baton_app in database ${baton.database} set ${limit} = '10min'`)
  return baton.addNode()
}
