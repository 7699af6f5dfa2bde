import { isId } from '../../../platform/ids.ts'
import type { EventRow } from '../../log/read-log.ts'
import type { NotificationKind } from './notification-kinds.contract.ts'

type Data = Record<string, unknown>
type Rule = (type: string, data: Data, actor: Actor) => unknown

interface Actor {
  user_id?: string | null
  agent_id?: string | null
}

const itemMade = /^(task|story|epic)\.created$/
const itemChanged = /^(task|story|epic)\.updated$/
const assignee = (data: Data) => [(data['item'] as { assignee_id?: unknown } | undefined)?.assignee_id]
const isDangerous = (data: Data) => (data['action'] as { risk?: unknown } | undefined)?.risk === 'danger'
const changes = (data: Data, field: string) => Array.isArray(data['changed']) && data['changed'].includes(field)

const isQuestion = (data: Data) => Array.isArray((data['comment'] as { choices?: unknown } | undefined)?.choices)
/** An agent that asks nobody asks the person it acts for. */
const asked = (type: string, mentions: unknown, { user_id, agent_id }: Actor) =>
  type === 'comment.created' && Array.isArray(mentions) && mentions.length === 0 && agent_id ? [user_id] : mentions

/** Whom an event concerns, by kind. Nobody is notified of work assigned to an agent: the agent reads its own list. */
const rules: Record<Exclude<NotificationKind, 'reminder' | 'announcement' | 'watching'>, Rule> = {
  mention: (_, data) => (isQuestion(data) ? undefined : data['mentions']),
  question: (type, data, actor) => (isQuestion(data) ? asked(type, data['mentions'], actor) : undefined),
  assignment: (type, data) =>
    itemMade.test(type) || (itemChanged.test(type) && changes(data, 'assignee_id')) ? assignee(data) : undefined,
  gate_waiting: (type, data) => (type === 'feature.waiting' ? data['waiting_for'] : undefined),
  review_requested: (type, data) => (type === 'feature.review_requested' ? data['reviewers'] : undefined),
  agent_stuck: (type, data) => (type === 'agent.stuck' ? data['told'] : undefined),
  run_ended: (type, data) => (type === 'run.ended' ? data['told'] : undefined),
  action_waiting: (type, data) => (type === 'tunnel_action.requested' && isDangerous(data) ? [data['owner_id']] : undefined),
  report_updated: (type, data) => (type === 'issue_report.answered' ? data['told'] : undefined),
}

const featureMoves = new Set(['feature.advanced', 'feature.sent_back', 'feature.shipped', 'feature.cancelled', 'review.submitted'])

/** The events that watchers of a subject are notified of: comments and status changes. */
export const isWatched = ({ type, data }: EventRow): boolean =>
  type === 'comment.created' || featureMoves.has(type) || (itemChanged.test(type) && changes((data ?? {}) as Data, 'status'))

export interface Telling {
  kind: NotificationKind
  user: string
}

/** Whom to notify of an event, and as which kind. Nobody is notified of their own actions, but an agent's action may notify its owner. */
export function whomToTell({ type, owner_id, actor, data }: EventRow, watchers: readonly string[]): Telling[] {
  const { user_id, agent_id } = actor as Actor
  const self = agent_id ? null : user_id
  const named = Object.entries(rules).flatMap(([kind, rule]) => {
    const named = rule(type, (data ?? {}) as Data, actor as Actor)
    const users = Array.isArray(named) ? new Set(named.filter((one): one is string => typeof one === 'string' && isId(one))) : []
    return [...users]
      .filter((user) => user !== self && (!owner_id || owner_id === user))
      .map((user) => ({ kind: kind as NotificationKind, user }))
  })
  // Someone a rule has named is not notified a second time as a watcher.
  const told = new Set(named.map(({ user }) => user))
  const watching = watchers.filter((user) => user !== self && !told.has(user))
  return [...named, ...watching.map((user) => ({ kind: 'watching' as const, user }))]
}
