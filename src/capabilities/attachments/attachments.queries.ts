import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

export type AttachmentRow = Omit<Tables['attachments'], 'org_id' | 'file'>

const columns = `a.id, a.item_id, a.name, a.content_type, a.size, a.created_by, a.created_by_agent_id, a.created_at, a.updated_at,
  a.deleted_at, a.version`
const live = 'a.org_id = $1 and a.item_id = $2 and a.deleted_at is null'

export const newest = sql<AttachmentRow>(`select ${columns} from attachments a where ${live} and a.id < $3 order by a.id desc limit $4`)
export const stored = sql<{ item_id: string; file: string; name: string; content_type: string }>(
  'select a.item_id, a.file, a.name, a.content_type from attachments a where a.org_id = $1 and a.id = $2 and a.deleted_at is null',
)
export const insertAttachment = sql<AttachmentRow>(`insert into attachments as a
    (org_id, id, item_id, file, name, content_type, size, created_by, created_by_agent_id, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning ${columns}`)
export const setDeleted = sql<AttachmentRow>(`update attachments a set deleted_at = $4, updated_at = $4, version = a.version + 1
  where ${live} and a.id = $3 returning ${columns}`)

export const addToTotal = sql<{ bytes: number }>(`insert into attachment_totals as t (org_id, bytes) values ($1, $2)
  on conflict (org_id) do update set bytes = t.bytes + excluded.bytes returning t.bytes`)
export const takeFromTotal = sql('update attachment_totals set bytes = greatest(bytes - $2, 0) where org_id = $1')

export const discarded = sql<{ file: string }>('select file from discarded_files order by discarded_at limit $1')
export const forgetDiscarded = sql('delete from discarded_files where file = any($1::text[])')
export const orphaned = sql<{ file: string }>('select file from app.orphaned_files($1::text[]) file')
