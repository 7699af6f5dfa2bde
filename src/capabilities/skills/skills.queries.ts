import { sql } from '../../platform/postgres.ts'

type Visibility = 'personal' | 'team' | 'public'

/** A skill as its organization stores it, or as another one has published it: then it has no owner here. */
export interface SkillRow {
  id: string
  slug: string
  name: string
  description: string
  tags: string[]
  visibility: Visibility
  team_id: string | null
  owner_id: string | null
  organization: string
  revision: number
  copied_organization: string | null
  copied_slug: string | null
  copied_revision: number | null
  created_at: string
  updated_at: string
  deleted_at: string | null
  version: number
}

const columns = `s.id, s.slug, s.name, s.description, s.tags, s.visibility, s.team_id, s.owner_id, o.handle as organization, s.revision,
  s.copied_organization, s.copied_slug, s.copied_revision, s.created_at, s.updated_at, s.deleted_at, s.version`
const visible = `from skills s join organizations o on o.id = s.org_id
  where s.org_id = $1 and app.sees_skill(s.visibility, s.owner_id, s.team_id)`
// A name may stand for one's own and for a shared skill: one's own comes first.
const first = "order by s.visibility = 'personal' desc, s.deleted_at desc nulls first limit 1"

export const skillById = sql<SkillRow>(`select ${columns} ${visible} and s.deleted_at is null and s.id = $2`)
export const skillBySlug = sql<SkillRow>(`select ${columns} ${visible} and s.deleted_at is null and s.slug = $2 ${first}`)
export const lockedById = sql<SkillRow>(`select ${columns} ${visible} and s.deleted_at is null and s.id = $2 for update of s`)
export const lockedBySlug = sql<SkillRow>(`select ${columns} ${visible} and s.deleted_at is null and s.slug = $2 ${first} for update of s`)
export const deletedById = sql<SkillRow>(`select ${columns} ${visible} and s.deleted_at is not null and s.id = $2 for update of s`)
export const deletedBySlug = sql<SkillRow>(
  `select ${columns} ${visible} and s.deleted_at is not null and s.slug = $2 ${first} for update of s`,
)

// Of what is published, only an own skill has an owner here; the wall keeps the others' rows away.
const published = `p.item_id as id, p.slug, p.fields ->> 'name' as name, p.fields ->> 'description' as description,
  array(select jsonb_array_elements_text(p.fields -> 'tags')) as tags, 'public' as visibility, null::uuid as team_id, s.owner_id,
  p.fields ->> 'organization' as organization, (p.fields ->> 'revision')::integer as revision,
  s.copied_organization, s.copied_slug, s.copied_revision, coalesce(s.created_at, p.published_at) as created_at, p.updated_at,
  null::timestamptz as deleted_at, (p.fields ->> 'version')::integer as version`
const ofPublished = `from published p left join skills s on s.org_id = $1 and s.org_id = p.org_id and s.id = p.item_id where p.kind = 'skill'`

/** Personal and shared skills from their table, public ones from what is published, own ones included; in one snapshot, by id. */
export const skills = sql<SkillRow>(`select * from (
    (select ${columns} ${visible} and s.deleted_at is null and s.visibility <> 'public' and s.id < $2
      and ($4::text is null or s.visibility = $4) and ($5::text is null or $5 = any(s.tags))
      and ($6::text is null or starts_with(s.slug, lower($6)) or starts_with(lower(s.name), lower($6)))
      order by s.id desc limit $3)
    union all
    (select ${published} ${ofPublished} and p.item_id < $2
      and ($7 or p.org_id = $1) and ($4::text is null or $4 = 'public') and ($5::text is null or p.fields -> 'tags' ? $5)
      and ($6::text is null or starts_with(p.slug, lower($6)) or starts_with(lower(p.fields ->> 'name'), lower($6)))
      order by p.item_id desc limit $3)
  ) both_parts order by id desc limit $3`)

export const skillsHere = sql<{ slug: string; name: string; description: string }>(`select s.slug, s.name, s.description ${visible}
  and s.deleted_at is null order by s.visibility = 'personal', s.id desc limit $2`)

export const skillsOfTeam = sql<SkillRow>(`select ${columns} ${visible} and s.deleted_at is null and s.visibility = 'team'
  and (s.team_id is null or s.team_id = $4) and s.id < $2 order by s.id desc limit $3`)

export const publishedById = sql<SkillRow & { body: string }>(`select ${published}, p.body ${ofPublished} and p.item_id = $2`)
export const publishedBySlug = sql<SkillRow & { body: string }>(`select ${published}, p.body ${ofPublished} and p.slug = $2`)
export const namedByIds = sql<{ id: string; slug: string; name: string }>(`
  select s.id, s.slug, s.name ${visible} and s.deleted_at is null and s.id = any($2::uuid[])
  union select p.item_id, p.slug, p.fields ->> 'name' ${ofPublished} and p.item_id = any($2::uuid[]) order by slug`)

export const isTaken = sql(`select from skills s where s.org_id = $1 and s.slug = $2 and s.deleted_at is null and s.id <> $3
  and case when $4::text = 'personal' then s.visibility = 'personal' and s.owner_id = $5 else s.visibility <> 'personal' end`)
export const insertSkill = sql(`insert into skills (org_id, id, slug, name, description, tags, visibility, team_id, owner_id,
    copied_organization, copied_slug, copied_revision, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`)
export const updateSkill = sql(`update skills set slug = $3, name = $4, description = $5, tags = $6, visibility = $7, team_id = $8,
    revision = $9, deleted_at = $10, updated_at = $11, version = version + 1
  where org_id = $1 and id = $2`)

export interface VersionRow {
  number: number
  description: string
  author_id: string
  agent_id: string | null
  restored_from: number | null
  created_at: string
}

const version = 'number, description, author_id, agent_id, restored_from, created_at'
export const insertVersion =
  sql(`insert into skill_versions (org_id, skill_id, number, description, body, author_id, agent_id, restored_from, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)
export const skillVersion = sql<VersionRow & { body: string }>(
  `select ${version}, body from skill_versions where org_id = $1 and skill_id = $2 and number = $3`,
)
export const skillVersions = sql<VersionRow>(
  `select ${version} from skill_versions where org_id = $1 and skill_id = $2 and number < $3 order by number desc limit $4`,
)

export interface PublicFields {
  slug: string
  name: string
  description: string
  tags: string[]
  organization: string
  revision: number
}
export const publicSkill = sql<{ fields: PublicFields; body: string; published_at: string; updated_at: string }>(
  "select fields, body, published_at, updated_at from published where kind = 'skill' and slug = $1",
)
