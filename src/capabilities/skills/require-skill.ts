import type { Context } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import { namesHere } from '../names-here.ts'
import { isAdmin, requireTeam } from '../teams/require-team.ts'
import * as queries from './skills.queries.ts'
import type { SkillRow } from './skills.queries.ts'

const mostNamed = 10

async function missing(ctx: Context, name: string): Promise<Refusal> {
  const slugs = (await skillsHere(ctx, mostNamed)).map(({ slug }) => slug)
  return notFound('skill', name, namesHere('Skills', slugs, 'Use list_skills to find its slug.'))
}

/** Skills of the organization and the caller's own, shared ones first. */
export const skillsHere = (ctx: Context, limit: number) => ctx.tx.rows(queries.skillsHere, [ctx.org, limit])

/** A skill of the organization that the caller may see, by slug or id. */
export async function requireSkill(ctx: Context, name: string): Promise<SkillRow> {
  const found = await ctx.tx.row(isId(name) ? queries.skillById : queries.skillBySlug, [ctx.org, name])
  if (!found) throw await missing(ctx, name)
  return found
}

/** One that the caller may change, locked: its owner, and for a shared one also admins and the leads of its team. */
export async function requireOwnSkill(ctx: Context, name: string, which: 'live' | 'deleted' = 'live'): Promise<SkillRow> {
  const [byId, bySlug] = which === 'live' ? [queries.lockedById, queries.lockedBySlug] : [queries.deletedById, queries.deletedBySlug]
  const skill = await ctx.tx.row(isId(name) ? byId : bySlug, [ctx.org, name])
  if (!skill) throw await missing(ctx, name)
  if (skill.owner_id === ctx.principal.user || isAdmin(ctx) || (await leadsItsTeam(ctx, skill))) return skill
  throw new Refusal('forbidden', 'Only its owner, a lead of its team or an admin may change this skill. Copy it to have one of your own.')
}

async function leadsItsTeam(ctx: Context, { team_id }: SkillRow): Promise<boolean> {
  return team_id !== null && (await requireTeam(ctx, team_id)).role === 'lead'
}

/** A skill the caller may read with its text: of their organization, or published by another. */
export async function requireReadableSkill(ctx: Context, name: string) {
  const byId = isId(name)
  const own = await ctx.tx.row(byId ? queries.skillById : queries.skillBySlug, [ctx.org, name])
  if (own) {
    const newest = await ctx.tx.row(queries.skillVersion, [ctx.org, own.id, own.revision])
    if (!newest) throw new Error('a skill has lost its newest version')
    const author = { user_id: newest.author_id, agent_id: newest.agent_id, organization: own.organization }
    return { skill: own, body: newest.body, author }
  }
  const found = await ctx.tx.row(byId ? queries.publishedById : queries.publishedBySlug, [ctx.org, name])
  if (!found) throw await missing(ctx, name)
  const { body, ...skill } = found
  return { skill, body, author: { user_id: null, agent_id: null, organization: skill.organization } }
}
