import { sql } from '../../../platform/postgres.ts'

export interface PostRow {
  item_id: string
  slug: string
  fields: {
    name: string
    description: string
    author: { name: string; handle: string }
    category: { slug: string; name: string } | null
  }
  published_at: string
  updated_at: string
}

const columns = 'p.item_id, p.slug, p.fields, p.published_at, p.updated_at'

export const posts =
  sql(`select ${columns} from published p where p.kind = 'post' and (p.published_at, p.item_id) < (:before::timestamptz, :id::uuid)
  and (:category::text is null or p.fields #>> '{category,slug}' = :category)
  and (:author::text is null or p.fields #>> '{author,handle}' = :author)
  order by p.published_at desc, p.item_id desc limit :limit`).as<PostRow>()
export const entry = sql(`select ${columns}, p.body from published p where p.kind = :kind and p.slug = :slug and p.org_id is null`).as<
  PostRow & { body: string | null }
>()
/** The current place of something that used to have this slug. */
export const moved =
  sql(`select ${columns}, p.body from site_redirects r join published p on p.org_id is null and p.kind = r.kind and p.item_id = r.entry_id
  where r.kind = :kind and r.slug = :slug`).as<PostRow & { body: string | null }>()

export const preview = sql(`select kind, title, summary, body as content, status, publish_at, author, category, until
  from app.site_preview(:hash, :now)`).as<{
  kind: 'page' | 'post'
  title: string
  summary: string
  content: string
  status: 'draft' | 'scheduled' | 'published'
  publish_at: string | null
  author: string
  category: string | null
  until: string
}>()

export const profile = sql(`select org_id, fields, published_at, updated_at from published where kind = 'profile' and slug = :handle`).as<{
  org_id: string
  fields: {
    name: string
    handle: string
    description: string
    location: string
    url: string
    avatar: string | null
    cover: string | null
  }
  published_at: string
  updated_at: string
}>()
/** What somebody published from their personal organization; what a team published is not attributed to one person. */
export const ofOrganization = sql(`select p.kind, p.slug, coalesce(p.fields ->> 'name', p.fields ->> 'title', '') as title,
    left(coalesce(p.fields ->> 'description', ''), 300) as summary
  from published p where p.org_id = :org and p.kind in ('project', 'note', 'skill', 'agent') order by p.updated_at desc, p.slug limit :limit`).as<{
  kind: 'project' | 'note' | 'skill' | 'agent'
  slug: string
  title: string
  summary: string
}>()

export const projectWithDocs = sql(`select org_id, item_id from published
  where kind = 'project' and slug = :slug and fields -> 'parts' ? 'docs'`).as<{ org_id: string; item_id: string }>()
export const docsOfProject =
  sql(`select ${columns}, p.fields ->> 'title' as title, left(coalesce(p.fields ->> 'description', ''), 300) as summary,
    array(select jsonb_array_elements_text(coalesce(p.fields -> 'tags', '[]'))) as tags
  from published p where p.kind = 'note' and p.org_id = :org and p.project_id = :project and p.item_id < :before order by p.item_id desc limit :limit`).as<{
    item_id: string
    slug: string
    title: string
    summary: string
    tags: string[]
    published_at: string
    updated_at: string
  }>()

export const sitemaps = sql('select part, generated_at from site_sitemaps order by part').as<{ part: number; generated_at: string }>()
export const sitemapBody = sql('select body from site_sitemaps where part = :part').as<{ body: string }>()
