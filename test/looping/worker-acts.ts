import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { newId } from '../../src/platform/ids.ts'
import type { Baton } from '../harness.ts'
import { definitionOf } from './references.ts'
import type { World } from './world.ts'

/** What the worker does in an organization when something has happened there: its tables are filled by nobody else. */
export async function letWorkerAct({ baton, operations }: World, org: string): Promise<void> {
  const { kernel } = baton.node.assembly
  const run = async (name: string, input: unknown): Promise<any> => {
    const operation = operations.get(name)
    if (!operation) throw new Error(`the registry has no operation ${name}`)
    return execute(kernel, operation, system(org), input, { door: 'worker' })
  }
  const followers = [...operations.values()].filter(
    ({ contract }) =>
      contract.realm === 'organization' &&
      contract.permission === 'system' &&
      Object.keys(definitionOf(contract.input).shape ?? {}).length === 0,
  )
  await run('adoptEmbeddingModel', {})
  for (const { name } of followers) await run(name, {})
  await countCalls(baton, run, org)
  const { items } = await run('claimDeliveries', { most: 1 })
  for (const { delivery_id, claim_id } of items) {
    const answer = { response_status: 500, error: null, response: 'down', retry_after: null }
    await run('recordDelivery', { delivery_id, claim_id, at: kernel.clock.now().toISOString(), duration_ms: 1, ...answer })
  }
}

/** What the MCP door counts, and tells of every few seconds. */
async function countCalls(baton: Baton, run: (name: string, input: unknown) => Promise<unknown>, org: string): Promise<void> {
  const [agent] = await baton.look<{ id: string }>('select id from agents where org_id = $1 limit 1', [org])
  if (!agent) return
  const counts = { calls: 2, errors: 1, milliseconds: 9, tokens_returned: 40, last_at: new Date().toISOString(), last_ok: true }
  const sessions = await baton.look<{ agent_id: string; session_id: string }>(
    `select distinct on (s.id) a.id as agent_id, s.id as session_id from agent_sessions s
     join agents a on a.org_id = s.org_id and a.owner_id = s.owner_id and coalesce(s.agent_id, a.id) = a.id where s.org_id = $1`,
    [org],
  )
  const one = { tool: 'list_tasks', ok: true, milliseconds: 3, tokens_returned: 20, recalled: [], at: counts.last_at }
  const calls = sessions.flatMap((session) => [1, 2].map(() => ({ id: newId(), ...session, ...one })))
  await run('recordToolCalls', { items: [{ agent_id: agent.id, tool: 'list_tasks', ...counts }], calls })
}

/** Rows that come and go within a job or a login, so that no operation leaves one behind: the walls need something to hold back. */
export async function leaveTraces({ look }: Pick<World, 'look'>, org: string, user: string): Promise<void> {
  await look("insert into embedding_turns (org_id, kind, until) values ($1, 'memories', now())", [org])
  await look(
    `insert into embedding_failures (org_id, kind, item_id, reason, failed_at) values ($1, 'memories', gen_random_uuid(), 'refused', now())`,
    [org],
  )
  // What a comment is for an agent, and what a person answered when a client asked, is written between two calls of a tool.
  await look(
    `insert into comment_deliveries (org_id, comment_id, agent_id, why, created_at)
     select c.org_id, c.id, a.id, 'reply', now() from comments c join agents a on a.org_id = c.org_id where c.org_id = $1 limit 1`,
    [org],
  )
  await look(
    `insert into confirmation_answers (org_id, user_id, agent_id, call, answer, at)
     select org_id, $2, id, 'digest', 'declined', now() from agents where org_id = $1 limit 1`,
    [org, user],
  )
  const secret = 'sha256(gen_random_uuid()::text::bytea)'
  await look(
    `insert into auth.pending_logins (hash, user_id, method, created_at, expires_at) values (${secret}, $1, 'password', now(), now())`,
    [user],
  )
  await look(`insert into auth.reset_links (hash, user_id, created_by, created_at, expires_at) values (${secret}, $1, $1, now(), now())`, [
    user,
  ])
}
