import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { firstId } from '../paging.ts'
import { suggestSlugs } from '../suggest-slugs.ts'
import { requireReadableSkill } from './require-skill.ts'
import * as contracts from './skills.contract.ts'
import { firstFreeSlug } from './skill-place.ts'
import { storeSkill } from './store-skill.ts'
import { toSkill } from './to-skill.ts'

export const copySkill = implement(contracts.copySkill, async (ctx, { skill: name, slug: chosen }) => {
  const { skill, body } = await requireReadableSkill(ctx, name)
  const { organization, slug: theirs, revision, description, tags } = skill
  const named = { id: firstId, slug: theirs, visibility: 'personal', owner_id: userOf(ctx) } as const
  const slug = chosen ?? (await firstFreeSlug(ctx, named, [theirs, ...suggestSlugs(theirs)]))
  const copied_from = { organization, slug: theirs, revision }
  const copy = { slug, name: skill.name, description, tags, visibility: 'personal', team_id: null, body, copied_from } as const
  return toSkill(ctx, await storeSkill(ctx, copy))
})
