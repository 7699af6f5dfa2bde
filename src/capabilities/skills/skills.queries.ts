import { sql, update } from '../../platform/postgres.ts'

type Visibility = 'personal' | 'team' | 'public'

/** A skill stored by its organization, or one published by another, which then has no owner here. */
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
  /** For an installed skill: its publisher, and the content it is pinned to. */
  publisher: string | null
  source_slug: string | null
  source_revision: number | null
  pinned_hash: string | null
  installed_at: string | null
  update_available: boolean
  taken_down_at: string | null
  taken_down_reason: string | null
}

/** What a stored version consists of, besides its number. */
export interface StoredVersion {
  description: string
  body: string
  frontmatter: string | null
  archive: Buffer | null
}

const columns = `s.id, s.slug, s.name, s.description, s.tags, s.visibility, s.team_id, s.owner_id, o.handle as organization, s.revision,
  s.copied_organization, s.copied_slug, s.copied_revision, s.created_at, s.updated_at, s.deleted_at, s.version,
  i.publisher, i.source_slug, i.revision as source_revision, encode(i.hash, 'hex') as pinned_hash, i.installed_at,
  coalesce((select case when p.fields ? 'hash' then p.fields ->> 'hash' <> encode(i.hash, 'hex') else (p.fields ->> 'revision')::integer <> i.revision end
    from published p where p.kind = 'skill' and p.item_id = i.source_skill and p.taken_down_at is null), false) as update_available,
  s.taken_down_at, s.taken_down_reason`
const visible = `from skills s join organizations o on o.id = s.org_id left join skill_installs i on i.org_id = s.org_id and i.skill_id = s.id
  where s.org_id = :org and app.sees_skill(s.visibility, s.owner_id, s.team_id)`
// A slug can match a personal and a shared skill; the personal one comes first.
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

// Only the organization's own published skills have an owner here: the wall hides the rows of the others.
const published = `p.item_id as id, p.slug, p.fields ->> 'name' as name, p.fields ->> 'description' as description,
  array(select jsonb_array_elements_text(p.fields -> 'tags')) as tags, 'public' as visibility, null::uuid as team_id, s.owner_id,
  p.fields ->> 'organization' as organization, (p.fields ->> 'revision')::integer as revision,
  s.copied_organization, s.copied_slug, s.copied_revision, coalesce(s.created_at, p.published_at) as created_at, p.updated_at,
  null::timestamptz as deleted_at, (p.fields ->> 'version')::integer as version,
  null::text as publisher, null::text as source_slug, null::integer as source_revision, null::text as pinned_hash, null::timestamptz as installed_at,
  false as update_available, null::timestamptz as taken_down_at, null::text as taken_down_reason`
const ofPublished = `from published p left join skills s on s.org_id = :org and s.org_id = p.org_id and s.id = p.item_id
  where p.kind = 'skill' and p.taken_down_at is null`

/** Personal and shared skills from their table, public ones (own ones included) from `published`; in one snapshot, by id. */
export const skills = sql(`select * from (
    (select ${columns} ${visible} and s.deleted_at is null and s.id < :before
      and (s.visibility <> 'public' or s.taken_down_at is not null) and (:taken_down or s.taken_down_at is null)
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
  and s.deleted_at is null and s.taken_down_at is null order by s.visibility = 'personal', s.id desc limit :limit`).as<{
  slug: string
  name: string
  description: string
}>()

/** For the log, regardless of who may see them. */
export const skillsByIds = sql(`select ${columns} from skills s join organizations o on o.id = s.org_id
  left join skill_installs i on i.org_id = s.org_id and i.skill_id = s.id
  where s.org_id = :org and s.deleted_at is null and s.id = any(:ids::uuid[])`).as<SkillRow>()

export const skillsOfTeam = sql(`select ${columns} ${visible} and s.deleted_at is null and s.visibility = 'team'
  and (s.team_id is null or s.team_id = :team) and s.id < :before order by s.id desc limit :limit`).as<SkillRow>()

const content = 'p.body, p.frontmatter, p.archive'
export const publishedById = sql(`select ${published}, ${content} ${ofPublished} and p.item_id = :name`).as<SkillRow & StoredVersion>()
export const publishedBySlug = sql(`select ${published}, ${content} ${ofPublished} and p.slug = :name`).as<SkillRow & StoredVersion>()
export const namedByIds = sql(`
  select s.id, s.slug, s.name ${visible} and s.deleted_at is null and s.taken_down_at is null and s.id = any(:ids::uuid[])
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

const version = 'v.number, v.description, v.author_id, v.agent_id, v.restored_from, v.created_at'
export const insertVersion =
  sql(`insert into skill_versions (org_id, skill_id, number, description, body, frontmatter, archive_hash, content_hash, author_id, agent_id, restored_from, created_at)
  values (:org, :id, :number, :description, :body, :frontmatter, decode(:archive_hash, 'hex'), decode(:content_hash, 'hex'), :author, :agent, :restored_from, :created_at)`)
export const insertArchive = sql(
  "insert into skill_archives (org_id, hash, content, created_at) values (:org, decode(:hash, 'hex'), :content, :now) on conflict do nothing",
)
export const skillVersion = sql(
  `select ${version}, v.body, v.frontmatter, a.content as archive from skill_versions v
    left join skill_archives a on a.org_id = v.org_id and a.hash = v.archive_hash
    where v.org_id = :org and v.skill_id = :skill and v.number = :number`,
).as<VersionRow & StoredVersion>()
export const skillVersions = sql(
  `select ${version} from skill_versions v where v.org_id = :org and v.skill_id = :skill and v.number < :before order by v.number desc limit :limit`,
).as<VersionRow>()

export interface PublicFields {
  slug: string
  name: string
  description: string
  tags: string[]
  organization: string
  revision: number
  /** Missing for what was published before contents had a hash. */
  hash?: string
  files?: number
  findings?: { danger: number; warning: number }
}
/** Content that an administrator has taken down anywhere. */
export const takenDownContent = sql("select from skill_takedowns where hash = decode(:hash, 'hex') and lifted_at is null")
/** Adds what `publish` doesn't know of: the files of a skill besides its text. */
export const publishFiles = sql(
  "update published set frontmatter = :frontmatter, archive = :archive where org_id = :org and kind = 'skill' and item_id = :id",
)
export interface PublicRow {
  fields: PublicFields
  body: string
  frontmatter: string | null
  archive: Buffer | null
  published_at: string
  updated_at: string
}
export const publicSkill = sql(
  "select fields, body, frontmatter, archive, published_at, updated_at from published where kind = 'skill' and slug = :slug",
).as<PublicRow>()
export const publicSkills = sql("select fields, updated_at from published where kind = 'skill' order by item_id desc limit :limit").as<
  Pick<PublicRow, 'fields' | 'updated_at'>
>()
