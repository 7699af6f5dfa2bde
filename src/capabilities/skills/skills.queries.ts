import { sql, update } from '../../platform/postgres.ts'

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
  where s.org_id = :org and app.sees_skill(s.visibility, s.owner_id, s.team_id)`
// A name may stand for one's own and for a shared skill: one's own comes first.
const first = "order by s.visibility = 'personal' desc, s.deleted_at desc nulls first limit 1"

export const skillById = sql(`select ${columns} ${visible} and s.deleted_at is null and s.id = :name`).as<SkillRow>()
export const skillBySlug = sql(`select ${columns} ${visible} and s.deleted_at is null and s.slug = :name ${first}`).as<SkillRow>()
export const lockedById = sql(`select ${columns} ${visible} and s.deleted_at is null and s.id = :name for update of s`).as<SkillRow>()
export const lockedBySlug = sql(
  `select ${columns} ${visible} and s.deleted_at is null and s.slug = :name ${first} for update of s`,
).as<SkillRow>()
export const deletedById = sql(`select ${columns} ${visible} and s.deleted_at is not null and s.id = :name for update of s`).as<SkillRow>()
export const deletedBySlug = sql(
  `select ${columns} ${visible} and s.deleted_at is not null and s.slug = :name ${first} for update of s`,
).as<SkillRow>()

// Of what is published, only an own skill has an owner here; the wall keeps the others' rows away.
const published = `p.item_id as id, p.slug, p.fields ->> 'name' as name, p.fields ->> 'description' as description,
  array(select jsonb_array_elements_text(p.fields -> 'tags')) as tags, 'public' as visibility, null::uuid as team_id, s.owner_id,
  p.fields ->> 'organization' as organization, (p.fields ->> 'revision')::integer as revision,
  s.copied_organization, s.copied_slug, s.copied_revision, coalesce(s.created_at, p.published_at) as created_at, p.updated_at,
  null::timestamptz as deleted_at, (p.fields ->> 'version')::integer as version`
const ofPublished = `from published p left join skills s on s.org_id = :org and s.org_id = p.org_id and s.id = p.item_id where p.kind = 'skill'`

/** Personal and shared skills from their table, public ones from what is published, own ones included; in one snapshot, by id. */
export const skills = sql(`select * from (
    (select ${columns} ${visible} and s.deleted_at is null and s.visibility <> 'public' and s.id < :before
      and (:visibility::text is null or s.visibility = :visibility) and (:tag::text is null or :tag = any(s.tags))
      and (:q::text is null or starts_with(s.slug, lower(:q)) or starts_with(lower(s.name), lower(:q)))
      order by s.id desc limit :limit)
    union all
    (select ${published} ${ofPublished} and p.item_id < :before
      and (:strangers or p.org_id = :org) and (:visibility::text is null or :visibility = 'public') and (:tag::text is null or p.fields -> 'tags' ? :tag)
      and (:q::text is null or starts_with(p.slug, lower(:q)) or starts_with(lower(p.fields ->> 'name'), lower(:q)))
      order by p.item_id desc limit :limit)
  ) both_parts order by id desc limit :limit`).as<SkillRow>()

export const skillsHere = sql(`select s.slug, s.name, s.description ${visible}
  and s.deleted_at is null order by s.visibility = 'personal', s.id desc limit :limit`).as<{
  slug: string
  name: string
  description: string
}>()

export const skillsOfTeam = sql(`select ${columns} ${visible} and s.deleted_at is null and s.visibility = 'team'
  and (s.team_id is null or s.team_id = :team) and s.id < :before order by s.id desc limit :limit`).as<SkillRow>()

export const publishedById = sql(`select ${published}, p.body ${ofPublished} and p.item_id = :name`).as<SkillRow & { body: string }>()
export const publishedBySlug = sql(`select ${published}, p.body ${ofPublished} and p.slug = :name`).as<SkillRow & { body: string }>()
export const namedByIds = sql(`
  select s.id, s.slug, s.name ${visible} and s.deleted_at is null and s.id = any(:ids::uuid[])
  union select p.item_id, p.slug, p.fields ->> 'name' ${ofPublished} and p.item_id = any(:ids::uuid[]) order by slug`).as<{
  id: string
  slug: string
  name: string
}>()

export const isTaken = sql(`select from skills s where s.org_id = :org and s.slug = :slug and s.deleted_at is null and s.id <> :id
  and case when :visibility::text = 'personal' then s.visibility = 'personal' and s.owner_id = :owner_id else s.visibility <> 'personal' end`)
export const insertSkill = sql(`insert into skills (org_id, id, slug, name, description, tags, visibility, team_id, owner_id,
    copied_organization, copied_slug, copied_revision, created_at, updated_at)
  values (:org, :id, :slug, :name, :description, :tags, :visibility, :team_id, :owner, :copied_organization, :copied_slug, :copied_revision, :now, :now)`)
const changeable = ['slug', 'name', 'description', 'tags', 'visibility', 'team_id', 'revision', 'deleted_at', 'updated_at'] as const
export const updateSkill = sql(`${update('skills', changeable)}, version = version + 1 where org_id = :org and id = :id`)

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
  values (:org, :id, :number, :description, :body, :author, :agent, :restored_from, :created_at)`)
export const skillVersion = sql(
  `select ${version}, body from skill_versions where org_id = :org and skill_id = :skill and number = :number`,
).as<VersionRow & { body: string }>()
export const skillVersions = sql(
  `select ${version} from skill_versions where org_id = :org and skill_id = :skill and number < :before order by number desc limit :limit`,
).as<VersionRow>()

export interface PublicFields {
  slug: string
  name: string
  description: string
  tags: string[]
  organization: string
  revision: number
}
export const publicSkill = sql("select fields, body, published_at, updated_at from published where kind = 'skill' and slug = :slug").as<{
  fields: PublicFields
  body: string
  published_at: string
  updated_at: string
}>()
