import { userOf, type Context } from '../../kernel/context.ts'
import { newId } from '../../platform/ids.ts'
import { publishSkill } from './change-skill.ts'
import { requireSkill } from './require-skill.ts'
import { skillCreated } from './skills.events.ts'
import * as queries from './skills.queries.ts'
import type { SkillRow, StoredVersion } from './skills.queries.ts'
import { requireFreeSlug } from './skill-place.ts'
import { storeVersion } from './store-version.ts'

type Given = Pick<SkillRow, 'slug' | 'name' | 'description' | 'tags' | 'visibility' | 'team_id'>
type New = Given &
  Pick<StoredVersion, 'body'> &
  Partial<Pick<StoredVersion, 'frontmatter' | 'archive'>> & { copied_from?: { organization: string; slug: string; revision: number } }

/** Stores a new skill of the caller with its first version. */
export async function storeSkill(ctx: Context, given: New): Promise<SkillRow> {
  const { slug, name, description, tags, visibility, team_id, body, frontmatter = null, archive = null, copied_from: copied } = given
  const content = { body, frontmatter, archive }
  const id = newId()
  const owner = userOf(ctx)
  const now = ctx.clock.now()
  await requireFreeSlug(ctx, { id, slug, visibility, owner_id: owner })
  await ctx.tx.rows(queries.insertSkill, {
    org: ctx.org,
    id,
    slug,
    name,
    description,
    tags,
    visibility,
    team_id,
    owner,
    copied_organization: copied?.organization ?? null,
    copied_slug: copied?.slug ?? null,
    copied_revision: copied?.revision ?? null,
    now,
  })
  const skill = await requireSkill(ctx, id)
  await storeVersion(ctx, skill, content)
  await publishSkill(ctx, skill, content)
  ctx.emit(skillCreated, { skill })
  ctx.target(id)
  return skill
}
