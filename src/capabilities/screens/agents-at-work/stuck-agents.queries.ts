import { utc } from '../../../platform/moments.ts'
import { sql } from '../../../platform/postgres.ts'
import { asks, failed, gate, linkedTo, type AtWorkRow } from './agents-at-work.queries.ts'

export const organizationsWithTrouble = sql('select app.organizations_with_trouble(:since, :limit) as org_id').as<{ org_id: string }>()

type Facts = 'id' | 'slug' | 'name' | 'owner_id' | 'state' | 'last_call' | 'session' | 'waits_for' | 'asks' | 'failed_in_a_row'
export interface TroubledRow extends Pick<AtWorkRow, Facts> {
  stuck_since: string | null
  project_id: string | null
}

// Everything its owner could be notified of: whether they may see the project is decided on delivery.
const task = `select w.id, w.project_id from work_items w where w.org_id = a.org_id and w.lease_agent_id = a.id and w.lease_until > :now
  and w.deleted_at is null order by w.lease_until desc limit 1`
const session = `select s.id, s.status, s.started_at, s.seen_at, s.project_id
  from agent_sessions s left join projects p on p.org_id = s.org_id and p.id = s.project_id
  where s.org_id = a.org_id and s.agent_id = a.id and case when s.project_id is null then s.owner_id = a.owner_id else p.deleted_at is null end
  order by s.id desc limit 1`
const waiting = `select ${gate} as waits_for from features f where f.org_id = a.org_id and f.deleted_at is null and f.status = 'active'
  and f.gate_kind = 'approval' and (f.created_by_agent_id = a.id or (w.id is not null and ${linkedTo('w.id')})) order by f.updated_at limit 1` as const

/** Agents with a failed last call or a lost session, and those that were stuck. */
export const troubledAgents = sql(`select a.id, a.slug, a.name, a.owner_id, a.stuck_since, a.status as state,
    coalesce(s.project_id, w.project_id, a.project_id) as project_id, v.waits_for, k.asks, r.failed_in_a_row,
    case when l.at is null then null else jsonb_build_object('tool', l.tool, 'ok', l.ok, 'at', ${utc('l.at')}) end as last_call,
    case when s.id is null then null else jsonb_build_object('id', s.id, 'title', '', 'status', s.status,
      'started_at', ${utc('s.started_at')}, 'seen_at', ${utc('s.seen_at')}, 'progress', null) end as session
  from agents a
  left join agent_last_calls l on l.org_id = a.org_id and l.agent_id = a.id
  left join lateral (${task}) w on true
  left join lateral (${asks('true')}) k on true
  left join lateral (${session}) s on true
  left join lateral (${waiting}) v on true
  left join lateral (${failed}) r on true
  where a.org_id = :org and a.deleted_at is null and (a.stuck_since is not null or l.ok is false or s.status = 'lost')`).as<TroubledRow>()

/** Of two workers that check at once, the second waits here and finds it recorded. */
export const noteStuck = sql(
  'update agents set stuck_since = :now where org_id = :org and id = :id and stuck_since is null returning id',
).as<{ id: string }>()
export const noteRecovered = sql(
  'update agents set stuck_since = null where org_id = :org and id = :id and stuck_since is not null returning id',
).as<{ id: string }>()
