import { sql, update } from '../../../platform/postgres.ts'
import {
  type SessionRow,
  type ListedSession,
  type CheckpointRow,
  type FullSession,
  columns,
  entered,
  listed,
  from,
  visible,
  within,
  unresumed,
} from '../../agents/sessions/session-sql.ts'

/** Earlier checkpoints are told in this many characters. */
const shortProgress = 400

/** The newest session of this very agent that is not over and that nobody is working in: stopped, lost, or without a call since `:silent_since`. */
export const idleSession = sql(`select s.id ${from} where ${visible} and s.owner_id = :user and ${within}
  and s.agent_id is not distinct from :agent and s.status <> 'ended' and ${unresumed} and (s.status <> 'running' or greatest(s.seen_at, i.seen_at) < :silent_since)
  order by s.id desc limit 1`).as<{ id: string }>()
/** Sessions of the user that could be meant if none is named. */
export const candidates = sql(`select ${listed}, a.slug as agent ${from}
  left join agents a on a.org_id = s.org_id and a.id = s.agent_id
  where ${visible} and s.owner_id = :user and ${within} and s.status <> 'ended' and ${unresumed} order by s.id desc limit 5`).as<
  ListedSession & { agent: string | null }
>()
export const childrenOf = sql(`select s.id ${from} where ${visible} and s.parent_id = :id order by s.id limit 50`).as<{ id: string }>()
export const listStatement = (conditions: readonly string[]) =>
  sql(`select ${listed} ${from} where ${[visible, ...conditions].join(' and ')} order by s.id desc limit :limit`).as<ListedSession>()

/** A session of the calling instance, which is stored along with it if it is new. */
export const insertSession = sql(`insert into agent_sessions as s
    (org_id, id, owner_id, agent_id, project_id, parent_id, goals, context, instance_id, seen_at, started_at, updated_at)
  values (:org, :id, :user, :agent, :project, :parent, :goals, :context, ${entered}, :now, :now, :now)
  returning ${columns}, s.seen_at as called_at, s.context, s.instance_id`).as<
  Omit<FullSession, 'project_slug' | 'project_archived_at' | 'client_session' | 'connection'>
>()
const changeable = ['agent_id', 'status', 'outcome', 'checkpoints', 'seen_at', 'ended_at', 'updated_at'] as const
export const updateSession = sql(`${update('agent_sessions', changeable)}, version = version + 1 where org_id = :org and id = :id`)

/** No visibility check: the worker acts for nobody, and a stop also ends sessions that its caller may not see. */
export const lockedForSystem = sql(
  `select ${columns} from agent_sessions s where s.org_id = :org and s.id = :session_id for no key update`,
).as<SessionRow>()
export const pauseOf = sql(
  'select paused_until as until from agents where org_id = :org and id = :agent_id and paused_until is not null',
).as<{ until: string }>()
export const openOfAgent = sql(`select ${columns}, s.instance_id from agent_sessions s
  where s.org_id = :org and s.agent_id = :agent and s.status in ('running', 'lost') order by s.id for no key update`).as<
  SessionRow & { instance_id: string | null }
>()

const checkpoint = 'c.number, c.progress, c.state, c.files, c.model, c.tokens_in, c.tokens_out, c.cost_micros, c.seconds, c.created_at'
export const insertCheckpoint = sql(`insert into session_checkpoints
    (org_id, session_id, number, progress, state, files, model, tokens_in, tokens_out, cost_micros, seconds, agent_id, by_hook, created_at)
  values (:org, :session_id, :number, :progress, :state, :files, :model, :tokens_in, :tokens_out, :cost_micros, :seconds, :agent, :by_hook, :now)`)
export const checkpointsBefore = sql(`select ${checkpoint} from session_checkpoints c
  where c.org_id = :org and c.session_id = :session and c.number < :before order by c.number desc limit :limit`).as<CheckpointRow>()
// A checkpoint without a state leaves the state unchanged.
export const lastState = sql(`select c.state from session_checkpoints c
  where c.org_id = :org and c.session_id = :session and c.state <> '' order by c.number desc limit 1`).as<{ state: string }>()

/** A session and those that it continues, the nearest first. */
export const line = `with recursive line (id, parent, nth) as (
    select s.id, s.parent_id, 1 from agent_sessions s where s.org_id = :org and s.id = :session
    union all select s.id, s.parent_id, l.nth + 1 from line l join agent_sessions s on s.org_id = :org and s.id = l.parent where l.nth < 100)` as const

/**
 * The newest checkpoints of a session or, if it has none, of the nearest one that it continues; the last one with the state it left. What hooks saved
 * comes after everything that the agent said.
 */
export const newestOf = sql(`${line},
  stopped as (select l.id from line l join lateral (select bool_and(c.by_hook) as only_hooks from session_checkpoints c
    where c.org_id = :org and c.session_id = l.id) c on c.only_hooks is not null order by c.only_hooks, l.nth limit 1)
  select c.session_id, c.number, c.created_at, c.files, c.by_hook, case when row_number() over told = 1 then c.progress
      else left(c.progress, ${shortProgress}) end as progress,
    case when row_number() over told = 1 then coalesce(nullif(c.state, ''), (select k.state from session_checkpoints k
      where k.org_id = :org and k.session_id = c.session_id and k.state <> '' order by k.number desc limit 1), '') end as state,
    count(*) over () as among
  from stopped s join session_checkpoints c on c.org_id = :org and c.session_id = s.id
  window told as (order by c.by_hook, c.number desc) order by c.by_hook, c.number desc limit :limit`).as<
  Pick<CheckpointRow, 'number' | 'created_at' | 'progress' | 'files'> & {
    session_id: string
    by_hook: boolean
    state: string | null
    among: number
  }
>()

export const sumsOfSessions =
  sql(`select c.session_id, sum(c.cost_micros)::bigint as cost_micros, sum(coalesce(c.tokens_in, 0) + coalesce(c.tokens_out, 0))
    filter (where c.tokens_in is not null or c.tokens_out is not null)::bigint as tokens
  from session_checkpoints c where c.org_id = :org and c.session_id = any(:sessions::uuid[]) group by c.session_id`).as<{
    session_id: string
    cost_micros: number | null
    tokens: number | null
  }>()
