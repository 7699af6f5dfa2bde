import { sql } from '../../../platform/postgres.ts'
import { idsAmong, keyed } from '../../keyed.ts'
import type { Outcome } from './push.contract.ts'

export interface StoredMutation {
  mid: number
  digest: Buffer
  outcome: Outcome
}

export const mutations = sql(
  'select mid, digest, outcome from sync_mutations where org_id = :org and device_id = :device and mid = any(:mids::bigint[])',
).as<StoredMutation>()
export const insertMutation = sql(`insert into sync_mutations (org_id, device_id, mid, operation, digest, outcome, created_at)
  values (:org, :device, :mid, :operation, :digest, :outcome, :now)`)

/** Serializes devices that write the same thing: each judges by the clocks the other one left. */
export const lockSubject = sql("select pg_advisory_xact_lock(hashtextextended('sync ' || :subject::text, 0))")
export const taskToMerge =
  sql(`select w.id, w.version, jsonb_build_object('title', w.title, 'description', w.description, 'labels', w.labels) as fields
  from work_items w where w.org_id = :org and w.kind = 'task' and w.deleted_at is null and (w.id = any(${idsAmong('array[:name]')}) or ${keyed('upper(:name)')})
    and exists (select from projects p where p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null and app.sees_project(p.visibility, p.id))`).as<Subject>()
export const noteToMerge = sql(`select n.id, n.version, jsonb_build_object('title', n.title, 'content', n.content, 'tags', n.tags) as fields
  from notes n where n.org_id = :org and n.deleted_at is null and n.id::text = :name and (n.owner_id = app.user()
    or exists (select from projects p where p.org_id = n.org_id and p.id = n.project_id and p.deleted_at is null and app.sees_project(p.visibility, p.id)))`).as<Subject>()

export interface Subject {
  id: string
  version: number
  fields: Record<string, unknown>
}

export const clocksOf = sql('select field, hlc, device_id, version from sync_clocks where org_id = :org and subject_id = :subject').as<{
  field: string
  hlc: string
  device_id: string
  version: number
}>()
/** The latest updates of a subject, with their fields and times, to find what was written outside sync. */
export const changesPastSync = sql(`select e.at, e.data -> 'changed' as changed,
    coalesce(e.data -> 'item' ->> 'version', e.data -> 'note' ->> 'version')::integer as version
  from events e where e.org_id = :org and e.subject_id = :subject and e.type in ('task.updated', 'note.updated')
  order by e.seq desc limit 100`).as<{ at: string; changed: string[] | null; version: number | null }>()
export const setClocks = sql(`insert into sync_clocks (org_id, subject_id, field, hlc, device_id, version, updated_at)
  select :org, :subject, field, :hlc, :device, :version, :now from unnest(:fields::text[]) field
  on conflict (org_id, subject_id, field)
    do update set hlc = excluded.hlc, device_id = excluded.device_id, version = excluded.version, updated_at = excluded.updated_at`)
