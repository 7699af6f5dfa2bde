import { forecastOf } from './forecast.ts'
import type { CompletedRow } from './insights.queries.ts'
import { dayOf, type Period } from './period.ts'

const statuses = ['backlog', 'todo', 'in_progress', 'in_review', 'complete'] as const
type Counts = Record<(typeof statuses)[number], number>

const isShown = (status: string): status is keyof Counts => (statuses as readonly string[]).includes(status)

/** How many tasks had each status at the end of each day. Cancelled tasks are left out. */
export function flowOf(deltas: readonly { day: string; status: string; delta: number }[], { before, days }: Period) {
  const byDay = Map.groupBy(deltas, ({ day }) => day)
  const counts: Counts = { backlog: 0, todo: 0, in_progress: 0, in_review: 0, complete: 0 }
  const add = (day: string) => {
    for (const { status, delta } of byDay.get(day) ?? []) if (isShown(status)) counts[status] += delta
  }
  add(before)
  return days.map((day) => {
    add(day)
    return { day, ...counts }
  })
}

const scopeOf = (counts: Counts) => statuses.reduce((sum, status) => sum + counts[status], 0)

const longestHistory = 84
const recent = 7

/** Scope and completed tasks day by day, and a forecast of when the rest will be done. */
export function burnUpOf(flow: readonly ({ day: string } & Counts)[], completed: readonly CompletedRow[], today: string) {
  const days = flow.map(({ day, ...counts }) => ({ day, scope: scopeOf(counts), done: counts.complete }))
  const past = days.filter(({ day }) => day <= today)
  const last = past.at(-1) ?? { day: today, scope: 0, done: 0 }
  const earlier = past.at(-1 - recent) ?? past[0] ?? last
  const perDay = Map.groupBy(completed, ({ done_at }) => dayOf(new Date(done_at)))
  // The history begins with the first task: the empty days before it say nothing about the pace of work.
  const begin = past.findIndex(({ scope }) => scope > 0)
  const history = begin === -1 ? [] : past.slice(begin).slice(-longestHistory)
  const daily = history.map(({ day }) => perDay.get(day)?.length ?? 0)
  return {
    days: past,
    scope: last.scope,
    done: last.done,
    scope_change: last.scope - earlier.scope,
    forecast: forecastOf(daily, last.scope - last.done, last.day),
  }
}
