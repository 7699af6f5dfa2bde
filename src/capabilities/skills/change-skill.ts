import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { changedFields } from '../changed-fields.ts'
import { publish, withdraw } from '../publishing/publish.ts'
import { contentHash, filesOf } from './directory/skill-directory.ts'
import { changeFrontmatter } from './directory/skill-md.ts'
import { countFindings, scanSkill } from './directory/scan-skill.ts'
import { requireFreeSlug } from './skill-place.ts'
import { takenDown } from './require-skill.ts'
import { skillDeleted, skillRestored, skillUpdated } from './skills.events.ts'
import * as queries from './skills.queries.ts'
import type { SkillRow, StoredVersion } from './skills.queries.ts'
import { storeVersion } from './store-version.ts'

type Fields = Pick<SkillRow, 'slug' | 'name' | 'description' | 'tags' | 'visibility' | 'team_id' | 'deleted_at'>
type Content = Pick<StoredVersion, 'body' | 'frontmatter' | 'archive'>
type Changes = { [Field in keyof Fields]?: Fields[Field] | undefined } & {
  body?: string | undefined
  /** Replaces the whole directory. */
  content?: Content
  restored_from?: number
  /** A person has accepted this content for an installed skill. */
  accepted?: true
}

export function requireVersion(row: SkillRow, version: number | undefined): void {
  if (version === undefined || version === row.version) return
  throw new Refusal(
    'stale_version',
    `Someone changed this skill in the meantime; it is at version ${row.version}. Read it again and repeat.`,
  )
}

/** Stores the actual changes to a locked skill. New content or a new description creates a version; old versions stay as they are. */
export async function changeSkill(
  ctx: Context,
  before: SkillRow,
  { body: wanted, content: given, restored_from, accepted, ...changes }: Changes,
): Promise<SkillRow> {
  const newest = await ctx.tx.one(queries.skillVersion, { org: ctx.org, skill: before.id, number: before.revision })
  const changed: string[] = changedFields(before, changes)
  const named = Object.fromEntries(changed.map((field) => [field, changes[field as keyof Fields]]))
  const fields: SkillRow = { ...before, ...named }
  const content = given ?? textChanged(newest, fields, wanted, before)
  if (!isSame(content, newest)) changed.push('body')
  ctx.target(before.id)
  if (changed.length === 0) return before
  requireChangeable(before, fields, changed, accepted)
  const adds = changed.includes('body') || changed.includes('description')
  const after: SkillRow = {
    ...fields,
    revision: before.revision + (adds ? 1 : 0),
    updated_at: ctx.clock.now().toISOString(),
    version: before.version + 1,
  }
  if (!after.deleted_at) await requireFreeSlug(ctx, after)
  await ctx.tx.rows(queries.updateSkill, { ...after, org: ctx.org })
  if (adds) await storeVersion(ctx, after, content, restored_from)
  await publishSkill(ctx, after, content)
  announce(ctx, before, after, changed)
  return after
}

/** Imported frontmatter repeats the name and description, so it follows them. An installed skill keeps its publisher's, whatever its name here. */
function textChanged(newest: Content, fields: SkillRow, body: string | undefined, before: SkillRow): Content {
  const { frontmatter, archive } = newest
  const says =
    frontmatter !== null && before.pinned_hash === null && (fields.slug !== before.slug || fields.description !== before.description)
  return {
    body: body ?? newest.body,
    frontmatter: says ? changeFrontmatter(frontmatter, { name: fields.slug, description: fields.description }) : frontmatter,
    archive,
  }
}

const isSame = (a: Content, b: Content): boolean =>
  a.body === b.body &&
  a.frontmatter === b.frontmatter &&
  (a.archive === b.archive || (a.archive !== null && b.archive !== null && a.archive.equals(b.archive)))

function requireChangeable(before: SkillRow, after: SkillRow, changed: readonly string[], accepted: true | undefined): void {
  if (before.taken_down_at !== null && !after.deleted_at) throw takenDown()
  if (before.pinned_hash === null || accepted) return
  if (changed.includes('body') || changed.includes('description')) {
    throw new Refusal('conflict', 'An installed skill is its publisher’s text. Accept an update of it, or copy it and change the copy.')
  }
  if (after.visibility === 'public')
    throw new Refusal('conflict', 'An installed skill is published by its publisher. Copy it to publish your own.')
}

function announce(ctx: Context, before: SkillRow, skill: SkillRow, changed: string[]): void {
  if (skill.deleted_at) ctx.emit(skillDeleted, { skill })
  else if (before.deleted_at) ctx.emit(skillRestored, { skill })
  else ctx.emit(skillUpdated, { skill, changed })
}

/** Keeps the published copy of a skill in step: these fields and files with the scan's counts, or nothing if it isn't public. */
export async function publishSkill(ctx: Context, skill: SkillRow, { body, frontmatter, archive }: Content): Promise<void> {
  const { id, slug, name, description, tags, revision, version } = skill
  if (skill.visibility !== 'public' || skill.deleted_at) return withdraw(ctx, 'skill', id)
  const files = filesOf({ slug, description, frontmatter, body, archive })
  const about = { hash: contentHash(files), files: files.length, findings: countFindings(scanSkill(files)) }
  await publish(ctx, { kind: 'skill', slug, id, fields: { slug, name, description, tags, revision, version, ...about }, body })
  await ctx.tx.rows(queries.publishFiles, { org: ctx.org, id, frontmatter, archive })
}
