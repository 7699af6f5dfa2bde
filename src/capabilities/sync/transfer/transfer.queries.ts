import { sql } from '../../../platform/postgres.ts'

export const exportBefore = sql(`select created_at from sync_exports where org_id = :org and user_id = app.user()
  order by id desc limit 1 offset :others`).as<{ created_at: string }>()
export const insertExport = sql(`insert into sync_exports (org_id, id, user_id, attachments, created_at)
  values (:org, :id, :user, :attachments, :now) returning id, attachments, created_at`).as<{
  id: string
  attachments: boolean
  created_at: string
}>()
export const exportById = sql(
  'select attachments, created_at from sync_exports where org_id = :org and user_id = app.user() and id = :id',
).as<{
  attachments: boolean
  created_at: string
}>()
export const lockExports = sql("select pg_advisory_xact_lock(hashtextextended('exports ' || :user::text, 0))")

export const takenBy = sql(`select p.slug, p.key, p.id, p.deleted_at is null as live from projects p
  where p.org_id = :org and (p.slug = any(:slugs::text[]) or p.key = any(:keys::text[]))`).as<{
  slug: string
  key: string
  id: string
  live: boolean
}>()
export const membersNamed = sql(`select u.handle from users u join memberships m on m.user_id = u.id
  where m.org_id = :org and u.handle = any(:handles::text[])`).as<{ handle: string }>()

/** What the texts of new records refer to; a comment is near the project of its item. */
export const insertReferences = sql(`insert into text_references (org_id, from_kind, from_id, name, near)
  select :org, :kind, t.id, t.name, coalesce(t.project, (select w.project_id from work_items w where w.org_id = :org and w.id = t.item))
  from jsonb_to_recordset(:rows::jsonb) t (id uuid, name text, project uuid, item uuid) on conflict do nothing`)
