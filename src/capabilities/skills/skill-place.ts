import { userOf, type Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { isAdmin, requireTeam } from '../organizations/teams/require-team.ts'
import { suggestSlugs } from '../suggest-slugs.ts'
import { isTaken } from './skills.queries.ts'

type Visibility = 'personal' | 'team' | 'public'

/** The team a skill is for, which the caller must be in. A team skill that names none is for the whole organization. */
export async function teamFor(ctx: Context, visibility: Visibility, name: string): Promise<string> {
  const team = await requireTeam(ctx, name)
  if (visibility !== 'team') throw new Refusal('invalid', 'Only a skill with visibility team is for a team. Leave team out.')
  if (team.role === null && !isAdmin(ctx)) throw new Refusal('forbidden', 'You are not in this team. Ask one of its leads to add you.')
  return team.id
}

interface Named {
  id: string
  slug: string
  visibility: Visibility
  owner_id: string | null
}

export const slugIsFree = async (ctx: Context, { id, slug, visibility, owner_id }: Named): Promise<boolean> =>
  !(await ctx.tx.row(isTaken, { org: ctx.org, slug, id, visibility, owner_id: owner_id ?? userOf(ctx) }))

/** Personal slugs are unique per owner, all others per organization. */
export async function requireFreeSlug(ctx: Context, skill: Named): Promise<void> {
  if (await slugIsFree(ctx, skill)) return
  const suggestion = await firstFreeSlug(ctx, skill, suggestSlugs(skill.slug))
  throw new Refusal('conflict', `A skill called \`${skill.slug}\` is here already. \`${suggestion}\` is free: use it as slug.`, {
    suggestion,
  })
}

export async function firstFreeSlug(ctx: Context, skill: Named, slugs: readonly string[]): Promise<string> {
  for (const slug of slugs) if (await slugIsFree(ctx, { ...skill, slug })) return slug
  throw new Refusal('conflict', 'No slug like this is free here. Choose another.')
}
