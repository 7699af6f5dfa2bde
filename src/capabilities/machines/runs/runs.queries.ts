import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'
import type { ToolKind } from '../../../platform/tunnel-protocol.ts'

export type RunState = 'queued' | 'starting' | 'running' | 'waiting' | 'done' | 'unfinished' | 'failed' | 'stopped'
export type RunReason = 'assigned' | 'asked' | 'mentioned' | 'sent_back' | 'answered'

export type RunRow = Omit<Tables['runs'], 'org_id' | 'state' | 'reason' | 'refused_kinds'> & {
  state: RunState
  reason: RunReason
  refused_kinds: ToolKind[]
}

/** A run as people see it. */
export interface ShownRow extends RunRow {
  task: { id: string; key: string; title: string; project_id: string }
  agent: { id: string; slug: string; name: string }
  requester: { id: string; handle: string; name: string }
  machine: { id: string; name: string } | null
  last_line: string | null
}

export const columns =
  `r.id, r.task_id, r.project_id, r.agent_id, r.workspace_id, r.client, r.reason, r.requested_by, r.state, r.wanted_tunnel_id, r.tunnel_id, r.fence,
  r.lease_until, r.session_id, r.token_id, r.continues, r.branch, r.worktree, r.base, r.head, r.files_changed, r.insertions, r.deletions, r.dirty_files,
  r.refused, r.refused_kinds,  r.receipt_id, r.exit_code, r.error, r.stop_requested_at, r.stop_requested_by, r.stop_sent_at, r.created_at, r.started_at, r.ended_at` as const

export const runForSystem = sql(`select ${columns} from runs r where r.org_id = :org and r.id = :id`).as<RunRow>()
export const lockRun = sql(`select ${columns} from runs r where r.org_id = :org and r.id = :id for update`).as<RunRow>()

const lastLine = `select right(regexp_replace(regexp_replace(o.text, '\\s+$', ''), '^.*\\n', ''), 300) as last_line from run_output o
  where o.org_id = r.org_id and o.run_id = r.id and o.kind <> 'note' and o.text ~ '\\S' order by o.seq desc limit 1`
const shown = `select ${columns}, jsonb_build_object('id', w.id, 'key', w.key, 'title', w.title, 'project_id', w.project_id) as task,
    jsonb_build_object('id', a.id, 'slug', a.slug, 'name', a.name) as agent,
    jsonb_build_object('id', u.id, 'handle', u.handle, 'name', u.name) as requester,
    case when t.id is null then null else jsonb_build_object('id', t.id, 'name', t.name) end as machine, l.last_line
  from runs r join work_items w on w.org_id = r.org_id and w.id = r.task_id
    join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null and app.sees_project(p.visibility, p.id)
    join agents a on a.org_id = r.org_id and a.id = r.agent_id join users u on u.id = r.requested_by
    left join tunnels t on t.org_id = r.org_id and t.id = coalesce(r.tunnel_id, r.wanted_tunnel_id)
    left join lateral (${lastLine}) l on true
  where r.org_id = :org` as const

export const runById = sql(`${shown} and r.id = :id`).as<ShownRow>()
export const listRuns =
  sql(`${shown} and r.id < :before and (:task::uuid is null or r.task_id = :task) and (:agent::uuid is null or r.agent_id = :agent)
    and (:machine::uuid is null or r.tunnel_id = :machine) and (:state::text is null or r.state = :state)
    and (not :open::boolean or r.state in ('queued', 'starting', 'running', 'waiting'))
  order by r.id desc limit :limit`).as<ShownRow>()

export const insertRun = sql(`insert into runs as r
    (org_id, id, task_id, project_id, agent_id, workspace_id, client, reason, requested_by, state, wanted_tunnel_id, continues, created_at)
  values (:org, :id, :task, :project, :agent, :workspace, :client, :reason, :user, 'queued', :machine, :continues, :now)
  on conflict (org_id, task_id) where state in ('queued', 'starting', 'running') do nothing returning ${columns}`).as<RunRow>()
export const openRunOf = sql(`select ${columns} from runs r
  where r.org_id = :org and r.task_id = :task and r.state in ('queued', 'starting', 'running')`).as<RunRow>()
export const openRunsOfAgent = sql(`select r.id from runs r
  where r.org_id = :org and r.agent_id = :agent and r.state in ('queued', 'starting', 'running') order by r.id`).as<{ id: string }>()
/** The run that ended with a question and still waits for the answer. */
export const waitingRun = sql(`select ${columns} from runs r
  where r.org_id = :org and r.task_id = :task and r.agent_id = :agent and r.state = 'waiting' order by r.id desc limit 1 for update`).as<RunRow>()

export const noteBranch =
  sql(`update runs r set state = 'running', branch = :branch, worktree = :worktree, started_at = coalesce(r.started_at, :now)
  where r.org_id = :org and r.id = :id and r.tunnel_id = :tunnel and r.fence = :fence and r.state in ('starting', 'running')
    and (r.state <> 'running' or r.worktree is distinct from :worktree) returning ${columns}`).as<RunRow>()
export const requestStop = sql(`update runs r set stop_requested_at = :now, stop_requested_by = :user
  where r.org_id = :org and r.id = :id and r.stop_requested_at is null returning ${columns}`).as<RunRow>()
/** An ended run keeps what is known about its work; a run that goes back to the queue belongs to no machine. */
export const endRun = sql(`update runs r set state = :state, error = :error, ended_at = :now, lease_until = null, exit_code = :exit_code,
    branch = coalesce(:branch, r.branch), base = :base, head = :head, files_changed = :files_changed, insertions = :insertions,
    deletions = :deletions, dirty_files = :dirty_files, refused = :refused, refused_kinds = :refused_kinds::text[]
  where r.org_id = :org and r.id = :id returning ${columns}`).as<RunRow>()
export const requeueRun = sql(`update runs r set state = 'queued', error = :error, tunnel_id = null, lease_until = null, session_id = null
  where r.org_id = :org and r.id = :id returning ${columns}`).as<RunRow>()
export const noteReceipt = sql('update runs set receipt_id = :receipt where org_id = :org and id = :id')
export const continued = sql(
  "update runs r set state = :state, error = :error where r.org_id = :org and r.id = :id and r.state = 'waiting'",
)
export const revokeToken = sql('select app.revoke_run_token(:id, :now)')

/** An unanswered question that this run's agent asked on its task. */
export const openQuestion = sql(`select from questions q where q.org_id = :org and q.item_id = :task and q.agent_id = :agent
    and q.state = 'open' and q.created_at >= :since limit 1`)

/** Extends the leases of the runs that a machine holds to two minutes from now. */
export const renewRuns = sql(`update runs r set lease_until = :until from unnest(:ids::uuid[], :fences::integer[]) h (id, fence)
  where r.org_id = :org and r.tunnel_id = :tunnel and r.id = h.id and r.fence = h.fence and r.state in ('starting', 'running')
  returning r.id, r.fence, r.session_id`).as<{ id: string; fence: number; session_id: string | null }>()
/** A held run keeps its session alive. Returns the sessions whose task leases are about to end. */
export const keepSessions = sql(`with alive as (update agent_sessions s set seen_at = :now
    where s.org_id = :org and s.id = any(:sessions::uuid[]) and s.status = 'running' and s.seen_at < :now::timestamptz - interval '1 minute')
  select distinct w.lease_holder as id from work_items w where w.org_id = :org and w.lease_holder = any(:sessions::text[]) and w.lease_until > :now
    and w.lease_until < :now::timestamptz + interval '10 minutes'`).as<{ id: string }>()
