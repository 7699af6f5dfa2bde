import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

// Known values are added; an unknown one leaves the sum as it is, and null stays null until a value is known.
const add = <Column extends string>(column: Column) =>
  `${column} = case when excluded.${column} is null then u.${column}
    else coalesce(u.${column}, 0) + excluded.${column} end` as const
export const addToDay = sql(`insert into usage_days as u (org_id, id, day, owner_id, agent_id, project_id, model, tokens_in, tokens_out,
    cost_micros, seconds, reports, reports_without_tokens, reports_without_cost)
  values (:org, :id, :day, :owner, :agent, :project, :model, :tokens_in, :tokens_out, :cost_micros, :seconds, 1, :reports_without_tokens, :reports_without_cost)
  on conflict (org_id, day, owner_id, agent_id, project_id, model) do update set
    ${['tokens_in', 'tokens_out', 'cost_micros', 'seconds'].map(add).join(', ')},
    reports = u.reports + 1, reports_without_tokens = u.reports_without_tokens + excluded.reports_without_tokens,
    reports_without_cost = u.reports_without_cost + excluded.reports_without_cost`)

export interface Sums {
  tokens_in: number | null
  tokens_out: number | null
  cost_micros: number | null
  seconds: number | null
  reports: number
  reports_without_tokens: number
  reports_without_cost: number
}

const sums = `sum(u.tokens_in)::bigint as tokens_in, sum(u.tokens_out)::bigint as tokens_out, sum(u.cost_micros)::bigint as cost_micros,
  sum(u.seconds)::bigint as seconds, coalesce(sum(u.reports), 0)::integer as reports,
  coalesce(sum(u.reports_without_tokens), 0)::integer as reports_without_tokens,
  coalesce(sum(u.reports_without_cost), 0)::integer as reports_without_cost`
// Same as for sessions: a project's usage is visible with it, other usage to its owner. The sample counts only if named explicitly.
const visible = `from usage_days u left join projects p on p.org_id = u.org_id and p.id = u.project_id
  left join agents a on a.org_id = u.org_id and a.id = u.agent_id
  where u.org_id = :org and u.day >= :since and u.day <= :until and (:agent::uuid is null or u.agent_id = :agent) and (:project::uuid is null or u.project_id = :project)
    and (:project::uuid is not null or :agent::uuid is not null
      or not exists (select from sample_projects s where s.org_id = u.org_id and s.project_id = u.project_id))
    and case when u.project_id is null then (u.owner_id = app.owner() or u.agent_id = app.only_agent()) else p.deleted_at is null and app.sees_project(p.visibility, p.id) end`

const groups = {
  day: 'u.day',
  agent: 'u.agent_id, a.slug as agent, a.name as agent_name',
  project: 'u.project_id, p.slug as project, p.name as project_name',
  model: 'u.model',
} as const
export type Group = keyof typeof groups
export interface GroupRow extends Sums {
  day?: string
  agent_id?: string | null
  agent?: string | null
  agent_name?: string | null
  project_id?: string | null
  project?: string | null
  project_name?: string | null
  model?: string | null
}

/** Each combination of groups has its own text and is planned once. */
export function usageBy(by: readonly Group[]) {
  const columns = by.map((group) => groups[group]).join(', ')
  const keys = columns.replace(/ as \w+/g, '')
  return sql(`select ${columns}, ${sums} ${visible} group by ${keys} order by ${keys} limit :limit`).as<GroupRow>()
}
export const usageInAll = sql(`select ${sums} ${visible}`).as<Sums>()

/** Everything an agent used, regardless of who may see where: its budget counts all of it. */
export const usedByAgent = sql(`select
    coalesce(sum(coalesce(tokens_in, 0) + coalesce(tokens_out, 0)) filter (where day = :day), 0)::bigint as day_tokens,
    coalesce(sum(coalesce(tokens_in, 0) + coalesce(tokens_out, 0)), 0)::bigint as month_tokens,
    coalesce(sum(cost_micros) filter (where day = :day), 0)::bigint as day_cost_micros, coalesce(sum(cost_micros), 0)::bigint as month_cost_micros
  from usage_days where org_id = :org and agent_id = :agent and day >= date_trunc('month', :day::date)::date and day <= :day`).as<{
  day_tokens: number
  month_tokens: number
  day_cost_micros: number
  month_cost_micros: number
}>()

export type BudgetRow = Omit<Tables['agent_budgets'], 'org_id'>
const budget = 'agent_id, daily_tokens, monthly_tokens, daily_cost_micros, monthly_cost_micros, updated_by, updated_at, version'
export const budgetOf = sql(`select ${budget} from agent_budgets where org_id = :org and agent_id = :agent`).as<BudgetRow>()
export const storeBudget = sql(`insert into agent_budgets as b
    (org_id, agent_id, daily_tokens, monthly_tokens, daily_cost_micros, monthly_cost_micros, updated_by, updated_at)
  values (:org, :agent, :daily_tokens, :monthly_tokens, :daily_cost_micros, :monthly_cost_micros, :user, :now)
  on conflict (org_id, agent_id) do update set daily_tokens = excluded.daily_tokens, monthly_tokens = excluded.monthly_tokens,
    daily_cost_micros = excluded.daily_cost_micros, monthly_cost_micros = excluded.monthly_cost_micros, updated_by = excluded.updated_by,
    updated_at = excluded.updated_at, version = b.version + 1
  returning ${budget}`).as<BudgetRow>()
