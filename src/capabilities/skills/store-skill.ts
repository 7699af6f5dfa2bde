import { userOf, type Context } from '../../kernel/context.ts'
import { newId } from '../../platform/ids.ts'
import { publishSkill } from './publish-skill.ts'
import { requireSkill } from './require-skill.ts'
import { skillCreated } from './skills.events.ts'
import * as queries from './skills.queries.ts'
import type { SkillRow } from './skills.queries.ts'
import { requireFreeSlug } from './skill-place.ts'

type Given = Pick<SkillRow, 'slug' | 'name' | 'description' | 'tags' | 'visibility' | 'team_id'>
type New = Given & { body: string; copied_from?: { organization: string; slug: string; revision: number } }

/** Stores a new skill of the caller's with its first version. */
export async function storeSkill(ctx: Context, given: New): Promise<SkillRow> {
  const { slug, name, description, tags, visibility, team_id, body, copied_from: copied } = given
  const id = newId()
  const owner = userOf(ctx)
  const now = ctx.clock.now()
  await requireFreeSlug(ctx, { id, slug, visibility, owner_id: owner })
  await ctx.tx.rows(queries.insertSkill, [
    ctx.org,
    id,
    slug,
    name,
    description,
    tags,
    visibility,
    team_id,
    owner,
    copied?.organization ?? null,
    copied?.slug ?? null,
    copied?.revision ?? null,
    now,
  ])
  await ctx.tx.rows(queries.insertVersion, [ctx.org, id, 1, description, body, owner, ctx.principal.agent, null, now])
  const skill = await requireSkill(ctx, id)
  await publishSkill(ctx, skill, body)
  ctx.emit(skillCreated, { skill })
  ctx.target(id)
  return skill
}
