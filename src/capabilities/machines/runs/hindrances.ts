import type { TxContext } from '../../../kernel/context.ts'
import { sql } from '../../../platform/postgres.ts'
import { reachedBudget } from '../../sessions/usage/reached-budget.ts'
import type { Context } from '../../../kernel/context.ts'

interface Facts {
  status: string
  agent_deleted: boolean
  paused: boolean
  elsewhere: boolean
  at_once: number
  under_way: number
  owner_role: string | null
  task_status: string
  held_until: string | null
  holder: string | null
  blocked: boolean
}

const facts = sql(`select a.status, a.deleted_at is not null as agent_deleted, a.paused_until is not null as paused,
    a.project_id is distinct from w.project_id and a.project_id is not null as elsewhere,
    coalesce((select d.at_once from agent_dispatch d where d.org_id = a.org_id and d.agent_id = a.id), 1) as at_once,
    (select count(*)::integer from runs h where h.org_id = a.org_id and h.agent_id = a.id and h.state in ('starting', 'running')) as under_way,
    (select m.role from memberships m where m.org_id = a.org_id and m.user_id = a.owner_id) as owner_role, w.status as task_status,
    case when w.lease_until > :now then w.lease_until end as held_until,
    case when w.lease_until > :now then coalesce((select l.slug from agents l where l.org_id = w.org_id and l.id = w.lease_agent_id),
      (select '@' || u.handle from users u where u.id = w.lease_user_id), 'somebody') end as holder,
    exists (select from work_item_dependencies d join work_items b on b.org_id = d.org_id and b.id = d.blocked_by_id
      where d.org_id = w.org_id and d.item_id = w.id and b.status not in ('complete', 'cancelled') and b.deleted_at is null) as blocked
  from agents a join work_items w on w.org_id = a.org_id and w.id = :task where a.org_id = :org and a.id = :agent`).as<Facts>()

const lockAgentsRuns = sql('select pg_try_advisory_xact_lock(hashtextextended(:org::text || :agent::text, 31)) as locked').as<{
  locked: boolean
}>()

/** Try-lock per agent: two machines that check the same agent concurrently must not both find room for one more run of it. */
export const countAlone = async (ctx: TxContext, agent: string): Promise<boolean> =>
  (await ctx.tx.one(lockAgentsRuns, { org: ctx.org, agent })).locked

/** What keeps a run of this agent on this task from starting, worded for a person; null if nothing does. */
export async function hindrances(
  ctx: Context,
  { agent_id: agent, task_id: task }: { agent_id: string; task_id: string },
): Promise<string | null> {
  const found = await ctx.tx.row(facts, { org: ctx.org, agent, task, now: ctx.clock.now() })
  if (!found || found.agent_deleted) return 'The agent was deleted'
  if (found.elsewhere) return 'The agent works in another project'
  if (found.status === 'stopped') return found.paused ? 'The agent is paused' : 'The agent was stopped; resume it'
  if (!found.owner_role || found.owner_role === 'viewer') return 'The agent’s owner may not write in this organization'
  if (found.task_status === 'complete' || found.task_status === 'cancelled') return `The task is ${found.task_status}`
  if (found.blocked) return 'The task is blocked by other tasks'
  if (found.holder) return `The task is held by ${found.holder} until ${found.held_until}`
  if (found.under_way >= found.at_once) return 'The agent is busy with another run'
  if (await reachedBudget(ctx, agent)) return 'The agent’s budget is used up'
  return null
}
