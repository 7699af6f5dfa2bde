import { sql } from '../../platform/postgres.ts'
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
// Who has left the organization, or may no longer see the project, has no place there: the row is not theirs to read.
const place = 'app.notification_place(n.user_id, n.org_id, n.project_id, n.actor_id, n.agent_id) pl'
const visible = `from notifications n cross join lateral ${place}`
const awake = (now: string) => `n.in_app and n.archived_at is null and (n.snoozed_until is null or n.snoozed_until <= ${now})`
const inOrganization = (name: string) =>
  `(${name}::text is null or pl.organization ->> 'id' = ${name} or pl.organization ->> 'handle' = ${name})`

export const notifications = sql<NotificationRow>(`select ${columns} ${visible}
  where n.user_id = $1 and n.id < $2 and n.in_app and ($3::text is null or n.kind = $3) and ($4::boolean is null or (n.read_at is null) = $4)
    and case $5 when 'inbox' then ${awake('$6')} when 'snoozed' then n.archived_at is null and n.snoozed_until > $6 else n.archived_at is not null end
    and ${inOrganization('$7')}
  order by n.id desc limit $8`)
// Visibility is asked once for each project, not for each row.
export const countUnread = sql<{ unread: number }>(`select coalesce(sum(g.count), 0)::integer as unread
  from (select n.org_id, n.project_id, count(*) from notifications n
    where n.user_id = $1 and n.read_at is null and ${awake('$2')} group by n.org_id, n.project_id) g
  cross join lateral app.notification_place($1, g.org_id, g.project_id, null, null) pl`)
/** What waits for its reader, each thing once: twenty mentions on one task are one. */
export const countNeeds = sql<{ needs_you: number }>(`select count(*)::integer as needs_you
  from (select n.org_id, n.project_id, n.kind, coalesce(n.subject_id, n.id) from notifications n
    where n.user_id = $1 and n.kind <> 'assignment' and ${awake('$2')} group by 1, 2, 3, 4) g
  cross join lateral app.notification_place($1, g.org_id, g.project_id, null, null) pl`)
export const notificationsByIds = sql<NotificationRow>(
  `select ${columns} ${visible} where n.user_id = $1 and n.id = any($2::uuid[]) order by n.id`,
)
export const lockNotification = sql<NotificationRow>(
  `select ${columns} ${visible} where n.user_id = $1 and n.id = $2 and n.in_app for update of n`,
)
export const markNotification =
  sql(`update notifications set read_at = $3, snoozed_until = $4, archived_at = $5, updated_at = $6, version = version + 1
  where user_id = $1 and id = $2`)
export const markAllRead = sql<{ id: string }>(`update notifications n set read_at = $2, updated_at = $2, version = version + 1
  where n.user_id = $1 and n.read_at is null and ${awake('$2')} and ($3::text is null or n.kind = $3)
    and exists (select from ${place} where ${inOrganization('$4')}) returning n.id`)

export const insertReminder = sql(`insert into notifications
    (org_id, user_id, id, kind, title, in_app, mail, snoozed_until, created_at, updated_at)
  values ($1, $2, $3, 'reminder', $4, true, $5, $6, $7, $7)`)

// The same rule as for reading says who may be told. A gate that waits for somebody who has not looked yet is not told again.
export const insertNotification = sql<{ id: string }>(`insert into notifications
    (org_id, user_id, id, kind, event_seq, project_id, subject_kind, subject_id, subject_ref, title, gate, actor_id, agent_id,
     in_app, mail, created_at, updated_at, excerpt, comment_id)
  select $1, $2, $3, $4::text, $5, $6, $7, $8, $9, $10, $11::text, $12, $13, $14, case when pl.sandbox then 'none' else $15 end, $16, $16, $17, $18
  from app.notification_place($2, $1, $6, null, null) pl
  where $4::text <> 'gate_waiting' or not exists (select from notifications e where e.org_id = $1 and e.user_id = $2 and e.subject_id = $8
    and e.kind = 'gate_waiting' and e.gate is not distinct from $11::text and e.read_at is null)
  on conflict do nothing returning id`)

/** Out of the inbox, for whomever nothing is left to do about it; words that were taken back go too. */
export const settle = sql<{ user_id: string; id: string }>(`update notifications n set archived_at = $7, read_at = coalesce(n.read_at, $7),
    excerpt = case when $6::uuid is null then n.excerpt end, updated_at = $7, version = n.version + 1
  where n.org_id = $1 and n.subject_id = $2 and n.archived_at is null and n.kind = any($3::text[]) and ($4::uuid is null or n.user_id = $4)
    and ($5::uuid is null or n.user_id <> $5) and ($6::uuid is null or n.comment_id = $6)
    and n.event_seq < $8 returning n.user_id, n.id`)

export const personalOrganization = sql<{ id: string }>('select personal_org_id as id from auth.accounts where user_id = $1')

export interface WaitingRow {
  user_id: string
  oldest: string
  timezone: string
}

const reachable = 'a.email_verified_at is not null and a.suspended_at is null and a.closed_at is null'
export const waitingForDigest = sql<WaitingRow>(`select n.user_id, min(n.created_at) as oldest, u.timezone
  from notifications n join auth.accounts a on a.user_id = n.user_id and ${reachable} join users u on u.id = n.user_id
  left join preferences p on p.user_id = n.user_id
  where n.mail = 'digest' and n.read_at is null and n.user_id > $1 and coalesce((p.document -> 'digest' ->> 'on')::boolean, true)
  group by n.user_id, u.timezone order by n.user_id limit $2`)
export const requestDigest = sql<{ id: string }>(`update notifications n set mail = 'requested', digest_id = $2
  where n.user_id = $1 and n.mail = 'digest' and n.read_at is null and n.archived_at is null
    and (n.snoozed_until is null or n.snoozed_until <= $3) and n.kind = any($4::text[])
    and exists (select from ${place} where not pl.sandbox) returning n.id`)

export const digestRows = sql<NotificationRow>(`select ${columns} ${visible}
  where n.user_id = $1 and n.digest_id = $2 and n.mail = 'requested' and n.read_at is null and not pl.sandbox order by n.id`)
export const recipient = sql<{ email: string }>(`select a.email from auth.accounts a where a.user_id = $1 and ${reachable}`)
export const recordDigest = sql("update notifications set mail = 'sent' where user_id = $1 and digest_id = $2 and mail = 'requested'")
