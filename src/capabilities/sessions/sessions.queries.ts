import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

export type SessionRow = Omit<Tables['agent_sessions'], 'org_id' | 'context' | 'instance_id'>

/** What a list shows beside the session: when its instance called last. */
export interface ListedSession extends SessionRow {
  called_at: string
}

/** What a rule needs beside what a list shows. */
export interface FullSession extends ListedSession, Pick<Tables['agent_sessions'], 'context' | 'instance_id'> {
  project_slug: string | null
  project_archived_at: string | null
  /** What its instance is recognized by. */
  client_session: string | null
  connection: string | null
}

export type CheckpointRow = Omit<Tables['session_checkpoints'], 'org_id' | 'session_id' | 'agent_id'>

const columns = `s.id, s.owner_id, s.agent_id, s.project_id, s.parent_id, s.status, s.goals, s.outcome, s.checkpoints, s.seen_at, s.started_at,
  s.ended_at, s.updated_at, s.version`
const listed = `${columns}, greatest(s.seen_at, i.seen_at) as called_at`
const full = `${listed}, s.context, s.instance_id, p.slug as project_slug, p.archived_at as project_archived_at, i.client_session, i.connection`
const from = `from agent_sessions s left join projects p on p.org_id = s.org_id and p.id = s.project_id
  left join agent_instances i on i.org_id = s.org_id and i.id = s.instance_id`
// One of a project is seen by whoever sees that; any other is its owner's, of whom admins see no more than others do.
export const visible = `s.org_id = $1 and case when s.project_id is null then s.owner_id = app.user()
  else p.deleted_at is null and app.sees_project(p.visibility, p.id) end`

export const sessionById = sql<FullSession>(`select ${full} ${from} where ${visible} and s.id = $2`)
export const lockedSession = sql<FullSession>(`select ${full} ${from} where ${visible} and s.id = $2 for no key update of s`)
// What was gone on with already has a successor: going on from there again would be a fork.
const unresumed = 'not exists (select from agent_sessions c where c.org_id = s.org_id and c.parent_id = s.id)'
const within = '($3::uuid is null or s.project_id = $3)'
/** Sessions of this very agent that nobody works in: ended, stopped, lost, or without a call since $5. */
export const idleSession = sql<{ id: string }>(`select s.id ${from} where ${visible} and s.owner_id = $2 and ${within}
  and s.agent_id is not distinct from $4 and ${unresumed} and (s.status <> 'running' or greatest(s.seen_at, i.seen_at) < $5)
  order by s.id desc limit 1`)
/** What an instance has under way, by its own id of the conversation or by its connection. */
export const sessionOfInstance = sql<{ id: string }>(`select s.id ${from} where ${visible} and s.owner_id = $2 and ${within}
  and ($4::uuid is null or s.agent_id = $4) and s.status in ('running', 'lost')
  and (i.client_session = $5 or (i.connection = $6 and ($5::text is null or i.client_session is null)))
  order by (i.client_session = $5) is true desc, s.id desc limit 1`)
/** What the user has that could be meant by somebody who names no session. */
export const candidates = sql<ListedSession & { agent: string | null }>(`select ${listed}, a.slug as agent ${from}
  left join agents a on a.org_id = s.org_id and a.id = s.agent_id
  where ${visible} and s.owner_id = $2 and ${within} and s.status <> 'ended' and ${unresumed} order by s.id desc limit 5`)
export const successorOf = sql<{ id: string; agent: string | null; owner: string | null; at: string }>(`select s.id, a.slug as agent,
    u.handle as owner, s.started_at as at ${from} left join agents a on a.org_id = s.org_id and a.id = s.agent_id
  left join users u on u.id = s.owner_id where ${visible} and s.parent_id = $2 order by s.id desc limit 1`)
export const childrenOf = sql<{ id: string }>(`select s.id ${from} where ${visible} and s.parent_id = $2 order by s.id limit 50`)
export const listStatement = (conditions: readonly string[]) =>
  sql<ListedSession>(`select ${listed} ${from} where ${[visible, ...conditions].join(' and ')} order by s.id desc limit $2`)

export const insertSession = sql(`insert into agent_sessions
    (org_id, id, owner_id, agent_id, project_id, parent_id, goals, context, instance_id, seen_at, started_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10)`)
export const updateSession = sql(`update agent_sessions set agent_id = $3, status = $4, outcome = $5, checkpoints = $6, seen_at = $7,
    ended_at = $8, updated_at = $9, version = version + 1 where org_id = $1 and id = $2`)

/** The worker and a stop act on what they may not look at as somebody. */
export const lockedForSystem = sql<SessionRow>(
  `select ${columns} from agent_sessions s where s.org_id = $1 and s.id = $2 for no key update`,
)
export const pauseOf = sql<{ until: string }>(
  'select paused_until as until from agents where org_id = $1 and id = $2 and paused_until is not null',
)
export const openOfAgent = sql<SessionRow & { instance_id: string | null }>(`select ${columns}, s.instance_id from agent_sessions s
  where s.org_id = $1 and s.agent_id = $2 and s.status in ('running', 'lost') order by s.id for no key update`)

const checkpoint = 'c.number, c.progress, c.state, c.files, c.model, c.tokens_in, c.tokens_out, c.cost_micros, c.seconds, c.created_at'
export const insertCheckpoint = sql(`insert into session_checkpoints
    (org_id, session_id, number, progress, state, files, model, tokens_in, tokens_out, cost_micros, seconds, agent_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`)
export const checkpointsBefore = sql<CheckpointRow>(`select ${checkpoint} from session_checkpoints c
  where c.org_id = $1 and c.session_id = $2 and c.number < $3 order by c.number desc limit $4`)
// Whoever said nothing of the state has not changed it.
export const lastState = sql<{ state: string }>(`select c.state from session_checkpoints c
  where c.org_id = $1 and c.session_id = $2 and c.state <> '' order by c.number desc limit 1`)
