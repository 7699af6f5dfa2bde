import type { CostRow } from './insights.queries.ts'

const rounded = (dollars: number): number => Math.round(dollars * 1e6) / 1e6
/** The sum of the known costs; null if none is known. */
function sumOf(rows: readonly CostRow[]): number | null {
  const known = rows.flatMap(({ cost }) => (cost === null ? [] : [cost]))
  return known.length === 0 ? null : rounded(known.reduce((sum, cost) => sum + cost, 0))
}

const groups = <Key>(rows: readonly CostRow[], key: (row: CostRow) => Key) =>
  [...Map.groupBy(rows, key)].flatMap(([value, of]) => (of[0] ? [{ value, of, first: of[0], cost: sumOf(of) }] : []))
const dearestFirst = <Group extends { cost: number | null }>(list: Group[]): Group[] =>
  list.toSorted((a, b) => (b.cost ?? 0) - (a.cost ?? 0))

export function costOf(rows: readonly CostRow[], days: readonly string[], verified: number) {
  const total = sumOf(rows)
  const agents = dearestFirst(groups(rows, ({ agent_id }) => agent_id))
  const budgets = agents.filter(({ cost }) => cost).map(({ first }) => first.daily_budget)
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return {
    total,
    reports_without_cost: rows.reduce((sum, { unknown }) => sum + unknown, 0),
    per_verified_task: total === null || verified === 0 ? null : rounded(total / verified),
    daily_budget:
      budgets.length > 0 && budgets.every((budget) => budget !== null) ? rounded(budgets.reduce((sum, one) => sum + (one ?? 0), 0)) : null,
    days: days.map((day) => {
      const of = byDay.get(day) ?? []
      const by_agent = groups(of, ({ agent_id }) => agent_id).flatMap(({ value, cost }) => (cost ? [{ id: value, cost }] : []))
      return { day, cost: sumOf(of) ?? 0, by_agent }
    }),
    agents: agents.map(({ value, first, cost }) => ({
      id: value,
      slug: first.agent,
      name: first.agent_name,
      cost,
      daily_budget: first.daily_budget,
    })),
    projects: dearestFirst(groups(rows, ({ project_id }) => project_id)).map(({ value, first, cost }) => ({
      id: value,
      slug: first.project,
      name: first.project_name,
      cost,
    })),
    models: dearestFirst(groups(rows, ({ model }) => model)).map(({ value, cost }) => ({ model: value, cost })),
  }
}
