import type { Tables } from '../../../platform/database-types.ts'
import { insert, sql, update } from '../../../platform/postgres.ts'

type Columns = Omit<Tables['decisions'], 'org_id' | 'title_key' | 'number' | 'alternatives'>

export interface DecisionRow extends Columns {
  alternatives: { title: string; why_not: string }[]
}
export type LineRow = Omit<DecisionRow, 'context' | 'rationale' | 'alternatives' | 'outcome'>
export type EntryRow = Omit<Tables['decision_entries'], 'org_id' | 'decision_id'>

/** What rules need beyond what a caller sees. */
export interface FoundDecision extends DecisionRow {
  project_archived_at: string | null
}

export interface NeighbourRow {
  id: string
  ref: string
  title: string
  status: DecisionRow['status']
}

const line = `d.id, d.ref, d.project_id, d.title, d.status, d.tags, d.paths, d.superseded_by, d.decided_by, d.decided_by_agent,
  d.decided_by_agent_id, d.decided_at, d.created_by, d.created_by_agent_id, d.created_at, d.updated_at, d.deleted_at, d.version`
const whole = `${line}, d.context, d.rationale, d.alternatives, d.outcome` as const
// The organization's own decisions are visible to all its members; a project's to those who see the project.
const project = 'left join projects p on p.org_id = d.org_id and p.id = d.project_id'
const visible = '(d.project_id is null or p.deleted_at is null and app.sees_project(p.visibility, p.id))'

const find = <Where extends string>(where: Where) =>
  sql(`select ${whole}, p.archived_at as project_archived_at from decisions d ${project}
  where d.org_id = :org and ${visible} and ${where}`).as<FoundDecision>()
export const decisionById = find('d.id = :name and (d.deleted_at is null or :deleted)')
// A ref belongs to its decision forever; of those that share a title, only the ones not deleted count.
export const decisionsByName = find(`(d.ref = upper(:name) and (d.deleted_at is null or :deleted)
  or d.title_key = lower(:name) and d.deleted_at is null) order by d.ref = upper(:name) desc, d.id limit 5`)
// Always in the order of their ids, so that two transactions that lock the same ones never deadlock.
export const lockedDecisions = find('d.id = any(:ids::uuid[]) order by d.id for update of d')

const changeable = [
  'title',
  'status',
  'context',
  'rationale',
  'alternatives',
  'outcome',
  'paths',
  'tags',
  'superseded_by',
  'decided_by',
  'decided_by_agent',
  'decided_by_agent_id',
  'decided_at',
  'deleted_at',
  'updated_at',
] as const
const columns = ['org_id', 'id', 'project_id', 'number', 'ref', ...changeable, 'created_by', 'created_by_agent_id', 'created_at'] as const
export const insertDecision = sql(insert('decisions', columns))
export const updateDecision = sql(`${update('decisions', changeable)}, version = version + 1 where org_id = :org and id = :id`)
export const sameTitle = sql(`select d.ref from decisions d where d.org_id = :org and d.project_id is not distinct from :project_id
  and d.title_key = lower(:title) and d.deleted_at is null order by d.id limit 5`).as<{ ref: string }>()

export function listStatement(conditions: readonly string[]) {
  const where = ['d.org_id = :org', 'd.deleted_at is null', visible, ...conditions].join(' and ')
  return sql(`select ${line} from decisions d ${project} where ${where} order by d.id desc limit :limit`).as<LineRow>()
}

const neighbours = <Where extends string>(where: Where) =>
  sql(`select d.id, d.ref, d.title, d.status from decisions d ${project}
  where d.org_id = :org and ${visible} and d.deleted_at is null and ${where} order by d.id limit 100`).as<NeighbourRow>()
export const supersededBy = neighbours('d.superseded_by = :decision')
export const neighbourById = neighbours('d.id = :superseded_by')
export const linkableByRefs = sql(`select d.id, d.ref, d.title, d.status from decisions d ${project}
  where d.org_id = :org and ${visible} and d.deleted_at is null
    and (d.ref = any(:refs::text[]) or d.title_key = any(:titles::text[]) or d.id = any(:ids::uuid[]))
  order by (d.project_id = :near::uuid) desc nulls last, d.id limit 1000`).as<NeighbourRow>()
export const linkableByIds = neighbours('d.id = any(:ids::uuid[])')

/** Whether it has superseded another one, regardless of who may see that. */
export const hasReplaced = sql('select 1 from decisions where org_id = :org and superseded_by = :id limit 1')

const inForce = <Where extends string>(where: Where) =>
  sql(`select ${line} from decisions d ${project}
  where d.org_id = :org and ${visible} and d.deleted_at is null and d.status = 'accepted' and d.paths <> '{}' ${where} order by d.id desc limit :limit`).as<LineRow>()
export const inForceAnywhere = inForce('')
export const inForceFor = inForce('and (d.project_id = :project or d.project_id is null)')
export const inForceForTask = sql(`select d.ref, d.title from decisions d ${project}
  where d.org_id = :org and ${visible} and d.deleted_at is null and d.status = 'accepted' and (d.project_id = :project_id or d.project_id is null)
  order by exists (select from links l where l.org_id = :org and ((l.from_kind, l.from_id, l.to_kind, l.to_id) = ('task', :task, 'decision', d.id)
    or (l.from_kind, l.from_id, l.to_kind, l.to_id) = ('decision', d.id, 'task', :task))) desc, d.id desc limit :limit`).as<{
  ref: string
  title: string
}>()

const entry = 'e.id, e.body, e.created_by, e.created_by_agent_id, e.created_at'
export const insertEntry = sql(`insert into decision_entries (org_id, id, decision_id, body, created_by, created_by_agent_id, created_at)
  values (:org, :id, :decision, :body, :created_by, :created_by_agent_id, :created_at)`)
export const entriesAfter = sql(`select ${entry} from decision_entries e
  where e.org_id = :org and e.decision_id = :id and e.id > :after order by e.id limit :limit`).as<EntryRow>()
export const newestEntries = sql(`select ${entry} from decision_entries e
  where e.org_id = :org and e.decision_id = :decision order by e.id desc limit :limit`).as<EntryRow>()
export const countEntries = sql(
  'select count(*)::integer as count from decision_entries where org_id = :org and decision_id = :decision',
).as<{ count: number }>()
export const acceptedFor = sql(`select d.ref, d.title, left(d.outcome, 400) as outcome, left(d.rationale, 300) as rationale, d.paths
  from decisions d ${project} where d.org_id = :org and ${visible} and d.deleted_at is null and d.status = 'accepted'
    and (d.project_id = :project or d.project_id is null) order by d.project_id is null, d.id desc limit :limit`).as<{
  ref: string
  title: string
  outcome: string
  rationale: string
  paths: string[]
}>()

/** Lets other requests run in the middle of a long comparison, without leaving the transaction idle. */
export const breathe = sql('select 1')
