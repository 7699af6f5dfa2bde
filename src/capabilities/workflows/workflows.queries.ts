import { sql } from '../../platform/postgres.ts'
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

export const workflows = sql<StoredWorkflow>(
  `select ${columns} from workflows where org_id = $1 and deleted_at is null order by slug limit 100`,
)
export const workflowByName = sql<StoredWorkflow>(
  `select ${columns} from workflows where org_id = $1 and (slug = $2 or id::text = $2) and deleted_at is null`,
)
export const lockedByName = sql<StoredWorkflow>(
  `select ${columns} from workflows where org_id = $1 and (slug = $2 or id::text = $2) and deleted_at is null for update`,
)
export const countWorkflows = sql<{ count: number }>(
  'select count(*)::integer as count from workflows where org_id = $1 and deleted_at is null',
)
export const insertWorkflow =
  sql<StoredWorkflow>(`insert into workflows (org_id, id, slug, name, description, gates, created_by, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict do nothing returning ${columns}`)
export const updateWorkflow = sql(`update workflows set name = $3, description = $4, gates = $5, deleted_at = $6, updated_at = $7,
  version = version + 1 where org_id = $1 and id = $2`)
