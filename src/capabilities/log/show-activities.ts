import type { Context } from '../../kernel/context.ts'
import { activityLogged, type Logged } from './activity.events.ts'
import { type ActivityRow, namesOf, ofUsers } from './activity.queries.ts'
import { eventLines } from './event-lines.ts'
import { type Data, nameOf } from './event-names.ts'

export type { ActivityRow }

interface OfUsers {
  users: string[]
  subject: string | null
  agent: string | null
  before: number
  limit: number
}
/** What these users and their agents did, and what happened to the subject; newest first. */
export const readActivitiesOf = (ctx: Context, which: OfUsers): Promise<ActivityRow[]> => ctx.tx.rows(ofUsers, { org: ctx.org, ...which })

/** Rows of the log as lines: with the names of who acted, and what they did as a sentence. */
export async function showActivities(ctx: Context, rows: readonly ActivityRow[]) {
  const users = distinct(rows.map((row) => row.actor.user_id))
  const agents = distinct(rows.map((row) => row.actor.agent_id))
  const named = users.length + agents.length === 0 ? [] : await ctx.tx.rows(namesOf, { org: ctx.org, users, agents })
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

/** What somebody did, as a sentence without its subject: "completed WEB-12 Fix login". Every type has one, known or not. */
export function describeEvent(type: string, data: unknown): string {
  const known = typeof data === 'object' && data !== null ? (data as Data) : {}
  return eventLines[type]?.(known) ?? fromType(type, known)
}

/** `decision.proposed` reads as "proposed decision WEB-D3 …", `team.member_added` as "team Core: member added". */
function fromType(type: string, data: Data): string {
  const dot = type.indexOf('.')
  const kind = dot < 0 ? type : type.slice(0, dot)
  const verb = dot < 0 ? '' : type.slice(dot + 1).replace(/[._-]+/g, ' ')
  const noun = kind.replace(/[_-]+/g, ' ')
  const name = nameOf(data, kind)
  if (verb === '') return [noun, name].filter(Boolean).join(' ')
  if (verb.includes(' ')) return `${[noun, name].filter(Boolean).join(' ')}: ${verb}`
  return name ? `${verb} ${noun} ${name}` : `${verb} ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}
