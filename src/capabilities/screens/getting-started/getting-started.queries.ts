import { sql } from '../../../platform/postgres.ts'

/** The sample is for looking at: nothing in it counts as a step of one's own. */
const own = (alias: string) =>
  `not exists (select from sample_projects s where s.org_id = ${alias}.org_id and s.project_id = ${alias}.project_id)` as const

export const stepsDone = sql(`select
    exists (select from agents a where a.org_id = :org and a.deleted_at is null
      and (a.client_name is not null or exists (select from agent_last_calls l where l.org_id = a.org_id and l.agent_id = a.id))
      and not exists (select from sample_projects s where s.org_id = a.org_id and s.agent_id = a.id)) as agent,
    exists (select from work_item_tallies t where t.org_id = :org and t.subject = 'task' and ${own('t')}
      group by t.project_id having sum(t.items) > 0) as task,
    exists (select from features f where f.org_id = :org and f.deleted_at is null and ${own('f')}) as feature,
    (select count(*) from (select from memberships m where m.org_id = :org limit 2) two) > 1
      or exists (select from invites i where i.org_id = :org and i.revoked_at is null) as people,
    exists (select from agent_budgets b join agents a on a.org_id = b.org_id and a.id = b.agent_id where b.org_id = :org and a.deleted_at is null
      and coalesce(b.daily_tokens, b.monthly_tokens, b.daily_cost_micros, b.monthly_cost_micros) is not null) as budget,
    coalesce((select f.document ->> 'getting_started' = 'hidden' from preferences f where f.user_id = app.user()), false) as hidden`).as<{
  agent: boolean
  task: boolean
  feature: boolean
  people: boolean
  budget: boolean
  hidden: boolean
}>()
