import { plannedEachTime, sql } from '../../../platform/postgres.ts'

/** The projects the caller sees, of one team or all; archived ones and the sample only if asked for by name. */
export const projectsInScope = sql(`select p.id from projects p where p.org_id = :org and p.deleted_at is null
  and (:project::uuid is null and p.archived_at is null and not exists (select from sample_projects s where s.org_id = p.org_id and s.project_id = p.id)
    or p.id = :project)
  and (:team::uuid is null or p.id in (select app.team_project_ids(:org, :team)))
  and app.sees_project(p.visibility, p.id)`).as<{ id: string }>()

// Insights cover existing work: deleted tasks are in no figure, and a restored one is back with its history.
const there = "w.kind = 'task' and w.deleted_at is null and w.project_id = any(:projects)"
const asked = `${there} and (:agent::uuid is null or w.assignee_agent_id = :agent or w.completed_by_agent_id = :agent)
  and (:label::text is null or :label = any(w.labels))`
const joined = `work_items w join status_changes c on c.org_id = w.org_id and c.item_id = w.id where w.org_id = :org and ${asked}`
/**
 * Status changes and the task of each, joined by its id alone: the planner takes a small organization next to a large one for nearly empty, and would
 * scan all of its tasks for each change.
 */
const happened = `status_changes c cross join lateral (select w.* from work_items w where w.org_id = c.org_id and w.id = c.item_id offset 0) w
  where c.org_id = :org and`
const utcDay = (column: string) => `greatest((${column} at time zone 'UTC')::date, :before::date)`

/** By day and status, the change in the number of tasks; everything before the period is counted on the day before it. */
export const flowDeltas = sql(`select day, status, sum(delta)::integer as delta from (
    select ${utcDay('c.at')} as day, c.status, 1 as delta from ${joined} and c.at < :end
    union all select ${utcDay('c.until')}, c.status, -1 from ${joined} and c.until < :end) d
  group by day, status having sum(delta) <> 0 order by day`).as<{ day: string; status: string; delta: number }>()

/**
 * The same for all tasks, computed backward: the current number per status is known, and the number before the period follows by undoing what began
 * and ended since. So neither the history before the period nor a task that nothing happened to is read; the planner would rather read all of them.
 */
export const flowDeltasOfAll = plannedEachTime(`with c as materialized (
    select c.at, c.until, c.status from ${happened} ${there} and (c.at >= :start or c.until >= :start))
  select day, status, sum(delta)::integer as delta from (
    select :before::date as day, t.value as status, t.items as delta from work_item_tallies t
      where t.org_id = :org and t.project_id = any(:projects) and t.subject = 'task'
    union all select :before::date, c.status, case when c.at < :start then 1 else -1 end from c where c.at < :start or c.until is null
    union all select ${utcDay('c.at')}, c.status, 1 from c where c.at >= :start and c.at < :end
    union all select ${utcDay('c.until')}, c.status, -1 from c where c.until >= :start and c.until < :end) d
  group by day, status having sum(delta) <> 0 order by day`).as<{ day: string; status: string; delta: number }>()

export interface CompletedRow {
  key: string
  done_at: string
  user_id: string | null
  agent_id: string | null
  verified: boolean
  started_at: string | null
  waiting: number
  working: number
  in_review: number
  blocked: number
}

const seconds = (condition: string) => `coalesce(sum(extract(epoch from s.until - s.at)) filter (where ${condition}), 0)::float8`
/** Every task completed in the period that is still complete at its end, counted once, by its last completion. */
export const completedTasks = plannedEachTime(`select c.key, c.at as done_at, c.user_id, c.agent_id,
    c.proof_covers <> '{}' and c.proof in ('observed', 'ci') as verified, t.started_at, t.waiting, t.working, t.in_review, t.blocked
  from (select c.org_id, c.item_id, c.seq, c.at, c.user_id, c.agent_id, w.key, w.proof, w.proof_covers from ${happened} ${asked}
      and c.status = 'complete' and c.at >= :start and c.at < :end and (c.until is null or c.until >= :end)) c cross join lateral (
    select min(s.at) filter (where s.status in ('in_progress', 'in_review')) as started_at,
      ${seconds("s.status in ('backlog', 'todo')")} as waiting, ${seconds("s.status = 'in_progress'")} as working,
      ${seconds("s.status = 'in_review'")} as in_review, ${seconds('s.blocked')} as blocked
    from status_changes s where s.org_id = c.org_id and s.item_id = c.item_id and s.seq < c.seq) t
  order by c.at desc, c.item_id limit :limit`).as<CompletedRow>()

/** Tasks completed in the period, and how many of them were reopened in it. */
export const reopenings = plannedEachTime(`select count(distinct w.id)::integer as completed,
    (count(distinct w.id) filter (where c.until < :end and exists (select from status_changes n where n.org_id = c.org_id and n.item_id = c.item_id
      and n.seq > c.seq and n.from_status = 'complete' and n.status <> 'cancelled' and n.at = c.until)))::integer as reopened
  from ${happened} ${asked} and c.status = 'complete' and c.at >= :start and c.at < :end`).as<{ completed: number; reopened: number }>()

/** Time within the period that tasks were blocked by others. */
export const blockedTime = plannedEachTime(`select count(distinct w.id)::integer as tasks,
    (count(*) filter (where c.until is null or c.until >= least(:end, :now::timestamptz)))::integer as now,
    coalesce(sum(extract(epoch from least(c.until, :end, :now::timestamptz) - greatest(c.at, :start))), 0)::float8 as seconds
  from ${happened} ${asked} and c.blocked and coalesce(c.until, 'infinity') > :start and c.at < least(:end, :now::timestamptz) and (c.until is null or c.until > greatest(c.at, :start))`).as<{
  tasks: number
  now: number
  seconds: number
}>()

export interface StayRow {
  gate: string
  kind: 'approval' | 'review' | 'evidence'
  /** Its position in the workflow. */
  place: number
  by_agent: boolean
  /** Null while it still waits there. */
  seconds: number | null
  left_by: string | null
  for_you: boolean
}

/** How long features stood at gates that they left in the period, and those still at one at its end. */
export const gateStays = sql(`select g.gate, g.gate_kind as kind, g.agent_id is not null as by_agent,
    case when g.until < :end then extract(epoch from g.until - g.at)::float8 end as seconds,
    case when g.until < :end then g.left_by end as left_by, (g.until is null or g.until >= :end) and app.user() = any(g.waiting_for) as for_you,
    coalesce((select o.place from jsonb_array_elements(f.gates) with ordinality o (gate, place) where o.gate ->> 'key' = g.gate limit 1), 99)::integer as place
  from features f join gate_changes g on g.org_id = f.org_id and g.feature_id = f.id
  where f.org_id = :org and f.deleted_at is null and f.project_id = any(:projects) and g.status = 'active' and g.gate is not null
    and (:agent::uuid is null or g.agent_id = :agent) and g.at < :end and (g.until is null or g.until >= :start)
  order by g.at desc, f.id limit :limit`).as<StayRow>()

/** Pull requests of the projects' repositories. Reverts are recognized by the title and branch that the code host gives them. */
export const mergedPulls = sql(`select count(*)::integer as merged,
    (count(*) filter (where r.title like 'Revert "%' or r.head_ref like 'revert-%'))::integer as reverted
  from pull_requests r where r.org_id = :org and r.merged_at >= :start and r.merged_at < :end and exists (select from repository_projects rp
    where rp.org_id = r.org_id and rp.repository_id = r.repository_id and rp.project_id = any(:projects))`).as<{
  merged: number
  reverted: number
}>()

export interface CostRow {
  day: string
  agent_id: string | null
  agent: string | null
  agent_name: string | null
  daily_budget: number | null
  project_id: string | null
  project: string | null
  project_name: string | null
  model: string | null
  cost: number | null
  unknown: number
}

/** Same as for usage: costs outside of any project are their owner's alone, and are included with `:own`. */
export const costs =
  sql(`select u.day, u.agent_id, a.slug as agent, a.name as agent_name, (b.daily_cost_micros / 1e6)::float8 as daily_budget,
    u.project_id, p.slug as project, p.name as project_name, u.model, (sum(u.cost_micros) / 1e6)::float8 as cost,
    sum(u.reports_without_cost)::integer as unknown
  from usage_days u left join projects p on p.org_id = u.org_id and p.id = u.project_id
    left join agents a on a.org_id = u.org_id and a.id = u.agent_id
    left join agent_budgets b on b.org_id = u.org_id and b.agent_id = u.agent_id
  where u.org_id = :org and u.day >= :from and u.day <= :to and (:agent::uuid is null or u.agent_id = :agent)
    and (u.project_id = any(:projects) or :own and u.project_id is null and u.owner_id = app.user())
  group by u.day, u.agent_id, a.slug, a.name, b.daily_cost_micros, u.project_id, p.slug, p.name, u.model
  order by u.day limit :limit`).as<CostRow>()

const subjects = {
  projects: 'w.project_id',
  agents: 'c.agent_id',
  epics: `(select e.id from work_items e where e.org_id = w.org_id and e.kind = 'epic' and e.deleted_at is null
    and e.id in (w.parent_id, (select s.parent_id from work_items s where s.org_id = w.org_id and s.id = w.parent_id)))`,
} as const
const completionsBy = (subject: string) =>
  plannedEachTime(`select ${subject} as id, date_trunc('week', c.at at time zone 'UTC')::date as week, count(*)::integer as completed
  from ${happened} ${there} and c.status = 'complete' and c.until is null and c.at >= :start and ${subject} is not null
  group by 1, 2 limit 20000`).as<{ id: string; week: string; completed: number }>()
/** Completed tasks by week, and by the project, agent or epic they belong to. */
export const completions = {
  projects: completionsBy(subjects.projects),
  agents: completionsBy(subjects.agents),
  epics: completionsBy(subjects.epics),
}
