import type { Context } from '../../kernel/context.ts'
import { activityLogged, type Logged } from './activity.events.ts'
import { namesOf, type ActivityRow } from './activity.queries.ts'
import { describeEvent } from './describe-event.ts'

/** Rows of the log as lines: with the names of who acted, and what they did as a sentence. */
export async function showActivities(ctx: Context, rows: readonly ActivityRow[]) {
  const users = distinct(rows.map((row) => row.actor.user_id))
  const agents = distinct(rows.map((row) => row.actor.agent_id))
  const named = users.length + agents.length === 0 ? [] : await ctx.tx.rows(namesOf, [ctx.org, users, agents])
  const names = new Map(named.map((one) => [one.id, one]))
  return rows.map(({ data, actor, ...row }) => {
    const summary = describeEvent(row.type, data)
    const logged = loggedIn(row.type, data)
    const { user_id, agent_id, credential, door } = actor
    const user = names.get(user_id ?? '')
    return {
      ...row,
      actor: {
        user_id,
        user_handle: user?.handle ?? null,
        user_name: user?.name ?? null,
        agent_id,
        agent_name: names.get(agent_id ?? '')?.name ?? null,
        credential,
        door,
      },
      type: logged?.type ?? row.type,
      logged: logged !== null,
      description: logged?.description ?? summary,
      metadata: logged?.metadata ?? {},
      summary,
    }
  })
}

const loggedIn = (type: string, data: ActivityRow['data']): Logged | null =>
  type === activityLogged.type ? (data['activity'] as Logged) : null

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id): id is string => id !== null))]
