import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

export type AttachmentRow = Omit<Tables['attachments'], 'org_id' | 'file'>

const columns = `a.id, a.item_id, a.name, a.content_type, a.size, a.created_by, a.created_by_agent_id, a.created_at, a.updated_at,
  a.deleted_at, a.version`
const live = 'a.org_id = :org and a.item_id = :item and a.deleted_at is null'

export const newest = sql(
  `select ${columns} from attachments a where ${live} and a.id < :before order by a.id desc limit :limit`,
).as<AttachmentRow>()
export const stored = sql(
  'select a.item_id, a.file, a.name, a.content_type from attachments a where a.org_id = :org and a.id = :id and a.deleted_at is null',
).as<{ item_id: string; file: string; name: string; content_type: string }>()
export const insertAttachment = sql(`insert into attachments as a
    (org_id, id, item_id, file, name, content_type, size, created_by, created_by_agent_id, created_at, updated_at)
  values (:org, :id, :item_id, :file, :title, :content_type, :size, :user, :agent, :now, :now) returning ${columns}`).as<AttachmentRow>()
export const setDeleted = sql(`update attachments a set deleted_at = :now, updated_at = :now, version = a.version + 1
  where ${live} and a.id = :id returning ${columns}`).as<AttachmentRow>()

export const addToTotal = sql(`insert into attachment_totals as t (org_id, bytes) values (:org, :size)
  on conflict (org_id) do update set bytes = t.bytes + excluded.bytes returning t.bytes`).as<{ bytes: number }>()
export const takeFromTotal = sql('update attachment_totals set bytes = greatest(bytes - :size, 0) where org_id = :org')

export const discarded = sql('select file from discarded_files order by discarded_at limit :limit').as<{ file: string }>()
export const purgeDiscarded = sql('delete from discarded_files where file = any(:files::text[])')
export const orphaned = sql('select file from app.orphaned_files(:before::text[]) file').as<{ file: string }>()
