import { sql } from '../../../platform/postgres.ts'
import type { NotificationKind } from './notification-kinds.contract.ts'

export interface NotificationRow {
  id: string
  kind: NotificationKind
  organization: { id: string; handle: string; name: string }
  project: { id: string; slug: string; name: string } | null
  subject: { kind: string; id: string; ref: string | null } | null
  actor: { user_id: string; handle: string; name: string; agent: { id: string; slug: string; name: string } | null } | null
  title: string
  gate: string | null
  excerpt: string | null
  comment_id: string | null
  event_seq: number | null
  read_at: string | null
  snoozed_until: string | null
  archived_at: string | null
  created_at: string
  updated_at: string
  version: number
}

const columns = `n.id, n.kind, pl.organization, pl.project, n.title, n.gate, n.excerpt, n.comment_id, n.event_seq, pl.actor,
  case when n.subject_id is not null then jsonb_build_object('kind', n.subject_kind, 'id', n.subject_id, 'ref', n.subject_ref) end as subject,
  n.read_at, n.snoozed_until, n.archived_at, n.created_at, n.updated_at, n.version`
// Returns no row for someone who has left the organization or may no longer see the project, which hides the notification from them.
const place = 'app.notification_place(n.user_id, n.org_id, n.project_id, n.actor_id, n.agent_id) pl'
const visible = `from notifications n cross join lateral ${place}` as const
const awake = <Now extends string>(now: Now) =>
  `n.in_app and n.archived_at is null and (n.snoozed_until is null or n.snoozed_until <= ${now})` as const
const inOrganization = <Name extends string>(name: Name) =>
  `(${name}::text is null or pl.organization ->> 'id' = ${name} or pl.organization ->> 'handle' = ${name})` as const

export const notifications = sql(`select ${columns} ${visible}
  where n.user_id = :user and n.id < :before and n.in_app and (:kind::text is null or n.kind = :kind) and (:unread::boolean is null or (n.read_at is null) = :unread)
    and case :box when 'inbox' then ${awake(':now')} when 'snoozed' then n.archived_at is null and n.snoozed_until > :now else n.archived_at is not null end
    and ${inOrganization(':organization')}
  order by n.id desc limit :limit`).as<NotificationRow>()
// Visibility is checked once per project, not once per row.
export const countUnread = sql(`select coalesce(sum(g.count), 0)::integer as unread
  from (select n.org_id, n.project_id, count(*) from notifications n
    where n.user_id = :user and n.read_at is null and ${awake(':now')} group by n.org_id, n.project_id) g
  cross join lateral app.notification_place(:user, g.org_id, g.project_id, null, null) pl`).as<{ unread: number }>()
/** What waits for its reader, each thing counted once: twenty mentions on one task count as one, but two questions as two. */
export const countNeeds = sql(`select count(*)::integer as needs_you
  from (select n.org_id, n.project_id, n.kind, case when n.kind = 'question' then n.id else coalesce(n.subject_id, n.id) end from notifications n
    where n.user_id = :user and n.kind not in ('assignment', 'announcement', 'watching') and ${awake(':now')} group by 1, 2, 3, 4) g
  cross join lateral app.notification_place(:user, g.org_id, g.project_id, null, null) pl`).as<{ needs_you: number }>()
export const notificationsByIds = sql(
  `select ${columns} ${visible} where n.user_id = :user and n.id = any(:ids::uuid[]) order by n.id`,
).as<NotificationRow>()
export const lockNotification = sql(
  `select ${columns} ${visible} where n.user_id = :user and n.id = :id and n.in_app for update of n`,
).as<NotificationRow>()
export const markNotification =
  sql(`update notifications set read_at = :read_at, snoozed_until = :snoozed_until, archived_at = :archived_at, updated_at = :now, version = version + 1
  where user_id = :user and id = :id`)
export const markAllRead = sql(`update notifications n set read_at = :now, updated_at = :now, version = version + 1
  where n.user_id = :user and n.read_at is null and ${awake(':now')} and (:kind::text is null or n.kind = :kind)
    and exists (select from ${place} where ${inOrganization(':organization')}) returning n.id`).as<{ id: string }>()

export const insertReminder = sql(`insert into notifications
    (org_id, user_id, id, kind, title, in_app, mail, snoozed_until, created_at, updated_at)
  values (:org, :user, :id, 'reminder', :title, true, :mail, :snoozed_until, :now, :now)`)

/** Uses the announcement's own id, so that nobody is notified twice. */
export const insertAnnouncement = sql(`insert into notifications
    (org_id, user_id, id, kind, title, excerpt, in_app, mail, created_at, updated_at)
  values (:org, :user, :id, 'announcement', :title, :excerpt, :in_app, :mail, :now, :now) on conflict do nothing returning id`).as<{
  id: string
}>()

// Who may be notified follows the same rule as reading. A waiting gate is not repeated for someone with an unread notification of it, and of a
// question that is settled by now nobody is notified.
export const insertNotification = sql(`insert into notifications
    (org_id, user_id, id, kind, event_seq, project_id, subject_kind, subject_id, subject_ref, title, gate, actor_id, agent_id,
     in_app, mail, created_at, updated_at, excerpt, comment_id)
  select :org, :user, :id, :kind::text, :seq, :project_id, :subject_kind, :subject, :subject_ref, :title, :gate::text, :actor_id, :agent_id, :in_app, case when pl.sandbox then 'none' else :mail end, :now, :now, :excerpt, :comment_id
  from app.notification_place(:user, :org, :project_id, null, null) pl
  where case :kind::text when 'question' then exists (select from questions q where q.org_id = :org and q.id = :comment_id and q.state = 'open')
    when 'gate_waiting' then not exists (select from notifications e where e.org_id = :org and e.user_id = :user and e.subject_id = :subject
    and e.kind = 'gate_waiting' and e.gate is not distinct from :gate::text and e.read_at is null) else true end
  on conflict do nothing returning id`).as<{ id: string }>()

/** Archives notifications that need no action any more; for a comment that was deleted, the excerpt is removed too. */
export const settle = sql(`update notifications n set archived_at = :now, read_at = coalesce(n.read_at, :now), settled_by = :by::uuid,
    excerpt = case when :comment::uuid is null then n.excerpt end, updated_at = :now, version = n.version + 1
  where n.org_id = :org and n.subject_id = :subject and n.archived_at is null and n.kind = any(:kinds::text[]) and (:user::uuid is null or n.user_id = :user)
    and (:except::uuid is null or n.user_id <> :except) and (:comment::uuid is null or n.comment_id = :comment)
    and n.event_seq < :seq returning n.user_id, n.id`).as<{ user_id: string; id: string }>()

/** Archives the notifications of questions on these items that are no longer open, whatever settled them. */
export const settleQuestions =
  sql(`update notifications n set archived_at = :now, read_at = coalesce(n.read_at, :now), settled_by = q.settled_by,
    excerpt = null, updated_at = :now, version = n.version + 1 from questions q
  where n.org_id = :org and n.subject_id = any(:items::uuid[]) and n.kind = 'question' and n.archived_at is null
    and q.org_id = n.org_id and q.id = n.comment_id and q.state <> 'open' returning n.user_id, n.id`).as<{ user_id: string; id: string }>()

/** Those of the given users who are also notified in Slack. */
export const toldInSlack = sql('select user_id from app.told_in_slack(:users::uuid[])').as<{ user_id: string }>()

export const personalOrganization = sql('select personal_org_id as id from auth.accounts where user_id = :user').as<{ id: string }>()

export interface WaitingRow {
  user_id: string
  oldest: string
  timezone: string
}

const reachable = 'a.email_verified_at is not null and a.suspended_at is null and a.closed_at is null'
export const waitingForDigest = sql(`select n.user_id, min(n.created_at) as oldest, u.timezone
  from notifications n join auth.accounts a on a.user_id = n.user_id and ${reachable} join users u on u.id = n.user_id
  left join preferences p on p.user_id = n.user_id
  where n.mail = 'digest' and n.read_at is null and n.user_id > :after and coalesce((p.document -> 'digest' ->> 'on')::boolean, true)
  group by n.user_id, u.timezone order by n.user_id limit :limit`).as<WaitingRow>()
export const requestDigest = sql(`update notifications n set mail = 'requested', digest_id = :digest_id
  where n.user_id = :user_id and n.mail = 'digest' and n.read_at is null and n.archived_at is null
    and (n.snoozed_until is null or n.snoozed_until <= :now) and n.kind = any(:kinds::text[])
    and exists (select from ${place} where not pl.sandbox) returning n.id`).as<{ id: string }>()

export const digestRows = sql(`select ${columns} ${visible}
  where n.user_id = :user_id and n.digest_id = :digest_id and n.mail = 'requested' and n.read_at is null and not pl.sandbox order by n.id`).as<NotificationRow>()
export const recipient = sql(`select a.email from auth.accounts a where a.user_id = :user_id and ${reachable}`).as<{ email: string }>()
export const recordDigest = sql(
  "update notifications set mail = 'sent' where user_id = :user_id and digest_id = :digest_id and mail = 'requested'",
)
