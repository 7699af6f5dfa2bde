import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

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
// A note without a project is its owner's alone; owners and admins of the organization see no more of those than others do.
const visible = `n.org_id = $1 and (n.owner_id = app.user()
  or (p.id is not null and p.deleted_at is null and app.sees_project(p.visibility, p.id)))`

const find = (deleted: boolean, lock = '') =>
  sql<FullNote>(`select ${summary}, n.content, p.archived_at as project_archived_at ${from}
    where ${visible} and n.id = $2 and n.deleted_at is ${deleted ? 'not null' : 'null'} ${lock}`)
export const noteById = find(false)
export const lockedNote = find(false, 'for update of n')
export const lockedDeletedNote = find(true, 'for update of n')

export const insertNote = sql<NoteRow>(`insert into notes as n
    (org_id, id, project_id, owner_id, title, content, tags, pinned, created_by, created_by_agent_id, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning ${summary}, n.content`)
export const updateNote = sql<{
  excerpt: string
}>(`update notes set title = $3, content = $4, tags = $5, pinned = $6, public_slug = $7, deleted_at = $8,
    updated_at = $9, version = version + 1 where org_id = $1 and id = $2 returning left(content, 200) as excerpt`)

/** A list's statement depends on its filters; each combination is planned once, by its own text. */
export const listStatement = (conditions: readonly string[]) =>
  sql<NoteSummary>(`select ${summary} ${from} where ${[visible, ...conditions].join(' and ')} order by n.pinned desc, n.id desc limit $2`)
export const found = sql<NoteSummary & { score: number }>(`select ${summary}, s.score
  from app.search_notes($2, $3, $4, $5, $6, $7, $8, $9, $10, $11) s join notes n on n.org_id = $1 and n.id = s.id
  left join projects p on p.org_id = n.org_id and p.id = n.project_id
  where ${visible} order by s.score desc, s.id desc`)

// A title that several notes bear means the one of the same project first, then the oldest: a new one takes no link away.
export const linkableByNames = sql<{ id: string; title: string }>(`select n.id, n.title ${from}
  where ${visible} and n.deleted_at is null and (n.title_key = any($2::text[]) or n.id = any($3::uuid[]))
  order by (n.project_id = $4::uuid) desc nulls last, n.id limit 1000`)
export const linkableByIds = sql<{ id: string; title: string }>(`select n.id, n.title ${from}
  where ${visible} and n.deleted_at is null and n.id = any($2::uuid[])`)

export const inSandbox = sql('select from organizations where id = $1 and sandbox_of is not null')
export const publish = sql<{ slug: string }>(`insert into published (kind, slug, org_id, item_id, fields, published_at, updated_at)
  values ('note', $2, $1, $3, $4, $5, $5) on conflict do nothing returning slug`)
export const republish = sql("update published set fields = $3, updated_at = $4 where org_id = $1 and kind = 'note' and item_id = $2")
export const unpublish = sql("delete from published where org_id = $1 and kind = 'note' and item_id = $2")
export const unpublishProject = sql(`with down as (update notes set public_slug = null, version = version + 1, updated_at = $3
    where org_id = $1 and project_id = $2 and public_slug is not null returning id)
  delete from published where org_id = $1 and kind = 'note' and item_id in (select id from down)`)

interface PublicNote {
  fields: { slug: string; title: string; content: string; tags: string[] }
  published_at: string
  updated_at: string
}
export const publicNote = sql<PublicNote>("select fields, published_at, updated_at from published where kind = 'note' and slug = $1")
