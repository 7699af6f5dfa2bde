import { sql } from '../../../platform/postgres.ts'

export interface AnnouncementRow {
  id: string
  title: string
  body: string
  audience: 'everyone' | 'administrators' | 'organization' | 'user'
  organization: { id: string; handle: string } | null
  user: { id: string; handle: string } | null
  sent_by: { id: string; handle: string } | null
  recipients: number
  sent_at: string | null
  created_at: string
}

const announcement = `select a.id, a.title, a.body, a.audience, a.recipients, a.spread_at as sent_at, a.created_at,
    case when o.id is not null then jsonb_build_object('id', o.id, 'handle', o.handle) end as organization,
    case when u.id is not null then jsonb_build_object('id', u.id, 'handle', u.handle) end as "user",
    case when s.id is not null then jsonb_build_object('id', s.id, 'handle', s.handle) end as sent_by
  from announcements a left join organizations o on o.id = a.organization_id left join users u on u.id = a.recipient_id
    left join users s on s.id = a.sent_by`

export const announcements = sql(
  `${announcement} where a.id < :before and (:user::uuid is null or a.recipient_id = :user) order by a.id desc limit :limit`,
).as<AnnouncementRow>()
export const announcementById = sql(`${announcement} where a.id = :id`).as<AnnouncementRow>()
export const insertAnnouncement =
  sql(`insert into announcements (id, title, body, audience, organization_id, recipient_id, sent_by, created_at)
  values (:id, :title, :body, :audience, :organization, :recipient, :by, :now) on conflict do nothing returning id`).as<{ id: string }>()
export const toSpread = sql('select audience, organization_id, recipient_id from announcements where id = :id').as<{
  audience: string
  organization_id: string | null
  recipient_id: string | null
}>()
export const recipients = sql(
  'select user_id, org_id from app.announcement_recipients(:audience, :organization, :recipient, :after, :limit)',
).as<{ user_id: string; org_id: string }>()
export const countSpread = sql(`update announcements set recipients = recipients + :count,
    spread_at = case when :whole::boolean then :now::timestamptz else spread_at end where id = :id`)
export const words = sql('select title, body from announcements where id = :id').as<{ title: string; body: string }>()
export const organizationById = sql('select id from organizations where id = :name and deleted_at is null').as<{ id: string }>()
export const organizationByHandle = sql('select id from organizations where handle = :name and deleted_at is null').as<{ id: string }>()
