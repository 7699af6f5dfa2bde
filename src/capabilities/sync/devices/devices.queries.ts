import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

export type DeviceRow = Omit<Tables['sync_devices'], 'org_id' | 'user_id'>

const columns = 'd.id, d.name, d.client, d.last_mid, d.last_push_at, d.last_pull_at, d.last_pull_seq, d.created_at'
const own = 'd.org_id = :org and d.user_id = app.user()'

export const insertDevice = sql(`insert into sync_devices as d (org_id, id, user_id, name, client, created_at)
  values (:org, :id, :user, :name, :client, :now) returning ${columns}`).as<DeviceRow>()
export const devices = sql(`select ${columns} from sync_devices d where ${own} order by d.id desc limit 100`).as<DeviceRow>()
export const countDevices = sql(`select count(*)::integer as count from sync_devices d where ${own}`).as<{ count: number }>()
export const deviceById = sql(`select ${columns} from sync_devices d where ${own} and d.id = :id`).as<DeviceRow>()
export const lockedDevice = sql(`select ${columns} from sync_devices d where ${own} and d.id = :id for update`).as<DeviceRow>()
export const deleteDevice = sql(`delete from sync_devices d where ${own} and d.id = :id returning ${columns}`).as<DeviceRow>()
export const notePush = sql(`update sync_devices d set last_mid = :mid, last_push_at = :now where ${own} and d.id = :id`)
export const notePull = sql(`update sync_devices d set last_pull_at = :now, last_pull_seq = :seq where ${own} and d.id = :id`)

export interface ConflictRow extends Omit<Tables['sync_conflicts'], 'org_id' | 'user_id' | 'kind'> {
  kind: 'task' | 'note'
  key: string | null
  title: string | null
}

// The subject of a conflict is named only to people who may still see it.
const named = `c.id, c.device_id, c.kind, c.subject_id, w.key, coalesce(w.title, n.title) as title, c.field, c.text, c.created_at
  from sync_conflicts c
  left join work_items w on c.kind = 'task' and w.org_id = c.org_id and w.id = c.subject_id and w.deleted_at is null
    and exists (select from projects p where p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null and app.sees_project(p.visibility, p.id))
  left join notes n on c.kind = 'note' and n.org_id = c.org_id and n.id = c.subject_id and n.deleted_at is null and (n.owner_id = app.user()
    or exists (select from projects p where p.org_id = n.org_id and p.id = n.project_id and p.deleted_at is null and app.sees_project(p.visibility, p.id)))
  where c.org_id = :org and c.user_id = app.user()`
export const conflicts = sql(`select ${named} order by c.id desc limit 100`).as<ConflictRow>()
export const conflictById = sql(`select ${named} and c.id = :id`).as<ConflictRow>()
export const deleteConflict = sql('delete from sync_conflicts where org_id = :org and user_id = app.user() and id = :id')
export const insertConflict = sql(`insert into sync_conflicts (org_id, id, user_id, device_id, kind, subject_id, field, text, created_at)
  values (:org, :id, :user, :device, :kind, :subject, :field, :text, :now)`)

export const lastExport = sql(
  'select created_at from sync_exports where org_id = :org and user_id = app.user() order by id desc limit 1',
).as<{ created_at: string }>()
