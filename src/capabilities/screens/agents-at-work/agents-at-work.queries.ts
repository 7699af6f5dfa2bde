import { utc } from '../../../platform/moments.ts'
import { plannedOnce } from '../../../platform/postgres.ts'

interface GateColumns {
  feature_id: string
  ref: string
  title: string
  gate: string
  passed: number
  of: number
  since: string
}

export interface Asks {
  count: number
  comment_id: string
  key: string
  title: string
  since: string
}

export interface AtWorkRow {
  id: string
  slug: string
  name: string
  owner_id: string
  owner: { id: string; handle: string; name: string } | null
  state: string
  sample: boolean
  stop_reason: string | null
  stopped_at: string | null
  stopped_by: string | null
  paused_until: string | null
  task: { key: string; title: string; project: string; lease_from: string | null; lease_until: string } | null
  gate: GateColumns | null
  waits_for: GateColumns | null
  asks: Asks | null
  session: { id: string; title: string; status: string; started_at: string; seen_at: string; progress: string | null } | null
  last_call: { tool: string; ok: boolean; at: string } | null
  failed_in_a_row: number
  files: number | null
  cost_micros: number | null
  reports: number
  reports_without_cost: number
  daily_cost_micros: number | null
}

export const gate = `jsonb_build_object('feature_id', f.id, 'ref', f.ref, 'title', f.title, 'gate', f.gate, 'passed', f.position,
  'of', jsonb_array_length(f.gates), 'since', ${utc('f.updated_at')})` as const
const ofFeatures = `features f join projects p on p.org_id = f.org_id and p.id = f.project_id and p.deleted_at is null
  where f.org_id = a.org_id and f.deleted_at is null and f.status = 'active' and app.sees_project(p.visibility, p.id)`
export const linkedTo = <Task extends string>(task: Task) =>
  `exists (select from links l where l.org_id = f.org_id and l.from_kind = 'feature' and l.from_id = f.id
  and l.to_kind = 'task' and l.to_id = ${task})` as const

// The task it holds under a live lease; an assignment alone is not work.
const task =
  `select w.id, jsonb_build_object('key', w.key, 'title', w.title, 'project', p.slug, 'lease_from', ${utc('w.lease_from')}, 'lease_until', ${utc('w.lease_until')}) as task
  from work_items w join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null
  where w.org_id = a.org_id and w.lease_agent_id = a.id and w.lease_until > :now and w.deleted_at is null and app.sees_project(p.visibility, p.id)
  order by w.lease_until desc limit 1` as const
const gateOfTask = `select ${gate} as gate from ${ofFeatures} and ${linkedTo('w.id')} order by f.updated_at desc limit 1` as const
const waiting = `select ${gate} as waits_for from ${ofFeatures} and f.gate_kind = 'approval'
  and (f.created_by_agent_id = a.id or (w.id is not null and ${linkedTo('w.id')})) order by f.updated_at limit 1` as const
export const asks = <Sees extends string>(sees: Sees) =>
  `select jsonb_build_object('count', count(*), 'comment_id', (array_agg(q.id order by q.id desc))[1], 'key', (array_agg(t.key order by q.id desc))[1],
    'title', (array_agg(t.title order by q.id desc))[1], 'since', ${utc('max(q.created_at)')}) as asks
  from questions q join work_items t on t.org_id = q.org_id and t.id = q.item_id and t.deleted_at is null
  join projects p on p.org_id = t.org_id and p.id = t.project_id and p.deleted_at is null
  where q.org_id = a.org_id and q.agent_id = a.id and q.state = 'open' and ${sees} having count(*) > 0` as const
const session = `select s.id, s.goals, s.status, s.started_at, s.seen_at, s.checkpoints
  from agent_sessions s left join projects p on p.org_id = s.org_id and p.id = s.project_id
  where s.org_id = a.org_id and s.agent_id = a.id
    and case when s.project_id is null then (s.owner_id = app.owner() or s.agent_id = app.only_agent())
    else p.deleted_at is null and app.sees_project(p.visibility, p.id) end
  order by s.id desc limit 1`
const used = `select sum(u.cost_micros)::bigint as cost_micros, coalesce(sum(u.reports), 0)::integer as reports,
    coalesce(sum(u.reports_without_cost), 0)::integer as reports_without_cost
  from usage_days u left join projects p on p.org_id = u.org_id and p.id = u.project_id
  where u.org_id = a.org_id and u.agent_id = a.id and u.day = :day::date
    and case when u.project_id is null then (u.owner_id = app.owner() or u.agent_id = app.only_agent())
    else p.deleted_at is null and app.sees_project(p.visibility, p.id) end`
export const failed = `select count(*)::integer as failed_in_a_row from (select bool_and(not n.ok) over (order by n.at desc, n.id desc) as failing
  from (select r.ok, r.at, r.id from recent_calls r where r.org_id = a.org_id and r.agent_id = a.id
    and r.at > coalesce(a.resumed_at, '-infinity') order by r.at desc, r.id desc limit 10) n) c
  where c.failing`
// Who sees an agent: everybody, or whoever sees the project it works in; its owner always, except within a run.
const visible = `(a.project_id is null or (a.owner_id = app.user() and app.only_project() is null) or exists (select from projects p
  where p.org_id = a.org_id and p.id = a.project_id and p.deleted_at is null and app.sees_project(p.visibility, p.id)))`

/** `:day` is in UTC; without `:agents`, all agents. */
export const agentsAtWork =
  plannedOnce(`select a.id, a.slug, a.name, a.owner_id, a.status as state, a.stop_reason, a.stopped_at, a.paused_until,
    exists (select from sample_projects m where m.org_id = a.org_id and m.agent_id = a.id) as sample, b.name as stopped_by, case when o.id is null then null else jsonb_build_object('id', o.id, 'handle', o.handle, 'name', o.name) end as owner,
    w.task, g.gate, v.waits_for, k.asks, case when l.at is null then null else jsonb_build_object('tool', l.tool, 'ok', l.ok, 'at', ${utc('l.at')}) end as last_call,
    case when s.id is null then null else jsonb_build_object('id', s.id, 'title', left(s.goals[1], 120), 'status', s.status,
      'started_at', ${utc('s.started_at')}, 'seen_at', ${utc('s.seen_at')}, 'progress', left(c.progress, 200)) end as session,
    r.failed_in_a_row, case when s.checkpoints > 0 or c.files > 0 then c.files end as files, u.cost_micros, u.reports, u.reports_without_cost, d.daily_cost_micros
  from agents a
  left join users o on o.id = a.owner_id
  left join users b on b.id = a.stopped_by
  left join agent_last_calls l on l.org_id = a.org_id and l.agent_id = a.id
  left join agent_budgets d on d.org_id = a.org_id and d.agent_id = a.id
  left join lateral (${task}) w on true
  left join lateral (${gateOfTask}) g on true
  left join lateral (${waiting}) v on true
  left join lateral (${asks('app.sees_project(p.visibility, p.id)')}) k on true
  left join lateral (${session}) s on true
  left join lateral (select (array_agg(k.progress order by k.number desc))[1] as progress,
    (select count(distinct name)::integer from (select e.files from session_checkpoints e where e.org_id = a.org_id and e.session_id = s.id
      union all select t.files from session_traces t where t.org_id = a.org_id and t.session_id = s.id) e, unnest(e.files) name) as files
    from session_checkpoints k where k.org_id = a.org_id and k.session_id = s.id and k.number > s.checkpoints - 1) c on true
  left join lateral (${used}) u on true
  left join lateral (${failed}) r on true
  where a.org_id = :org and a.deleted_at is null and (:agents::uuid[] is null or a.id = any(:agents)) and ${visible}
  order by l.at desc nulls last, a.id desc limit :limit`).as<AtWorkRow>()

/** `:first` is the beginning of the first minute. */
export const callsByMinute = plannedOnce(`select
    floor(extract(epoch from c.at - :first::timestamptz) / 60)::integer as minute, count(*)::integer as calls
  from recent_calls c join agents a on a.org_id = c.org_id and a.id = c.agent_id
  where c.org_id = :org and c.at >= :first and c.at <= :now and ${visible} group by 1`).as<{ minute: number; calls: number }>()
