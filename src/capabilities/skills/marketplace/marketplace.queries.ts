import { sql } from '../../../platform/postgres.ts'

interface Fields {
  slug: string
  name: string
  description: string
  tags: string[]
  organization: string
  revision: number
  version: number
  hash?: string
  files?: number
  findings?: { danger: number; warning: number }
}

export interface ListingRow {
  org_id: string
  id: string
  fields: Fields
  body: string
  frontmatter: string | null
  /** Read only if what the list shows isn't stored. */
  archive: Buffer | null
  published_at: string
  updated_at: string
  verified: boolean
  installed_id: string | null
  installed_slug: string | null
  installed_hash: string | null
}

const columns = (
  archive: string,
) => `p.org_id, p.item_id as id, p.fields, p.body, p.frontmatter, ${archive} as archive, p.published_at, p.updated_at,
  v.org_id is not null as verified, i.skill_id as installed_id, i.slug as installed_slug, i.hash as installed_hash`
const from = `from published p left join verified_publishers v on v.org_id = p.org_id
  left join lateral (select n.skill_id, s.slug, encode(n.hash, 'hex') as hash from skill_installs n
    join skills s on s.org_id = n.org_id and s.id = n.skill_id and s.deleted_at is null and app.sees_skill(s.visibility, s.owner_id, s.team_id)
    where n.org_id = :org and n.source_skill = p.item_id order by n.installed_at limit 1) i on true
  where p.kind = 'skill' and p.taken_down_at is null`

// Ids are UUIDv7, so newest first is a backward index scan; what a page shows of each listing is stored with it.
export const listings = sql(`select ${columns("case when p.fields ? 'hash' then null else p.archive end")} ${from} and p.item_id < :before
  and (:tag::text is null or p.fields -> 'tags' ? :tag) and (:publisher::text is null or p.fields ->> 'organization' = :publisher)
  and (:q::text is null or p.tsv @@ websearch_to_tsquery('simple', :q) or starts_with(p.slug, lower(:q)) or starts_with(lower(p.fields ->> 'name'), lower(:q)))
  order by p.item_id desc limit :limit`).as<ListingRow>()
export const listingBySlug = sql(`select ${columns('p.archive')} ${from} and p.slug = :slug`).as<ListingRow>()
export const listingById = sql(`select ${columns('p.archive')} ${from} and p.item_id = :id`).as<ListingRow>()

export interface InstallRow {
  skill_id: string
  source_skill: string
  source_slug: string
  publisher: string
  revision: number
  hash: string
}
export const installOf =
  sql(`select skill_id, source_skill, source_slug, publisher, revision, encode(hash, 'hex') as hash from skill_installs
  where org_id = :org and skill_id = :skill`).as<InstallRow>()
export const installedHere =
  sql(`select s.slug from skill_installs n join skills s on s.org_id = n.org_id and s.id = n.skill_id and s.deleted_at is null
  where n.org_id = :org and n.source_skill = :source and (s.visibility <> 'personal' or s.owner_id = :user) limit 1`).as<{ slug: string }>()
export const insertInstall =
  sql(`insert into skill_installs (org_id, skill_id, source_org, source_skill, source_slug, publisher, revision, hash,
    findings, accepted_by, installed_at, updated_at)
  values (:org, :skill, :source_org, :source_skill, :source_slug, :publisher, :revision, decode(:hash, 'hex'), :findings::jsonb, :user, :now, :now)`)
export const updateInstall = sql(`update skill_installs set source_slug = :source_slug, publisher = :publisher, revision = :revision,
    hash = decode(:hash, 'hex'), findings = :findings::jsonb, accepted_by = :user, updated_at = :now where org_id = :org and skill_id = :skill`)
