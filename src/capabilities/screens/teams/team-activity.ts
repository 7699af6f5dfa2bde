import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { readActivitiesOf, showActivities, type ActivityRow } from '../../log/show-activities.ts'
import { requireMember } from '../../organizations/organizations/require-member.ts'
import { memberIdsOf, requireTeam } from '../../organizations/teams/require-team.ts'
import { decodeCursor, encodeCursor } from '../../paging.ts'
import * as contracts from './team-activity.contract.ts'

/** At most this much of the log is read for one page; the rest of a longer burst begins the next page. */
const maxEvents = 1000
const chunk = 250
const longestPause = 10 * 60_000
const maxEntries = 5
const beyondAll = 2_147_483_647

export const listTeamActivity = implement(contracts.listTeamActivity, async (ctx, input) => {
  const [before] = decodeCursor(input.cursor, ['number']) ?? [beyondAll]
  const team = await requireTeam(ctx, input.team)
  const members = await memberIdsOf(ctx, team.id)
  const agent = input.agent === undefined ? null : (await requireAgent(ctx, input.agent)).id
  const user = input.user === undefined ? null : (await requireMember(ctx, input.user)).user_id
  // Nothing here is by somebody who isn't in the team.
  const users = user === null ? members : members.filter((id) => id === user)
  const subject = user === null && agent === null ? team.id : null
  const { bursts, next } = await collect(ctx, { users, subject, agent }, before ?? beyondAll, input.limit)
  return { items: await show(ctx, bursts), next_cursor: next === null ? null : encodeCursor([next]) }
})

type Filter = { users: string[]; subject: string | null; agent: string | null }

/** Every event is in one burst on one page: a page ends where another burst would begin. */
async function collect(ctx: Context, filter: Filter, from: number, limit: number) {
  const bursts: ActivityRow[][] = []
  const open = new Map<string, ActivityRow[]>()
  let before = from
  for (let read = 0; read < maxEvents; read += chunk) {
    const rows = await readActivitiesOf(ctx, { ...filter, before, limit: chunk })
    for (const row of rows) {
      const burst = open.get(keyOf(row))
      if (burst && continues(burst, row)) burst.push(row)
      else if (bursts.length === limit) return { bursts, next: before }
      else {
        const started = [row]
        bursts.push(started)
        open.set(keyOf(row), started)
      }
      before = row.seq
    }
    if (rows.length < chunk) return { bursts, next: null }
  }
  return { bursts, next: before }
}

const keyOf = ({ type, actor, project_id }: ActivityRow): string => `${type} ${actor.user_id} ${actor.agent_id} ${project_id}`

const continues = (burst: readonly ActivityRow[], row: ActivityRow): boolean =>
  Date.parse(burst.at(-1)?.at ?? '') - Date.parse(row.at) <= longestPause

async function show(ctx: Context, bursts: readonly ActivityRow[][]) {
  const shown = await showActivities(
    ctx,
    bursts.flatMap((burst) => burst.slice(0, maxEntries)),
  )
  const bySeq = new Map(shown.map((one) => [one.seq, one]))
  return bursts.flatMap((burst) => {
    const [newest, oldest] = [bySeq.get(burst[0]?.seq ?? -1), burst.at(-1)]
    if (!newest || !oldest) return []
    const { seq, at, type, logged, actor, project_id, subject_id, summary } = newest
    return {
      ...{ seq, at, type, logged, actor, project_id, summary },
      subject_id: burst.every((row) => row.subject_id === subject_id) ? subject_id : null,
      count: burst.length,
      first_seq: oldest.seq,
      first_at: oldest.at,
      entries: burst.slice(0, maxEntries).flatMap((row) => {
        const one = bySeq.get(row.seq)
        return one ? { seq: one.seq, at: one.at, subject_id: one.subject_id, summary: one.summary } : []
      }),
    }
  })
}
