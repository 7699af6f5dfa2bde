import { isId } from '../../../platform/ids.ts'
import type { EventRow } from '../../log/read-log.ts'
import type { NotificationKind } from './notification-kinds.contract.ts'

/** Notifications that need no action any more after an event. */
export interface Settled {
  subject: string
  kinds: readonly NotificationKind[]
  /** Only this user's; without it, everybody's. */
  user?: string
  /** Everybody's except this user's. */
  except?: string
  /** Only those that came from this comment, which was deleted. */
  comment?: string
}

interface Data {
  item?: { id?: unknown; assignee_id?: unknown; status?: unknown }
  comment?: { id?: unknown; source_author?: unknown }
  feature?: { id?: unknown }
  agent?: { id?: unknown }
  run?: { task_id?: unknown }
  action?: { id?: unknown; state?: unknown }
  changed?: unknown
}

const gates: readonly NotificationKind[] = ['gate_waiting', 'review_requested']
const everything: readonly NotificationKind[] = ['mention', 'assignment', 'watching', ...gates, 'agent_stuck', 'run_ended']
const closed = new Set<unknown>(['complete', 'cancelled'])

/**
 * A gate that was passed waits for nobody: such notifications are archived automatically. Those of questions follow their question instead, see
 * `settlesQuestions`: a comment beside it settles none.
 */
export function settledBy({ type, actor, data }: EventRow): Settled[] {
  const { user_id, agent_id } = actor as { user_id?: string | null; agent_id?: string | null }
  const by = agent_id ? undefined : (user_id ?? undefined)
  const { item, comment, feature, agent, run, action, changed } = (data ?? {}) as Data
  const has = (field: string) => Array.isArray(changed) && changed.includes(field)
  const of = (thing: { id?: unknown } | undefined, more: Omit<Settled, 'subject'>): Settled[] =>
    typeof thing?.id === 'string' && isId(thing.id) ? [{ subject: thing.id, ...more }] : []
  switch (type) {
    case 'comment.created':
      return by && !comment?.source_author ? of(item, { kinds: ['mention', 'watching'], user: by }) : []
    case 'comment.deleted':
      return typeof comment?.id === 'string' ? of(item, { kinds: ['mention', 'watching'], comment: comment.id }) : []
    case 'task.updated':
    case 'story.updated':
    case 'epic.updated': {
      if (has('status') && closed.has(item?.status)) return of(item, { kinds: ['assignment'] })
      if (!has('assignee_id')) return []
      return of(item, { kinds: ['assignment'], ...(typeof item?.assignee_id === 'string' && { except: item.assignee_id }) })
    }
    case 'task.deleted':
    case 'story.deleted':
    case 'epic.deleted':
      return of(item, { kinds: everything })
    case 'review.submitted':
      return by ? of(feature, { kinds: ['review_requested'], user: by }) : []
    case 'feature.approved':
      return by ? of(feature, { kinds: ['gate_waiting'], user: by }) : []
    case 'feature.advanced':
    case 'feature.sent_back':
    case 'feature.shipped':
    case 'feature.cancelled':
      return of(feature, { kinds: gates })
    case 'feature.deleted':
      return of(feature, { kinds: everything })
    case 'agent.recovered':
    case 'agent.stopped':
    case 'agent.deleted':
      return of(agent, { kinds: ['agent_stuck'] })
    case 'run.queued':
      return of({ id: run?.task_id }, { kinds: ['run_ended'] })
    case 'tunnel_action.approved':
    case 'tunnel_action.denied':
      return of(action, { kinds: ['action_waiting'] })
    case 'tunnel_action.updated':
      return action?.state === 'queued' ? [] : of(action, { kinds: ['action_waiting'] })
    default:
      return []
  }
}

const endings = /^((task|story|epic)\.(updated|deleted)|comment\.(answered|resolved|deleted|expired))$/

/** Whether a question of its subject may no longer be open after an event. */
export const settlesQuestions = ({ type }: Pick<EventRow, 'type'>): boolean => endings.test(type)
