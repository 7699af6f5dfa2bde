import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

type Columns = 'id' | 'project_id' | 'owner_id' | 'title' | 'tags' | 'pinned' | 'public_slug' | 'created_by' | 'created_by_agent_id'

/** A note as lists and events show it. */
export interface NoteSummary extends Pick<Tables['notes'], Columns | 'created_at' | 'updated_at' | 'deleted_at' | 'version'> {
  excerpt: string
}

export interface NoteRow extends NoteSummary {
  content: string
}

export interface FullNote extends NoteRow {
  project_archived_at: string | null
}

const summary = `n.id, n.project_id, n.owner_id, n.title, left(n.content, 200) as excerpt, n.tags, n.pinned, n.public_slug, n.created_by,
  n.created_by_agent_id, n.created_at, n.updated_at, n.deleted_at, n.version`
const from = 'from notes n left join projects p on p.org_id = n.org_id and p.id = n.project_id'
// A note without a project is visible only to its owner, not even to owners and admins of the organization or to a run of the owner's agent.
const visible = `n.org_id = :org and (n.owner_id = app.owner()
  or (p.id is not null and p.deleted_at is null and app.sees_project(p.visibility, p.id)))`

const find = (deleted: boolean, lock = '') =>
  sql(`select ${summary}, n.content, p.archived_at as project_archived_at ${from}
    where ${visible} and n.id = :id and n.deleted_at is ${deleted ? 'not null' : 'null'} ${lock}`).as<FullNote>()
export const noteById = find(false)
export const lockedNote = find(false, 'for update of n')
export const lockedDeletedNote = find(true, 'for update of n')

export const insertNote = sql(`insert into notes as n
    (org_id, id, project_id, owner_id, title, content, tags, pinned, created_by, created_by_agent_id, created_at, updated_at)
  values (:org, :id, :project, :owner, :title, :content, :tags, :pinned, :user, :agent, :now, :now) returning ${summary}, n.content`).as<NoteRow>()
export const updateNote =
  sql(`update notes set title = :title, content = :content, tags = :tags, pinned = :pinned, public_slug = :public_slug, deleted_at = :deleted_at,
    updated_at = :updated_at, version = version + 1 where org_id = :org and id = :id returning left(content, 200) as excerpt`).as<{
    excerpt: string
  }>()

/** The SQL of a list depends on its filters; each combination has a text of its own and is planned once. */
export const listStatement = (conditions: readonly string[]) =>
  sql(
    `select ${summary} ${from} where ${[visible, ...conditions].join(' and ')} order by n.pinned desc, n.id desc limit :limit`,
  ).as<NoteSummary>()
export const found = sql(`select ${summary}, s.score
  from app.search_notes(:search, :project, :personal, :tag, :since, :until, :deleted, :score, :id, :limit) s join notes n on n.org_id = :org and n.id = s.id
  left join projects p on p.org_id = n.org_id and p.id = n.project_id
  where ${visible} order by s.score desc, s.id desc`).as<NoteSummary & { score: number }>()

// A title that several notes have means the one in the same project first, then the oldest: a new note never takes over a link.
export const linkableByNames = sql(`select n.id, n.title ${from}
  where ${visible} and n.deleted_at is null and (n.title_key = any(:titles::text[]) or n.id = any(:ids::uuid[]))
  order by (n.project_id = :project::uuid) desc nulls last, n.id limit 1000`).as<{ id: string; title: string }>()
export const linkableByIds = sql(`select n.id, n.title ${from}
  where ${visible} and n.deleted_at is null and n.id = any(:ids::uuid[])`).as<{ id: string; title: string }>()

export const inSandbox = sql('select from organizations where id = :org and sandbox_of is not null')
export const publish = sql(`insert into published (kind, slug, org_id, item_id, fields, published_at, updated_at)
  values ('note', :slug, :org, :note, :fields, :now, :now) on conflict do nothing returning slug`).as<{ slug: string }>()
export const republish = sql(
  "update published set fields = :fields, updated_at = :updated_at where org_id = :org and kind = 'note' and item_id = :note",
)
export const unpublish = sql("delete from published where org_id = :org and kind = 'note' and item_id = :item")
export const unpublishProject = sql(`with down as (update notes set public_slug = null, version = version + 1, updated_at = :now
    where org_id = :org and project_id = :project and public_slug is not null returning id)
  delete from published where org_id = :org and kind = 'note' and item_id in (select id from down)`)

interface PublicNote {
  fields: { slug: string; title: string; content: string; tags: string[] }
  published_at: string
  updated_at: string
}
export const publicNote = sql(
  "select fields, published_at, updated_at from published where kind = 'note' and slug = :slug",
).as<PublicNote>()
