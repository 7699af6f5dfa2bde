import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { newId } from '../../src/platform/ids.ts'
import type { Baton } from '../harness/baton.ts'
import { definitionOf } from './references.ts'
import type { World } from './world.ts'

/** What the worker does in an organization after something has happened there: nothing else fills its tables. */
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
  const { items } = await run('claimDeliveries', { max: 1 })
  for (const { delivery_id, claim_id } of items) {
    const answer = { response_status: 500, error: null, response: 'down', retry_after: null }
    await run('recordDelivery', { delivery_id, claim_id, at: kernel.clock.now().toISOString(), duration_ms: 1, ...answer })
  }
}

/** Records calls like those that the MCP door counts and reports every few seconds. */
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

/** Rows that exist only during a job or a login, so that no operation leaves one behind: the walls need something to hold back. */
export async function leaveTraces({ look }: Pick<World, 'look'>, org: string, user: string): Promise<void> {
  await look("insert into embedding_turns (org_id, kind, until) values ($1, 'memories', now())", [org])
  await look(
    `insert into embedding_failures (org_id, kind, item_id, reason, failed_at) values ($1, 'memories', gen_random_uuid(), 'refused', now())`,
    [org],
  )
  // A comment's delivery to an agent, and a person's answer to a client's question, are written between two tool calls.
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
  // A run's output arrives through its machine's connection.
  await look(
    `insert into run_output (org_id, run_id, fence, piece, at, kind, text) select org_id, id, 1, 1, now(), 'stdout', 'text' from runs
     where org_id = $1 limit 1`,
    [org],
  )
  // What was read from a tracker or sent to Slack exists only around a job.
  await look(
    `insert into remote_import_items (org_id, remote_import_id, external_id, place, content) select org_id, id, 'linear:1', 0, '{"comments": []}'
     from remote_imports where org_id = $1 limit 1`,
    [org],
  )
  await look(
    `insert into imported_comments (org_id, project_id, external_id, comment_id) select org_id, id, 'linear:c1', gen_random_uuid() from projects
     where org_id = $1 limit 1`,
    [org],
  )
  await look(
    `insert into auth.slack_messages (user_id, notification_id, integration_id, claimed_until, created_at)
     select user_id, gen_random_uuid(), id, now(), now() from auth.integrations where user_id = $1`,
    [user],
  )
  // Clocks and lost texts of a merge come from what a device pushes, which goes through a route, not an operation.
  await look(
    `insert into sync_conflicts (org_id, id, user_id, device_id, kind, subject_id, field, text, created_at)
     values ($1, gen_random_uuid(), $2, gen_random_uuid(), 'note', gen_random_uuid(), 'content', 'lost', now())`,
    [org, user],
  )
  await look(
    `insert into sync_clocks (org_id, subject_id, field, hlc, device_id, version, updated_at)
     values ($1, gen_random_uuid(), 'title', '0000000000000-0000', gen_random_uuid(), 1, now())`,
    [org],
  )
  // A plan is assigned by an administrator or by the billing provider.
  await look(`insert into plans (id, name, created_at, updated_at) values ('looping', 'Looping', now(), now()) on conflict do nothing`)
  await look(
    `insert into subscriptions (org_id, plan_id, status, source, created_at, updated_at) values ($1, 'looping', 'active', 'provider', now(), now())
     on conflict do nothing`,
    [org],
  )
  // The assistant's usage is counted after a model has answered, and the tests' instances have none.
  await look('insert into assistant_days (org_id, day, tokens, cost_micros, answers) values ($1, current_date, 1, 1, 1)', [org])
  // A CI job's token is used up at the door, and a check is posted once a feature is at a commit of a repository.
  await look(
    `insert into ci_tokens (org_id, id, jti, repository_id, claims, expires_at, used_at)
     select org_id, gen_random_uuid(), gen_random_uuid()::text, id, '{}', now(), now() from repositories where org_id = $1 order by id limit 1`,
    [org],
  )
  await look(
    `insert into gate_checks (org_id, repository_id, sha) select org_id, id, 'a' from repositories where org_id = $1 order by id limit 1
     on conflict do nothing`,
    [org],
  )
  // Files are indexed after a sync of the repository, and not every scene has waited for that.
  const code = 'from repositories where org_id = $1 order by id limit 1 on conflict do nothing'
  await look(
    `insert into repository_indexes (org_id, repository_id, head_sha, reader, graph, files, pieces, indexed_at)
     select org_id, id, 'a', 0, '{}', 0, 0, now() ${code}`,
    [org],
  )
  await look(
    `insert into repository_outlines (org_id, repository_id, path, blob_sha, reader, parsed, definitions, uses)
     select org_id, id, 'a.ts', 'a', 0, true, '[]', '{}' ${code}`,
    [org],
  )
  await look(
    `insert into repository_pieces (org_id, id, repository_id, path, blob_sha, number, start_line, end_line, names, content, words)
     select org_id, gen_random_uuid(), id, 'a.ts', 'a', 0, 1, 1, '', 'a', 'a' ${code}`,
    [org],
  )
  const secret = 'sha256(gen_random_uuid()::text::bytea)'
  // Everything beyond branches and files comes from the code host; what Baton wrote there is recorded to recognize it later.
  const sha = `'${'a'.repeat(40)}'`
  const perRepository = [
    `insert into pull_requests (org_id, repository_id, number, title, state, draft, head_ref, head_sha, base_ref, url, created_at, updated_at)
     select org_id, id, 1, 'One', 'open', false, 'work', ${sha}, 'main', 'https://x.example', now(), now() from repositories where org_id = $1`,
    `insert into repository_checks (org_id, repository_id, host_id, head_sha, name, status)
     select org_id, id, 1, ${sha}, 'test', 'completed' from repositories where org_id = $1`,
    `insert into repository_commits (org_id, repository_id, sha, subject, committed_at, url)
     select org_id, id, ${sha}, 'One', now(), 'https://x.example' from repositories where org_id = $1`,
    `insert into host_writes (org_id, repository_id, kind, object, hash, written_at)
     select org_id, id, 'comment', '1', ${secret}, now() from repositories where org_id = $1`,
    `insert into issue_links (org_id, repository_id, number, item_id, title, state, url, agreed, host_updated_at)
     select r.org_id, r.id, 999, w.id, 'One', 'open', 'https://x.example', ${secret}, now() from repositories r join lateral
       (select id from work_items where org_id = r.org_id limit 1) w on true where r.org_id = $1`,
    `insert into issue_comments (org_id, repository_id, comment_id, number, host_id)
     select org_id, id, id, 999, 1 from repositories where org_id = $1`,
    `insert into code_links (org_id, repository_id, item_id, kind, ref)
     select r.org_id, r.id, w.id, 'branch', 'work' from repositories r join lateral
       (select id from work_items where org_id = r.org_id limit 1) w on true where r.org_id = $1`,
  ]
  for (const text of perRepository) await look(`${text} on conflict do nothing`, [org])
  await look(
    `insert into code_host_logins (org_id, state_hash, user_id, verifier, expires_at) values ($1, ${secret}, $2, ${secret}, now())`,
    [org, user],
  )
  await look(
    `insert into auth.pending_logins (hash, user_id, method, created_at, expires_at) values (${secret}, $1, 'password', now(), now())`,
    [user],
  )
  await look(`insert into auth.reset_links (hash, user_id, created_by, created_at, expires_at) values (${secret}, $1, $1, now(), now())`, [
    user,
  ])
}
