import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

type Columns = Omit<Tables['decisions'], 'org_id' | 'title_key' | 'number' | 'alternatives'>

export interface DecisionRow extends Columns {
  alternatives: { title: string; why_not: string }[]
}
export type LineRow = Omit<DecisionRow, 'context' | 'rationale' | 'alternatives' | 'outcome'>
export type EntryRow = Omit<Tables['decision_entries'], 'org_id' | 'decision_id'>

/** What a rule needs beside what a caller sees. */
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
const whole = `${line}, d.context, d.rationale, d.alternatives, d.outcome`
// The organization's own decisions are for all its members; a project's for those who see the project.
const project = 'left join projects p on p.org_id = d.org_id and p.id = d.project_id'
const visible = '(d.project_id is null or p.deleted_at is null and app.sees_project(p.visibility, p.id))'

const find = (where: string) =>
  sql<FoundDecision>(`select ${whole}, p.archived_at as project_archived_at from decisions d ${project}
  where d.org_id = $1 and ${visible} and ${where}`)
export const decisionById = find('d.id = $2 and (d.deleted_at is null or $3)')
// A ref stays with its decision for ever; of those that share a title only the living count.
export const decisionsByName = find(`(d.ref = upper($2) and (d.deleted_at is null or $3)
  or d.title_key = lower($2) and d.deleted_at is null) order by d.ref = upper($2) desc, d.id limit 5`)
// Always in the order of their ids, so that two who lock the same ones never wait for each other in a circle.
export const lockedDecisions = find('d.id = any($2::uuid[]) order by d.id for update of d')

export const insertDecision = sql(`insert into decisions
    (org_id, id, project_id, number, ref, title, status, context, rationale, alternatives, outcome, paths, tags,
      decided_by, decided_by_agent, decided_by_agent_id, decided_at, created_by, created_by_agent_id, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20)`)
export const updateDecision =
  sql(`update decisions set title = $3, status = $4, context = $5, rationale = $6, alternatives = $7, outcome = $8,
    paths = $9, tags = $10, superseded_by = $11, decided_by = $12, decided_by_agent = $13, decided_by_agent_id = $14, decided_at = $15,
    deleted_at = $16, updated_at = $17, version = version + 1
  where org_id = $1 and id = $2`)
export const sameTitle = sql<{ ref: string }>(`select d.ref from decisions d where d.org_id = $1 and d.project_id is not distinct from $2
  and d.title_key = lower($3) and d.deleted_at is null order by d.id limit 5`)

export function listStatement(conditions: readonly string[]) {
  const where = ['d.org_id = $1', 'd.deleted_at is null', visible, ...conditions].join(' and ')
  return sql<LineRow>(`select ${line} from decisions d ${project} where ${where} order by d.id desc limit $2`)
}

const neighbours = (where: string) =>
  sql<NeighbourRow>(`select d.id, d.ref, d.title, d.status from decisions d ${project}
  where d.org_id = $1 and ${visible} and d.deleted_at is null and ${where} order by d.id limit 100`)
export const supersededBy = neighbours('d.superseded_by = $2')
export const neighbourById = neighbours('d.id = $2')
export const linkableByRefs = neighbours('(d.ref = any($2::text[]) or d.id::text = any($3::text[]))')
export const linkableByIds = neighbours('d.id = any($2::uuid[])')

/** Whether it has replaced another one, whoever may see that. */
export const hasReplaced = sql('select 1 from decisions where org_id = $1 and superseded_by = $2 limit 1')

const inForce = (where: string) =>
  sql<LineRow>(`select ${line} from decisions d ${project}
  where d.org_id = $1 and ${visible} and d.deleted_at is null and d.status = 'accepted' and d.paths <> '{}' ${where} order by d.id desc limit $2`)
export const inForceAnywhere = inForce('')
export const inForceFor = inForce('and (d.project_id = $3 or d.project_id is null)')
export const inForceForTask = sql<{ ref: string; title: string }>(`select d.ref, d.title from decisions d ${project}
  where d.org_id = $1 and ${visible} and d.deleted_at is null and d.status = 'accepted' and (d.project_id = $2 or d.project_id is null)
  order by exists (select from links l where l.org_id = $1 and ((l.from_kind, l.from_id, l.to_kind, l.to_id) = ('task', $3, 'decision', d.id)
    or (l.from_kind, l.from_id, l.to_kind, l.to_id) = ('decision', d.id, 'task', $3))) desc, d.id desc limit $4`)

const entry = 'e.id, e.body, e.created_by, e.created_by_agent_id, e.created_at'
export const insertEntry = sql(`insert into decision_entries (org_id, id, decision_id, body, created_by, created_by_agent_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`)
export const entriesAfter = sql<EntryRow>(`select ${entry} from decision_entries e
  where e.org_id = $1 and e.decision_id = $2 and e.id > $3 order by e.id limit $4`)
export const newestEntries = sql<EntryRow>(`select ${entry} from decision_entries e
  where e.org_id = $1 and e.decision_id = $2 order by e.id desc limit $3`)
export const countEntries = sql<{ count: number }>(
  'select count(*)::integer as count from decision_entries where org_id = $1 and decision_id = $2',
)
export const acceptedFor = sql<{
  ref: string
  title: string
  outcome: string
  rationale: string
  paths: string[]
}>(`select d.ref, d.title, left(d.outcome, 400) as outcome, left(d.rationale, 300) as rationale, d.paths
  from decisions d ${project} where d.org_id = $1 and ${visible} and d.deleted_at is null and d.status = 'accepted'
    and (d.project_id = $3 or d.project_id is null) order by d.project_id is null, d.id desc limit $2`)

/** Lets other requests run in the middle of a long comparison, without leaving the transaction idle. */
export const breathe = sql('select 1')
