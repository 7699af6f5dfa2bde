import type { z } from 'zod'
import type { CredentialKind } from '../../../kernel/context.ts'
import type { Tables } from '../../../platform/database-types.ts'
import type { RemoteItem } from '../../../platform/integrations/tracker.ts'
import { sql } from '../../../platform/postgres.ts'
import type { getRemoteImport } from './remote-imports.contract.ts'

type Shown = z.output<typeof getRemoteImport.output>

export interface RemoteImportRow extends Omit<Tables['remote_imports'], 'provider' | 'status' | 'preview' | 'credential_kind'> {
  provider: Shown['provider']
  status: Shown['status']
  preview: Shown['preview']
  credential_kind: CredentialKind
}

export const insertRemoteImport = sql(`insert into remote_imports
    (org_id, id, project_id, user_id, credential_kind, credential_id, provider, source, comments, created_at, updated_at)
  values (:org, :id, :project, :user, :kind, :credential, :provider, :source, :comments, :now, :now) returning *`).as<RemoteImportRow>()
export const remoteImportsOf = sql(`select * from remote_imports
  where org_id = :org and project_id = :project and id < :before order by id desc limit :limit`).as<RemoteImportRow>()
export const remoteImport = sql('select * from remote_imports where org_id = :org and id = :id').as<RemoteImportRow>()
export const lockedRemoteImport = sql('select * from remote_imports where org_id = :org and id = :id for update').as<RemoteImportRow>()
export const remoteImportOf = sql(
  'select * from remote_imports where org_id = :org and import_id = :import_id for update',
).as<RemoteImportRow>()
export const openImportsOf = sql(`select count(*)::integer as count from remote_imports
  where org_id = :org and user_id = :user and status in ('reading', 'ready')`).as<{ count: number }>()
export const lockStarts = sql("select pg_advisory_xact_lock(hashtextextended('remote imports ' || :user::text, 0))")
export const tokensOf = sql('select id, sealed from app.integration_of_import(:id)').as<{ id: string; sealed: Buffer }>()
export const recordReading = sql('select app.record_integration(:id, :now, :failure, :broken)')

// A page that is read twice is stored once.
export const storeItems = sql(`insert into remote_import_items (org_id, remote_import_id, external_id, place, content)
  select :org, :id, i.external_id, i.place, i.content from jsonb_to_recordset(:items::jsonb) i (external_id text, place integer, content jsonb)
  on conflict (org_id, remote_import_id, external_id) do update set content = excluded.content`)
export const countItems =
  sql(`select count(*)::integer as items, coalesce(sum(jsonb_array_length(content -> 'comments')), 0)::integer as comments
  from remote_import_items where org_id = :org and remote_import_id = :id`).as<{ items: number; comments: number }>()
export const itemsOf = sql(
  "select content - 'comments' as content from remote_import_items where org_id = :org and remote_import_id = :id order by place",
).as<{ content: Omit<RemoteItem, 'comments'> }>()
export const commentedFrom = sql(`select place, external_id, content -> 'comments' as comments from remote_import_items
  where org_id = :org and remote_import_id = :id and place > :after and jsonb_array_length(content -> 'comments') > 0
  order by place limit :limit`).as<{ place: number; external_id: string; comments: RemoteItem['comments'] }>()
export const deleteItems = sql('delete from remote_import_items where org_id = :org and remote_import_id = :id')

export const updateRemoteImport =
  sql(`update remote_imports set status = :status, page_cursor = :page_cursor, pages = :pages, items = :items, comments_found = :comments_found,
    comments_added = :comments_added, commented_to = :commented_to, preview = :preview, failure = :failure, import_id = :import_id, updated_at = :now,
    finished_at = case when :status in ('done', 'failed', 'cancelled') then :now::timestamptz end
  where org_id = :org and id = :id returning *`).as<RemoteImportRow>()

export const membersByEmail = sql('select email, handle from app.members_by_email(:emails::text[])').as<{ email: string; handle: string }>()
export const kindsOf = sql(`select s.external_id, w.kind from work_item_sources s
  join work_items w on w.org_id = s.org_id and w.id = s.item_id and w.deleted_at is null
  where s.org_id = :org and s.project_id = :project and s.external_id = any(:names::text[])`).as<{
  external_id: string
  kind: 'epic' | 'story' | 'task'
}>()
export const takeComments = sql(`select c.external_id from unnest(:names::text[]) c (external_id)
  where not exists (select from imported_comments i where i.org_id = :org and i.project_id = :project and i.external_id = c.external_id)`).as<{
  external_id: string
}>()
export const rememberComments = sql(`insert into imported_comments (org_id, project_id, external_id, comment_id)
  select :org, :project, c.external_id, c.comment_id from unnest(:names::text[], :ids::uuid[]) c (external_id, comment_id) on conflict do nothing`)
