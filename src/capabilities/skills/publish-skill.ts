import type { Context } from '../../kernel/context.ts'
import { publish, withdraw } from '../publishing/publish.ts'
import type { SkillRow } from './skills.queries.ts'

/** Keeps what the public sees in step with a skill: these fields, or nothing. */
export async function publishSkill(ctx: Context, skill: SkillRow, body: string): Promise<void> {
  const { id, slug, name, description, tags, revision, version } = skill
  if (skill.visibility !== 'public' || skill.deleted_at) return withdraw(ctx, 'skill', id)
  await publish(ctx, { kind: 'skill', slug, id, fields: { slug, name, description, tags, revision, version }, body })
}
