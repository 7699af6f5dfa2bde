import { sql } from '../../../platform/postgres.ts'
import type { RunOffer } from '../../../platform/tunnel-protocol.ts'
import type { Gate } from '../../features/workflows/gate.ts'
import { columns, type RunRow } from './runs.queries.ts'

/** Only the connection that holds the machine takes runs for it; the row lock makes takes run one after another. */
export const lockHeld = sql(`select server_key, user_id, run_offer as offer from tunnels
  where org_id = :org and id = :tunnel and fence = :fence and deleted_at is null for update`).as<{
  server_key: Buffer
  user_id: string
  offer: RunOffer | null
}>()
export const countHeld = sql(`select count(*)::integer as count from runs
  where org_id = :org and tunnel_id = :tunnel and state in ('starting', 'running')`).as<{ count: number }>()

export interface Candidate {
  id: string
  agent_id: string
  task_id: string
  project_id: string
  workspace_id: string
  owner_id: string
  owner_role: 'owner' | 'admin' | 'member'
  agent: string
  handle: string
  /** Machine and branch of the run that this one continues. */
  earlier_tunnel: string | null
  earlier_branch: string | null
}

/**
 * Queued runs that this machine may take, oldest first: it offers their client and names the requester, who must still have write access here.
 * A run that continues an earlier one waits for that run's machine while it is online and takes runs.
 */
export const candidates =
  sql(`select r.id, r.agent_id, r.task_id, r.project_id, r.workspace_id, a.owner_id, m.role as owner_role, a.slug as agent,
    u.handle, e.tunnel_id as earlier_tunnel, e.branch as earlier_branch
  from runs r join agents a on a.org_id = r.org_id and a.id = r.agent_id and a.deleted_at is null and a.status <> 'stopped'
    join memberships m on m.org_id = r.org_id and m.user_id = a.owner_id and m.role <> 'viewer'
    join work_items w on w.org_id = r.org_id and w.id = r.task_id and w.deleted_at is null and w.status not in ('complete', 'cancelled')
      and (w.lease_until is null or w.lease_until <= :now)
    join users u on u.id = r.requested_by
    join memberships q on q.org_id = r.org_id and q.user_id = u.id and q.role <> 'viewer'
    left join runs e on e.org_id = r.org_id and e.id = r.continues
  where r.org_id = :org and r.state = 'queued' and (r.wanted_tunnel_id is null or r.wanted_tunnel_id = :tunnel)
    and exists (select from workspace_checkouts c where c.org_id = r.org_id and c.workspace_id = r.workspace_id and c.tunnel_id = :tunnel)
    and r.client = any(:clients::text[]) and (u.id::text = any(:people::text[]) or u.handle = any(:people::text[]))
    and (e.tunnel_id is null or e.tunnel_id = :tunnel or not exists (select from tunnels t where t.org_id = r.org_id and t.id = e.tunnel_id
      and t.deleted_at is null and t.node_id is not null and t.last_seen_at > :alive::timestamptz and t.run_offer is not null))
    and (:after::uuid is null or r.id > :after)
  order by r.id limit :limit`).as<Candidate>()
export const lockQueued = sql(
  `select ${columns} from runs r where r.org_id = :org and r.id = :id and r.state = 'queued' for update skip locked`,
).as<RunRow>()
export const takeRun =
  sql(`update runs r set state = 'starting', tunnel_id = :tunnel, fence = r.fence + 1, lease_until = :until, branch = :branch,
    worktree = null, error = null, stop_sent_at = null
  where r.org_id = :org and r.id = :id returning ${columns}`).as<RunRow>()
export const bindAttempt = sql('update runs set session_id = :session, token_id = :token where org_id = :org and id = :id')
export const issueToken = sql('select app.issue_run_token(:id, :run, :hash, :last_four, :scopes::text[], :now, :expires) as id').as<{
  id: string | null
}>()

/** Runs of this machine whose stop request has not been sent yet; on a new connection also open ones to which it was sent. */
export const toStop = sql(`update runs r set stop_sent_at = :now
  where r.org_id = :org and r.tunnel_id = :tunnel and r.stop_requested_at is not null
    and (r.stop_sent_at is null or (:again::boolean and r.state in ('starting', 'running'))) returning r.id, r.fence`).as<{
  id: string
  fence: number
}>()

/** The active features that this task belongs to, most recently changed first. */
export const featuresOf = sql(`select f.ref, f.gates, f.position from links l join features f on f.org_id = l.org_id and f.id = l.from_id
    and f.deleted_at is null and f.status = 'active' and f.project_id = :project
  where l.org_id = :org and l.from_kind = 'feature' and l.to_kind = 'task' and l.to_id = :task order by f.updated_at desc limit 5`).as<{
  ref: string
  gates: Gate[]
  position: number
}>()
