import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

export type CommentRow = Omit<Tables['comments'], 'org_id'>

const columns =
  'c.id, c.item_id, c.reply_to, c.body, c.author_id, c.author_agent_id, c.edited_at, c.created_at, c.updated_at, c.deleted_at, c.version'
const live = 'c.org_id = $1 and c.item_id = $2 and c.deleted_at is null'

export const newest = sql<CommentRow>(`select ${columns} from comments c where ${live} and c.id < $3 order by c.id desc limit $4`)
export const count = sql<{ total: number }>(`select count(*)::integer as total from comments c where ${live}`)
export const commentById = sql<CommentRow>(`select ${columns} from comments c where ${live} and c.id = $3`)
export const lockedComment = sql<CommentRow>(`select ${columns} from comments c where ${live} and c.id = $3 for no key update`)
export const lockedDeleted = sql<CommentRow>(
  `select ${columns} from comments c where c.org_id = $1 and c.item_id = $2 and c.deleted_at is not null and c.id = $3 for no key update`,
)
export const insertComment = sql<CommentRow>(`insert into comments as c
    (org_id, id, item_id, reply_to, body, author_id, author_agent_id, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning ${columns}`)
export const updateBody = sql<CommentRow>(`update comments c set body = $3, edited_at = $4, updated_at = $4, version = c.version + 1
  where c.org_id = $1 and c.id = $2 returning ${columns}`)
export const setDeleted = sql<CommentRow>(`update comments c set deleted_at = $3, updated_at = $4, version = c.version + 1
  where c.org_id = $1 and c.id = $2 returning ${columns}`)
