import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { firstId } from '../paging.ts'
import { slugOf, suggestSlugs } from '../suggest-slugs.ts'
import * as contracts from './skills.contract.ts'
import { firstFreeSlug, teamFor } from './skill-place.ts'
import { storeSkill } from './store-skill.ts'
import { toSkill } from './to-skill.ts'

export const createSkill = implement(contracts.createSkill, async (ctx, { slug: chosen, team, ...given }) => {
  const team_id = team === undefined ? null : await teamFor(ctx, given.visibility, team)
  const plain = slugOf(given.name, 'skill')
  const named = { id: firstId, slug: plain, visibility: given.visibility, owner_id: userOf(ctx) }
  const slug = chosen ?? (await firstFreeSlug(ctx, named, [plain, ...suggestSlugs(plain)]))
  return toSkill(ctx, await storeSkill(ctx, { ...given, slug, team_id }))
})
