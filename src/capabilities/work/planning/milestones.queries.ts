import { sql } from '../../../platform/postgres.ts'
import { completed, counted } from '../../progress.ts'

export interface MilestoneRow {
  id: string
  project_id: string
  name: string
  description: string
  target_on: string | null
  created_by: string
  created_at: string
  updated_at: string
  version: number
  complete: number
  total: number
}

/** With its sort position in the list, and what the rules need. */
export interface FoundMilestone extends MilestoneRow {
  place: string
  project_archived_at: string | null
}

const columns = 'm.id, m.project_id, m.name, m.description, m.target_on, m.created_by, m.created_at, m.updated_at, m.version'
const tasks = `cross join lateral (select ${completed('w')} as complete, ${counted('w')} as total from work_items w
  where w.org_id = m.org_id and w.project_id = m.project_id and w.milestone_id = m.id and w.kind = 'task' and w.deleted_at is null) n` as const
// A milestone without a target comes after all that have one.
const place = "coalesce(m.target_on, 'infinity'::date)"
const find = <Where extends string>(where: Where) =>
  sql(`select ${columns}, n.complete, n.total, ${place}::text as place, p.archived_at as project_archived_at
    from milestones m join projects p on p.org_id = m.org_id and p.id = m.project_id and p.deleted_at is null ${tasks}
    where m.org_id = :org and app.sees_project(p.visibility, p.id) and ${where}`).as<FoundMilestone>()

export const milestoneById = find('m.id = :name')
export const lockedMilestone = find('m.id = :name for no key update of m')
export const milestonesNamed = find(
  'lower(m.name) = lower(:name) and (:project::uuid is null or m.project_id = :project) order by m.id limit 2',
)
export const milestones = find(
  `m.project_id = :project and (${place}, m.id) > (:after_place::date, :after::uuid) order by ${place}, m.id limit :limit`,
)
export const milestoneNames = sql('select id, name from milestones where org_id = :org and project_id = :project').as<{
  id: string
  name: string
}>()

export const insertMilestone =
  sql(`insert into milestones (org_id, project_id, id, name, description, target_on, created_by, created_by_agent_id,
    created_at, updated_at)
  values (:org, :project, :id, :name, :description, :target_on, :user, :agent, :now, :now)`)
export const updateMilestone =
  sql(`update milestones set name = :name, description = :description, target_on = :target_on, updated_at = :now,
    version = version + 1 where org_id = :org and id = :id`)
export const deleteMilestone = sql('delete from milestones where org_id = :org and id = :id')
