import type { Tables } from '../../../platform/database-types.ts'

export type SessionRow = Omit<Tables['agent_sessions'], 'org_id' | 'context' | 'instance_id'>

/** What a list adds to the session: when its instance last called. */
export interface ListedSession extends SessionRow {
  called_at: string
}

/** What rules need beyond what a list shows. */
export interface FullSession extends ListedSession, Pick<Tables['agent_sessions'], 'context' | 'instance_id'> {
  project_slug: string | null
  project_archived_at: string | null
  /** The keys that identify its instance. */
  client_session: string | null
  connection: string | null
}

export type CheckpointRow = Omit<Tables['session_checkpoints'], 'org_id' | 'session_id' | 'agent_id' | 'by_hook'>

export const columns = `s.id, s.owner_id, s.agent_id, s.project_id, s.parent_id, s.status, s.goals, s.outcome, s.checkpoints, s.seen_at, s.started_at,
  s.ended_at, s.updated_at, s.version`
export const listed = `${columns}, greatest(s.seen_at, i.seen_at) as called_at` as const
export const full =
  `${listed}, s.context, s.instance_id, p.slug as project_slug, p.archived_at as project_archived_at, i.client_session, i.connection` as const
export const from = `from agent_sessions s left join projects p on p.org_id = s.org_id and p.id = s.project_id
  left join agent_instances i on i.org_id = s.org_id and i.id = s.instance_id`
// A session of a project is visible to whoever sees the project; any other only to its owner, not even to admins.
export const visible = `s.org_id = :org and case when s.project_id is null then (s.owner_id = app.owner() or s.agent_id = app.only_agent())
  else p.deleted_at is null and app.sees_project(p.visibility, p.id) end`

// A session that was resumed already has a successor: resuming it again would be a fork.
export const unresumed = 'not exists (select from agent_sessions c where c.org_id = s.org_id and c.parent_id = s.id)'
export const within = '(:project::uuid is null or s.project_id = :project)'

/** The calling instance, inserted if it is new. */
export const entered = 'app.enter_instance(:user, :agent, :client_session, :connection, :new_instance, :now)'
