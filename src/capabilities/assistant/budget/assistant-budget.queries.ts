import { sql } from '../../../platform/postgres.ts'

export interface BudgetRow {
  daily_tokens: number | null
  monthly_tokens: number | null
  daily_cost_micros: number | null
  monthly_cost_micros: number | null
  updated_by: string
  updated_at: string
  version: number
}

const budget = 'daily_tokens, monthly_tokens, daily_cost_micros, monthly_cost_micros, updated_by, updated_at, version'
export const budgetHere = sql(`select ${budget} from assistant_budgets where org_id = :org`).as<BudgetRow>()
export const storeBudget = sql(`insert into assistant_budgets as b
    (org_id, daily_tokens, monthly_tokens, daily_cost_micros, monthly_cost_micros, updated_by, updated_at)
  values (:org, :daily_tokens, :monthly_tokens, :daily_cost_micros, :monthly_cost_micros, :user, :now)
  on conflict (org_id) do update set daily_tokens = excluded.daily_tokens, monthly_tokens = excluded.monthly_tokens,
    daily_cost_micros = excluded.daily_cost_micros, monthly_cost_micros = excluded.monthly_cost_micros,
    updated_by = excluded.updated_by, updated_at = excluded.updated_at, version = b.version + 1
  returning ${budget}`).as<BudgetRow>()

export const usedHere = sql(`select coalesce(sum(tokens) filter (where day = :day), 0)::bigint as daily_tokens,
    coalesce(sum(tokens), 0)::bigint as monthly_tokens,
    coalesce(sum(cost_micros) filter (where day = :day), 0)::bigint as daily_cost_micros,
    coalesce(sum(cost_micros), 0)::bigint as monthly_cost_micros
  from assistant_days where org_id = :org and day >= date_trunc('month', :day::date)::date and day <= :day`).as<{
  daily_tokens: number
  monthly_tokens: number
  daily_cost_micros: number
  monthly_cost_micros: number
}>()
export const addToDay = sql(`insert into assistant_days as d (org_id, day, tokens, cost_micros, answers)
  values (:org, :day, :tokens, :cost_micros, 1)
  on conflict (org_id, day) do update set tokens = d.tokens + excluded.tokens, cost_micros = d.cost_micros + excluded.cost_micros,
    answers = d.answers + 1`)
