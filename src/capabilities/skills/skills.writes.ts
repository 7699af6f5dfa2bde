import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { firstId } from '../paging.ts'
import { slugOf, suggestSlugs } from '../suggest-slugs.ts'
import { changeSkill, requireVersion } from './change-skill.ts'
import { changeFrontmatter } from './directory/skill-md.ts'
import { requireSeen } from './require-seen.ts'
import { requireOwnSkill, requireReadableSkill, requireSkillVersion, takenDown } from './require-skill.ts'
import { firstFreeSlug, teamFor } from './skill-place.ts'
import * as contracts from './skills.contract.ts'
import { storeSkill } from './store-skill.ts'
import { toSkill } from './to-skill.ts'

export const createSkill = implement(contracts.createSkill, async (ctx, { slug: chosen, team, ...given }) => {
  const team_id = team === undefined ? null : await teamFor(ctx, given.visibility, team)
  const plain = slugOf(given.name, 'skill')
  const named = { id: firstId, slug: plain, visibility: given.visibility, owner_id: userOf(ctx) }
  const slug = chosen ?? (await firstFreeSlug(ctx, named, [plain, ...suggestSlugs(plain)]))
  return toSkill(ctx, await storeSkill(ctx, { ...given, slug, team_id }))
})

export const deleteSkill = implement(contracts.deleteSkill, async (ctx, { skill: name }) => {
  const before = await requireOwnSkill(ctx, name)
  return toSkill(ctx, await changeSkill(ctx, before, { deleted_at: ctx.clock.now().toISOString() }))
})

export const restoreSkill = implement(contracts.restoreSkill, async (ctx, { skill: name }) => {
  const before = await requireOwnSkill(ctx, name, 'deleted')
  // Going public again is a separate decision.
  const visibility = before.visibility === 'public' ? 'team' : before.visibility
  return toSkill(ctx, await changeSkill(ctx, before, { deleted_at: null, visibility }))
})

export const copySkill = implement(contracts.copySkill, async (ctx, { skill: name, slug: chosen, findings_seen }) => {
  const { skill, content, files, findings, foreign } = await requireReadableSkill(ctx, name)
  if (skill.taken_down_at !== null) throw takenDown()
  // A copy brings a stranger's text to one's own agents, just as an installation does.
  if (foreign || skill.pinned_hash !== null) requireSeen(ctx, files, findings, findings_seen)
  const { organization, slug: theirs, revision, description, tags } = skill
  const named = { id: firstId, slug: theirs, visibility: 'personal', owner_id: userOf(ctx) } as const
  const slug = chosen ?? (await firstFreeSlug(ctx, named, [theirs, ...suggestSlugs(theirs)]))
  const copied_from = { organization, slug: theirs, revision }
  const { body, frontmatter, archive } = content
  const own = { body, archive, frontmatter: frontmatter && changeFrontmatter(frontmatter, { name: slug, description }) }
  const copy = { slug, name: skill.name, description, tags, visibility: 'personal', team_id: null, ...own, copied_from } as const
  return toSkill(ctx, await storeSkill(ctx, copy))
})

export const addSkillVersion = implement(contracts.addSkillVersion, async (ctx, { skill: name, version, ...changes }) => {
  const before = await requireOwnSkill(ctx, name)
  requireVersion(before, version)
  return toSkill(ctx, await changeSkill(ctx, before, changes))
})

export const restoreSkillVersion = implement(contracts.restoreSkillVersion, async (ctx, { skill: name, number, version }) => {
  const before = await requireOwnSkill(ctx, name)
  requireVersion(before, version)
  const { description, body, frontmatter, archive } = await requireSkillVersion(ctx, before, number)
  const content = { body, archive, frontmatter: frontmatter && changeFrontmatter(frontmatter, { name: before.slug, description }) }
  return toSkill(ctx, await changeSkill(ctx, before, { description, content, restored_from: number }))
})
