import type { Context } from '../../kernel/context.ts'
import type { SkillRow } from './skills.queries.ts'

/** A skill as this caller reads it: where it comes from, and whose word its text is. */
export function toSkill(ctx: Context, row: SkillRow) {
  const { copied_organization: organization, copied_slug: slug, copied_revision: revision, ...skill } = row
  const trust = row.owner_id === null ? 'public' : row.owner_id === ctx.principal.user ? 'own' : 'team'
  const copied_from = organization !== null && slug !== null && revision !== null ? { organization, slug, revision } : null
  return { ...skill, source: row.visibility, trust, copied_from } as const
}
