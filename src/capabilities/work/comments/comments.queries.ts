import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

export type CommentRow = Omit<Tables['comments'], 'org_id'>

const columns =
  'c.id, c.item_id, c.reply_to, c.body, c.author_id, c.author_agent_id, c.edited_at, c.created_at, c.updated_at, c.deleted_at, c.version, c.source_author, c.source_url, c.choices, c.answer_by, c.answer, c.answered_by, c.answered_at, c.resolved_at, c.resolved_by'
const live = 'c.org_id = :org and c.item_id = :item and c.deleted_at is null'

export const newest = sql(
  `select ${columns} from comments c where ${live} and c.id < :before order by c.id desc limit :limit`,
).as<CommentRow>()
export const count = sql(`select count(*)::integer as total from comments c where ${live}`).as<{ total: number }>()
export const commentById = sql(`select ${columns} from comments c where ${live} and c.id = :reply_to`).as<CommentRow>()
export const lockedComment = sql(`select ${columns} from comments c where ${live} and c.id = :id for no key update`).as<CommentRow>()
export const lockedDeleted = sql(
  `select ${columns} from comments c where c.org_id = :org and c.item_id = :item and c.deleted_at is not null and c.id = :id for no key update`,
).as<CommentRow>()
export const insertComment = sql(`insert into comments as c
    (org_id, id, item_id, reply_to, body, author_id, author_agent_id, choices, answer_by, created_at, updated_at)
  values (:org, :id, :item_id, :reply_to, :body, :user, :agent, :choices, :answer_by, :now, :now) returning ${columns}`).as<CommentRow>()
export const insertCommentFromOutside = sql(`insert into comments as c
    (org_id, id, item_id, body, author_id, source_author, source_url, created_at, updated_at)
  values (:org, :id, :item_id, :body, :user, :author, :url, :now, :now) returning ${columns}`).as<CommentRow>()
/** Expects the question to be locked and open. */
export const decide =
  sql(`update comments c set answer = :answer, answered_by = :user, answered_at = :now, updated_at = :now, version = c.version + 1
  where c.org_id = :org and c.id = :id returning ${columns}`).as<CommentRow>()
export const updateBody = sql(`update comments c set body = :body, edited_at = :now, updated_at = :now, version = c.version + 1
  where c.org_id = :org and c.id = :id returning ${columns}`).as<CommentRow>()
export const setDeleted = sql(`update comments c set deleted_at = :deleted_at, updated_at = :now, version = c.version + 1
  where c.org_id = :org and c.id = :id returning ${columns}`).as<CommentRow>()
export const setResolved =
  sql(`update comments c set resolved_at = :resolved_at, resolved_by = :user, updated_at = :now, version = c.version + 1
  where c.org_id = :org and c.id = :id returning ${columns}`).as<CommentRow>()
