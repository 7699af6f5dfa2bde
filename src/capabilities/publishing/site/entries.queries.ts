import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

type Columns = 'id' | 'kind' | 'slug' | 'title' | 'summary' | 'status' | 'publish_at' | 'published_at' | 'revision' | 'preview_until'

export interface EntrySummaryRow extends Pick<Tables['site_entries'], Columns | 'created_at' | 'updated_at' | 'deleted_at' | 'version'> {
  author: { id: string; handle: string; name: string }
  category: { id: string; slug: string; name: string } | null
}

export interface EntryRow extends EntrySummaryRow {
  body: string
}

const summary = `e.id, e.kind, e.slug, e.title, e.summary, e.status, e.publish_at, e.published_at, e.revision, e.preview_until, e.deleted_at,
  e.created_at, e.updated_at, e.version, jsonb_build_object('id', u.id, 'handle', u.handle, 'name', u.name) as author,
  case when c.id is not null then jsonb_build_object('id', c.id, 'slug', c.slug, 'name', c.name) end as category`
const from = 'from site_entries e join users u on u.id = e.author_id left join site_categories c on c.id = e.category_id'

export const entries = sql(`select ${summary} ${from} where e.kind = :kind and e.deleted_at is null and e.id < :before
  and (:status::text is null or e.status = :status) and (:category::uuid is null or e.category_id = :category)
  order by e.id desc limit :limit`).as<EntrySummaryRow>()
export const entryById = sql(`select ${summary}, e.body ${from} where e.id = :id`).as<EntryRow>()
export const lockedEntry = sql(`select ${summary}, e.body ${from} where e.id = :id for update of e`).as<EntryRow>()
/** Skips rows locked by another worker that is publishing what is due. */
export const dueEntries = sql(`select ${summary}, e.body ${from}
  where e.status = 'scheduled' and e.publish_at <= :now and e.deleted_at is null
  order by e.publish_at, e.id limit :limit for update of e skip locked`).as<EntryRow>()

export const insertEntry =
  sql(`insert into site_entries (id, kind, slug, title, summary, body, status, publish_at, published_at, author_id, category_id,
    created_at, updated_at)
  values (:id, :kind, :slug, :title, :summary, :body, :status, :publish_at, :published_at, :author, :category, :now, :now)
  on conflict (kind, slug) where deleted_at is null do nothing returning id`).as<{ id: string }>()
export const updateEntry = sql(`update site_entries set slug = :slug, title = :title, summary = :summary, body = :body, status = :status,
    publish_at = :publish_at, published_at = :published_at, author_id = :author, category_id = :category, revision = :revision,
    deleted_at = :deleted_at, updated_at = :now, version = version + 1 where id = :id`)
export const isTaken = sql('select from site_entries where kind = :kind and slug = :slug and deleted_at is null and id <> :id')
export const firstFree = sql(`select s.slug from unnest(:slugs::text[]) with ordinality s (slug, place)
  where not exists (select from site_entries e where e.kind = :kind and e.slug = s.slug and e.deleted_at is null)
  order by s.place limit 1`).as<{ slug: string }>()
export const isPerson = sql('select from users where id = :id and deleted_at is null')

export interface RevisionRow extends Pick<Tables['site_revisions'], 'number' | 'slug' | 'title' | 'summary' | 'body' | 'created_at'> {
  written_by: { id: string; handle: string; name: string }
}
const revision = `select r.number, r.slug, r.title, r.summary, r.body, r.created_at,
    jsonb_build_object('id', u.id, 'handle', u.handle, 'name', u.name) as written_by
  from site_revisions r join users u on u.id = r.written_by where r.entry_id = :id`
export const revisions = sql(`${revision} and r.number < :before order by r.number desc limit :limit`).as<RevisionRow>()
export const revisionByNumber = sql(`${revision} and r.number = :number`).as<RevisionRow>()
export const insertRevision = sql(`insert into site_revisions (entry_id, number, slug, title, summary, body, written_by, created_at)
  values (:id, :number, :slug, :title, :summary, :body, :user, :now)`)
export const dropRevisions = sql('delete from site_revisions where entry_id = :id and number <= :number')

export const leadFrom = sql(`insert into site_redirects (kind, slug, entry_id, created_at) values (:kind, :slug, :id, :now)
  on conflict (kind, slug) do update set entry_id = excluded.entry_id, created_at = excluded.created_at`)
export const leadNoMore = sql('delete from site_redirects where kind = :kind and slug = :slug')

export const setPreview = sql('update site_entries set preview_hash = :hash, preview_until = :until where id = :id')

export const show = sql(`insert into published as p (org_id, kind, slug, item_id, fields, body, published_at, updated_at)
  values (null, :kind, :slug, :id, :fields, :body, :published_at, :updated_at)
  on conflict (kind, item_id) where org_id is null do update set slug = excluded.slug, fields = excluded.fields, body = excluded.body,
    published_at = excluded.published_at, updated_at = excluded.updated_at`)
export const hide = sql('delete from published where org_id is null and kind = :kind and item_id = :id')
