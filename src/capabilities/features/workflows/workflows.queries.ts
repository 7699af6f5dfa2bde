import { sql } from '../../../platform/postgres.ts'
import type { Gate } from './gate.ts'

export interface WorkflowRow {
  id: string | null
  slug: string
  name: string
  description: string
  gates: Gate[]
  built_in: boolean
  created_by: string | null
  created_at: string | null
  updated_at: string | null
  deleted_at: string | null
  version: number
}

export type StoredWorkflow = WorkflowRow & { id: string }

const columns = 'id, slug, name, description, gates, false as built_in, created_by, created_at, updated_at, deleted_at, version'

export const workflows = sql(
  `select ${columns} from workflows where org_id = :org and deleted_at is null order by slug limit 100`,
).as<StoredWorkflow>()
export const workflowByName = sql(
  `select ${columns} from workflows where org_id = :org and (slug = :name or id::text = :name) and deleted_at is null`,
).as<StoredWorkflow>()
export const lockedByName = sql(
  `select ${columns} from workflows where org_id = :org and (slug = :name or id::text = :name) and deleted_at is null for update`,
).as<StoredWorkflow>()
export const countWorkflows = sql('select count(*)::integer as count from workflows where org_id = :org and deleted_at is null').as<{
  count: number
}>()
export const insertWorkflow = sql(`insert into workflows (org_id, id, slug, name, description, gates, created_by, created_at, updated_at)
  values (:org, :id, :slug, :name, :description, :gates, :user, :now, :now) on conflict do nothing returning ${columns}`).as<StoredWorkflow>()
export const updateWorkflow =
  sql(`update workflows set name = :name, description = :description, gates = :gates, deleted_at = :deleted_at, updated_at = :now,
  version = version + 1 where org_id = :org and id = :id`)
