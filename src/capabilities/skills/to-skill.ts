import type { Context } from '../../kernel/context.ts'
import { requireReadableSkill } from './require-skill.ts'
import { namedByIds, type SkillRow } from './skills.queries.ts'

/** A skill as this caller reads it, with its origin and who vouches for its text. */
export function toSkill(ctx: Context, row: SkillRow) {
  const { copied_organization: organization, copied_slug: slug, copied_revision: revision, ...others } = row
  const {
    publisher,
    source_slug,
    source_revision,
    pinned_hash,
    installed_at,
    update_available,
    taken_down_at,
    taken_down_reason,
    ...skill
  } = others
  // No matter who installed it, the text is still the publisher's.
  const trust = row.owner_id === null || pinned_hash !== null ? 'public' : row.owner_id === ctx.principal.user ? 'own' : 'team'
  const copied_from = organization !== null && slug !== null && revision !== null ? { organization, slug, revision } : null
  const installed =
    publisher !== null && source_slug !== null && source_revision !== null && pinned_hash !== null && installed_at !== null
      ? { publisher, slug: source_slug, revision: source_revision, hash: pinned_hash, installed_at, update_available }
      : null
  const taken_down = taken_down_at === null ? null : { at: taken_down_at, reason: taken_down_reason ?? '' }
  return { ...skill, source: row.visibility, trust, copied_from, installed, taken_down } as const
}

/** The ids of the named skills; the caller must be able to read each of them. */
export async function skillIdsOf(ctx: Context, names: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of new Set(names)) ids.push((await requireReadableSkill(ctx, name)).skill.id)
  return [...new Set(ids)]
}

/** Those of the given skills that the caller may read, with their names. */
export async function namedSkills(ctx: Context, ids: readonly string[]) {
  return ids.length === 0 ? [] : ctx.tx.rows(namedByIds, { org: ctx.org, ids })
}
