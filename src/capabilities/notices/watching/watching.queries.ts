import { sql } from '../../../platform/postgres.ts'

/** Leaves everyone alone who has already chosen, either way. */
export const beginWatching = sql(`insert into watchers (org_id, subject_id, user_id, subject_kind, watching, why, created_at, updated_at)
  select :org, :subject, m.user_id, :kind, true, 'mentioned', :now, :now from memberships m
  where m.org_id = :org and m.user_id = any(:users::uuid[]) on conflict do nothing`)

export const choose = sql(`insert into watchers as w (org_id, subject_id, user_id, subject_kind, watching, why, created_at, updated_at)
  values (:org, :subject, :user, :kind, :watching, 'chosen', :now, :now)
  on conflict (org_id, subject_id, user_id) do update set watching = :watching, why = 'chosen', updated_at = :now
    where w.watching <> :watching or w.why <> 'chosen' returning watching`)

// People watch what they created, what is assigned to them and what they commented on. What an agent does never makes its owner a
// watcher: it may create hundreds of tasks in an hour.
const byDoing = `select w.id as subject_id, w.created_by as user_id from work_items w
    where w.org_id = :org and w.id = any(:subjects::uuid[]) and w.created_by_agent_id is null
  union select w.id, w.assignee_id from work_items w where w.org_id = :org and w.id = any(:subjects::uuid[]) and w.assignee_id is not null
  union select c.item_id, c.author_id from comments c where c.org_id = :org and c.item_id = any(:subjects::uuid[])
    and c.author_agent_id is null and c.source_author is null and c.deleted_at is null
  union select f.id, f.created_by from features f where f.org_id = :org and f.id = any(:subjects::uuid[]) and f.created_by_agent_id is null
  union select f.id, f.owner_id from features f where f.org_id = :org and f.id = any(:subjects::uuid[]) and f.created_by_agent_id is null
  union select v.feature_id, v.user_id from feature_verdicts v where v.org_id = :org and v.feature_id = any(:subjects::uuid[]) and v.by_person` as const

export const watchersOf = sql(`select s.subject_id, s.user_id from (${byDoing}
    union select x.subject_id, x.user_id from watchers x where x.org_id = :org and x.subject_id = any(:subjects::uuid[]) and x.watching) s
  join memberships m on m.org_id = :org and m.user_id = s.user_id
  where not exists (select from watchers x where x.org_id = :org and x.subject_id = s.subject_id and x.user_id = s.user_id and not x.watching)
  order by s.subject_id, s.user_id`).as<{ subject_id: string; user_id: string }>()
