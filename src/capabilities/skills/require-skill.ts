import type { Context, TxContext } from '../../kernel/context.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import { namesHere } from '../names-here.ts'
import { isAdmin, requireTeam } from '../organizations/teams/require-team.ts'
import { filesOf } from './directory/skill-directory.ts'
import { scanSkill } from './directory/scan-skill.ts'
import * as queries from './skills.queries.ts'
import { type SkillRow, skillVersion, type StoredVersion, type VersionRow } from './skills.queries.ts'

const maxNamed = 10

async function missing(ctx: Context, name: string): Promise<Refusal> {
  const slugs = (await skillsHere(ctx, maxNamed)).map(({ slug }) => slug)
  return notFound('skill', name, namesHere('Skills', slugs, 'Use {listSkills} to find its slug.'))
}

/** Skills of the organization and the caller's own, shared ones first. */
export const skillsHere = (ctx: TxContext, limit: number) => ctx.tx.rows(queries.skillsHere, { org: ctx.org, limit })

/** A skill of the organization that the caller may see, by slug or id. */
export async function requireSkill(ctx: Context, name: string): Promise<SkillRow> {
  const found = await ctx.tx.row(isId(name) ? queries.skillById : queries.skillBySlug, { org: ctx.org, name })
  if (!found) throw await missing(ctx, name)
  return found
}

/** A skill the caller may change, locked: as its owner or, if it is shared, also as an admin or a lead of its team. */
export async function requireOwnSkill(ctx: Context, name: string, which: 'live' | 'deleted' = 'live'): Promise<SkillRow> {
  const [byId, bySlug] = which === 'live' ? [queries.lockedById, queries.lockedBySlug] : [queries.deletedById, queries.deletedBySlug]
  const skill = await ctx.tx.row(isId(name) ? byId : bySlug, { org: ctx.org, name })
  if (!skill) throw await missing(ctx, name)
  if (skill.owner_id === ctx.principal.user || isAdmin(ctx) || (await leadsItsTeam(ctx, skill))) return skill
  throw new Refusal('forbidden', 'Only its owner, a lead of its team or an admin may change this skill. Copy it to have your own.')
}

export const takenDown = (): Refusal =>
  new Refusal('conflict', 'The administrators of this instance have taken this skill down. It can only be deleted.')

async function leadsItsTeam(ctx: Context, { team_id }: SkillRow): Promise<boolean> {
  return team_id !== null && (await requireTeam(ctx, team_id)).role === 'lead'
}

/**
 * A skill the caller may read, with its content: of their organization, or published by another. A skill that was taken down has no content, and
 * agents can't read a stranger's skill with dangerous findings unless a person has installed it.
 */
export async function requireReadableSkill(ctx: Context, name: string) {
  const byId = isId(name)
  const own = await ctx.tx.row(byId ? queries.skillById : queries.skillBySlug, { org: ctx.org, name })
  if (own) {
    if (own.taken_down_at !== null && ctx.call.brief) throw takenDown()
    const newest = await ctx.tx.one(queries.skillVersion, { org: ctx.org, skill: own.id, number: own.revision })
    const content = own.taken_down_at === null ? newest : { ...newest, body: '', frontmatter: null, archive: null }
    const files = own.taken_down_at === null ? filesOf({ ...content, slug: own.slug }) : []
    const findings = own.pinned_hash === null ? [] : scanSkill(files)
    const author = { user_id: newest.author_id, agent_id: newest.agent_id, organization: own.publisher ?? own.organization }
    return { skill: own, content, files, findings, author, foreign: false }
  }
  const found = await ctx.tx.row(byId ? queries.publishedById : queries.publishedBySlug, { org: ctx.org, name })
  if (!found) throw await missing(ctx, name)
  const { body, frontmatter, archive, ...skill } = found
  const files = filesOf({ ...found })
  const findings = scanSkill(files)
  if (ctx.call.brief && findings.some(({ severity }) => severity === 'danger')) {
    throw new Refusal(
      'needs_person',
      'A scan finds something dangerous in this public skill. A person has to look at it and install it first.',
    )
  }
  const content = { description: skill.description, body, frontmatter, archive }
  return { skill, content, files, findings, author: { user_id: null, agent_id: null, organization: skill.organization }, foreign: true }
}

export async function requireSkillVersion(ctx: Context, skill: SkillRow, number: number): Promise<VersionRow & StoredVersion> {
  const found = await ctx.tx.row(skillVersion, { org: ctx.org, skill: skill.id, number })
  if (!found) throw notFound('version of this skill', String(number), `Its newest is ${skill.revision}.`)
  return found
}
