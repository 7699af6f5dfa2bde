import { sql } from '../../../platform/postgres.ts'

export const lastSitemap =
  sql(`select max(generated_at) as generated_at, coalesce(sum(addresses), 0)::integer as addresses, count(*)::integer as files
  from site_sitemaps`).as<{ generated_at: string | null; addresses: number; files: number }>()
/** Paginated by key, so that a large instance is read in batches. Skills and agents have no page of their own. */
export const publishedAfter = sql(`select p.kind, p.slug, p.updated_at from published p
  where (p.kind, p.slug) > (:kind, :slug) and p.kind in ('doc', 'note', 'page', 'post', 'profile', 'project') order by p.kind, p.slug limit :limit`).as<{
  kind: 'doc' | 'note' | 'page' | 'post' | 'profile' | 'project'
  slug: string
  updated_at: string
}>()
export const putSitemap = sql(`insert into site_sitemaps (part, body, addresses, newest, generated_at)
  values (:part, :body, :addresses, :newest, :now)
  on conflict (part) do update set body = excluded.body, addresses = excluded.addresses, newest = excluded.newest, generated_at = excluded.generated_at`)
export const dropSitemaps = sql('delete from site_sitemaps where part > :part')

/** Publishes the pages of this release's documentation, so that the public search finds them; an unchanged page keeps its date. */
export const showDocs = sql(`insert into published as p (org_id, kind, slug, item_id, fields, body, published_at, updated_at)
  select null, 'doc', d.id, md5('doc ' || d.id)::uuid, jsonb_build_object('name', d.title, 'description', d.summary), d.content, :now, :now
  from unnest(:ids::text[], :titles::text[], :summaries::text[], :contents::text[]) d (id, title, summary, content)
  on conflict (kind, slug) do update set fields = excluded.fields, body = excluded.body, updated_at = excluded.updated_at
    where p.fields <> excluded.fields or p.body is distinct from excluded.body`)
export const hideDocs = sql("delete from published where org_id is null and kind = 'doc' and slug <> all(:ids::text[])")
