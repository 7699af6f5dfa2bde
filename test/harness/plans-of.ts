import pg from 'pg'
import type { Baton } from './baton.ts'

/** The plans of every statement that a call executes as the application's role, including those inside functions. */
export async function plansOf(baton: Baton, side: { org: string; user: string }, text: string, values: unknown[]): Promise<string[]> {
  const url = new URL(baton.servers.adminUrl)
  url.pathname = `/${baton.database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const plans: string[] = []
  client.on('notice', ({ message }) => void plans.push(message ?? ''))
  try {
    await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      begin; set local app.org_id = '${side.org}'; set local app.user_id = '${side.user}'; set local role baton_app;`)
    await client.query('set local client_min_messages = log')
    await client.query(text, values)
    await client.query('rollback')
  } finally {
    await client.end()
  }
  return plans
}
