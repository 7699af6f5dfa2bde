import type { CompletedRow } from './insights.queries.ts'
import { dayOf, weekOf, type Period } from './period.ts'
import { hour, spreadOf } from './spread.ts'

const maxPoints = 1000
const fewestPeople = 3

const byOf = ({ agent_id, user_id }: CompletedRow): 'agent' | 'person' | 'system' => (agent_id ? 'agent' : user_id ? 'person' : 'system')
const cycleOf = ({ started_at, done_at }: CompletedRow): number | null =>
  started_at === null ? null : (Date.parse(done_at) - Date.parse(started_at)) / 1000

/** How long tasks took, and in which stage; `rows` are the completed tasks, newest first. */
export function cycleTimesOf(rows: readonly CompletedRow[], truncated: boolean) {
  const timed = rows.flatMap((row) => {
    const seconds = cycleOf(row)
    return seconds === null ? [] : [{ row, seconds }]
  })
  return {
    cycle: spreadOf(timed.map(({ seconds }) => seconds)),
    waiting: spreadOf(rows.map((row) => row.waiting)),
    working: spreadOf(rows.map((row) => row.working)),
    in_review: spreadOf(rows.map((row) => row.in_review)),
    blocked: spreadOf(rows.filter((row) => row.blocked > 0).map((row) => row.blocked)),
    points: timed.slice(0, maxPoints).map(({ row, seconds }) => ({
      key: row.key,
      done_at: row.done_at,
      hours: Math.round((seconds / hour) * 100) / 100,
      by: byOf(row),
      verified: row.verified,
    })),
    truncated,
  }
}

/** Completed tasks by week. Nobody is named, and people are left out if there are so few that the group would point to one of them. */
export function throughputOf(rows: readonly CompletedRow[], { days }: Period, caller: string | null) {
  const people = new Set(rows.filter((row) => byOf(row) === 'person').map((row) => row.user_id))
  const people_hidden = people.size > 0 && people.size < fewestPeople && !(people.size === 1 && caller !== null && people.has(caller))
  const byWeek = Map.groupBy(rows, ({ done_at }) => weekOf(dayOf(new Date(done_at))))
  const weeks = [...new Set(days.map(weekOf))].map((week) => {
    const count = (by: string, verified: boolean) =>
      (byWeek.get(week) ?? []).filter((row) => byOf(row) === by && (!verified || row.verified)).length
    const ofPeople = (verified: boolean) => (people_hidden ? null : count('person', verified))
    return {
      week,
      people: ofPeople(false),
      agents: count('agent', false),
      verified_people: ofPeople(true),
      verified_agents: count('agent', true),
    }
  })
  const verified = rows.filter((row) => row.verified)
  const agents_share = verified.length === 0 ? null : verified.filter((row) => byOf(row) === 'agent').length / verified.length
  return { weeks, completed: rows.length, verified: verified.length, agents_share, people_hidden }
}
