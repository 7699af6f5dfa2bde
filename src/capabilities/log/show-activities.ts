import type { Context } from '../../kernel/context.ts'
import { activityLogged, type Logged } from './activity.events.ts'
import { type ActivityRow, namesOf, ofUsers } from './activity.queries.ts'
import { eventLines } from './event-lines.ts'
import { type Data, nameOf, oneLine, subject, withoutSubject, withSubject } from './event-names.ts'
import { fieldChanges, namedIn } from './field-changes.ts'

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

/** Turns rows of the log into lines: with the name of whoever acted, and what they did as a sentence. */
export async function showActivities(ctx: Context, rows: readonly ActivityRow[]) {
  const users = distinct(rows.map((row) => row.actor.user_id))
  const agents = distinct(rows.map((row) => row.actor.agent_id))
  const things = distinct(rows.flatMap((row) => namedIn(row.data)))
  const known = users.length + agents.length + things.length
  const named = known === 0 ? [] : await ctx.tx.rows(namesOf, { org: ctx.org, users, agents, things })
  const names = new Map(named.map((one) => [one.id, one]))
  return rows.map(({ data, actor, ...row }) => {
    const summary = describeEvent(row.type, data)
    const about = subjectOf(row, data)
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
      // An agent reads the sentence; the fields that pages need would only cost it tokens.
      ...(ctx.call.brief
        ? none
        : { brief: logged ? summary : here(row.type, data, about?.kind), changes: fieldChanges(data, names), subject: about }),
    }
  })
}

const none = { brief: '', changes: [], subject: null }
const here = (type: string, data: Data, kind = 'item'): string => withoutSubject(sentenceOf(type, data), kind.replaceAll('_', ' '))

/** What an event is about, if its data contains that. */
function subjectOf({ type, subject_id }: Pick<ActivityRow, 'type' | 'subject_id'>, data: Data) {
  const prefix = type.slice(0, Math.max(0, type.indexOf('.')))
  for (const [name, value] of Object.entries(data)) {
    if (typeof value !== 'object' || value === null) continue
    const thing = value as Data
    if (thing['id'] !== subject_id || subject_id === null) continue
    const kind = name === 'item' ? String(thing['kind'] ?? 'task') : name === 'entry' ? prefix : name
    return {
      kind,
      id: subject_id,
      ref: textOf(thing['key'] ?? thing['ref'] ?? thing['slug']),
      title: textOf(thing['title'] ?? thing['name'] ?? thing['content']),
    }
  }
  return null
}

const textOf = (value: unknown): string | null => oneLine(value) || null

const loggedIn = (type: string, data: ActivityRow['data']): Logged | null =>
  type === activityLogged.type ? (data['activity'] as Logged) : null

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id): id is string => id !== null))]

/** What somebody did, as a sentence without the actor: "completed WEB-12 Fix login". Works for every type, known or not. */
export const describeEvent = (type: string, data: unknown): string => withSubject(sentenceOf(type, data))

function sentenceOf(type: string, data: unknown): string {
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
  return name ? `${verb} ${subject(`${noun} ${name}`)}` : `${verb} ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}
