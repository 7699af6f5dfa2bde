import { sql } from '../../../platform/postgres.ts'

export const lastSitemap = sql(`select max(generated_at) as generated_at, coalesce(sum(addresses), 0)::integer as addresses, count(*)::integer as files
  from site_sitemaps`).as<{ generated_at: string | null; addresses: number; files: number }>()
/** By its key, so that a large instance is read in pieces. Skills and agents have no page of their own. */
export const publishedAfter = sql(`select p.kind, p.slug, p.updated_at from published p
  where (p.kind, p.slug) > (:kind, :slug) and p.kind in ('note', 'page', 'post', 'profile', 'project') order by p.kind, p.slug limit :limit`).as<{
  kind: 'note' | 'page' | 'post' | 'profile' | 'project'
  slug: string
  updated_at: string
}>()
export const putSitemap = sql(`insert into site_sitemaps (part, body, addresses, newest, generated_at)
  values (:part, :body, :addresses, :newest, :now)
  on conflict (part) do update set body = excluded.body, addresses = excluded.addresses, newest = excluded.newest, generated_at = excluded.generated_at`)
export const dropSitemaps = sql('delete from site_sitemaps where part > :part')
