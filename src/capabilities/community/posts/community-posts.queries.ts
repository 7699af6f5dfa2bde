import { sql } from '../../../platform/postgres.ts'

type Status = 'pending' | 'published' | 'hidden' | 'removed' | 'withdrawn'

export interface PostRow {
  id: string
  parent_id: string | null
  author: { id: string; handle: string; name: string }
  title: string | null
  body: string
  status: Status
  replies: number
  moderation_action: string | null
  moderation_reason: string | null
  moderated_at: string | null
  created_at: string
  published_at: string | null
  version: number
}

const author = "jsonb_build_object('id', p.author_id, 'handle', coalesce(a.handle, ''), 'name', coalesce(a.name, 'deleted user')) as author"
const columns = `p.id, p.parent_id, ${author}, p.title, p.body, p.status, p.created_at, p.published_at, p.version,
  (select count(*)::integer from (select from community_posts r where r.parent_id = p.id and r.status = 'published' limit 1000) n) as replies,
  m.action as moderation_action, m.reason as moderation_reason, m.created_at as moderated_at`
// A moderator's reason is visible only to the author, which row-level security enforces.
const from = `from community_posts p left join lateral app.community_author(p.author_id) a on true
  left join lateral (select d.action, d.reason, d.created_at from community_moderations d where d.post_id = p.id and d.undone_at is null
    order by d.id desc limit 1) m on p.author_id = :user`

export const posts = sql(`select ${columns} ${from} where p.id < :before and p.parent_id is null
  and (p.status = 'published' or (p.author_id = :user and p.status <> 'withdrawn')) and (not :mine::boolean or p.author_id = :user)
  order by p.id desc limit :limit`).as<PostRow>()
export const postById = sql(`select ${columns} ${from} where p.id = :id and (p.status = 'published' or p.author_id = :user)`).as<PostRow>()
export const answersTo = sql(`select ${columns} ${from} where p.parent_id = :id
  and (p.status = 'published' or (p.author_id = :user and p.status <> 'withdrawn')) order by p.id limit 200`).as<PostRow>()
export const insertPost = sql(`insert into community_posts (id, parent_id, author_id, title, body, status, created_at, published_at)
  values (:id, :parent, :user, :title, :body, :status, :now, case when :status = 'published' then :now::timestamptz end)`)
/** How many of an author's posts are published, and how many they have written since `:since`. */
export const historyOf = sql(`select count(*) filter (where status = 'published')::integer as shown,
    count(*) filter (where created_at > :since)::integer as recent
  from (select status, created_at from community_posts where author_id = :user order by id desc limit 200) p`).as<{
  shown: number
  recent: number
}>()
export const withdrawPost = sql(
  "update community_posts set status = 'withdrawn', version = version + 1 where id = :id and author_id = :user",
)
export const insertFlag = sql(`insert into community_flags (user_id, post_id, reason, created_at) values (:user, :id, :reason, :now)
  on conflict do nothing returning post_id`)
export const countFlag = sql('select app.count_community_flag(:id, :moderation, :threshold, :now) as status').as<{ status: string }>()

export interface AdminPostRow extends Omit<PostRow, 'replies' | 'moderation_action' | 'moderation_reason' | 'moderated_at'> {
  flag_count: number
}

const adminColumns = `p.id, p.parent_id, jsonb_build_object('id', p.author_id, 'handle', a.handle, 'name', a.name) as author, p.title, p.body, p.status,
  p.created_at, p.published_at, p.version, p.flags as flag_count from community_posts p join users a on a.id = p.author_id`
export const allPosts = sql(`select ${adminColumns} where p.id < :before and (:status::text is null or p.status = :status)
  and (:flagged::boolean is null or (p.flags > 0) = :flagged) order by p.id desc limit :limit`).as<AdminPostRow>()
export const anyPost = sql(`select ${adminColumns} where p.id = :id`).as<AdminPostRow>()
export const lockPost = sql(`select ${adminColumns} where p.id = :id for update of p`).as<AdminPostRow>()
export const flagsOf = sql(
  `select post_id, reason, created_at from community_flags where post_id = any(:ids::uuid[]) order by created_at limit 1000`,
).as<{
  post_id: string
  reason: string
  created_at: string
}>()

export interface ModerationRow {
  id: string
  post_id: string
  action: 'approve' | 'hide' | 'remove' | 'restore' | 'undo' | 'flags'
  reason: string
  moderator: string | null
  before: Status
  after: Status
  created_at: string
  undone_at: string | null
}
export const moderationsOf =
  sql(`select m.id, m.post_id, m.action, m.reason, u.handle as moderator, m.before, m.after, m.created_at, m.undone_at
  from community_moderations m left join users u on u.id = m.moderator_id where m.post_id = any(:ids::uuid[]) order by m.id desc limit 1000`).as<ModerationRow>()
export const lastModeration =
  sql(`select m.id, m.post_id, m.action, m.reason, null as moderator, m.before, m.after, m.created_at, m.undone_at
  from community_moderations m where m.post_id = :id and m.undone_at is null and m.action <> 'undo' order by m.id desc limit 1`).as<ModerationRow>()
export const insertModeration =
  sql(`insert into community_moderations (id, post_id, action, reason, moderator_id, before, after, created_at)
  values (:id, :post, :action, :reason, :user, :before, :after, :now)`)
export const undoModeration = sql('update community_moderations set undone_at = :now, undone_by = :user where id = :id')
export const setStatus = sql(`update community_posts set status = :status, version = version + 1,
  published_at = case when :status = 'published' then coalesce(published_at, :now::timestamptz) else published_at end where id = :id`)
