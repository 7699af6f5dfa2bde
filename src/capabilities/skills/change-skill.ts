import { type Context, userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { changedFields } from '../changed-fields.ts'
import { publish, withdraw } from '../publishing/publish.ts'
import { requireFreeSlug } from './skill-place.ts'
import { skillDeleted, skillRestored, skillUpdated } from './skills.events.ts'
import * as queries from './skills.queries.ts'
import type { SkillRow } from './skills.queries.ts'

type Fields = Pick<SkillRow, 'slug' | 'name' | 'description' | 'tags' | 'visibility' | 'team_id' | 'deleted_at'>
type Changes = { [Field in keyof Fields]?: Fields[Field] | undefined } & { body?: string | undefined; restored_from?: number }

export function requireVersion(row: SkillRow, version: number | undefined): void {
  if (version === undefined || version === row.version) return
  throw new Refusal(
    'stale_version',
    `Somebody changed this skill in the meantime; it is at version ${row.version}. Read it again and repeat.`,
  )
}

/** Stores what really changes of a locked skill. Another text or description is a new version; old ones stay as they are. */
export async function changeSkill(ctx: Context, before: SkillRow, { body: wanted, restored_from, ...changes }: Changes): Promise<SkillRow> {
  const newest = await ctx.tx.row(queries.skillVersion, { org: ctx.org, skill: before.id, number: before.revision })
  const body = wanted ?? newest?.body ?? ''
  const changed: string[] = changedFields(before, changes)
  if (body !== newest?.body) changed.push('body')
  ctx.target(before.id)
  if (changed.length === 0) return before
  const named = Object.fromEntries(changed.filter((field) => field !== 'body').map((field) => [field, changes[field as keyof Fields]]))
  const adds = changed.includes('body') || changed.includes('description')
  const after: SkillRow = {
    ...before,
    ...named,
    revision: before.revision + (adds ? 1 : 0),
    updated_at: ctx.clock.now().toISOString(),
    version: before.version + 1,
  }
  await store(ctx, after)
  if (adds) await addVersion(ctx, after, body, restored_from)
  await publishSkill(ctx, after, body)
  announce(ctx, before, after, changed)
  return after
}

async function store(ctx: Context, skill: SkillRow): Promise<void> {
  if (!skill.deleted_at) await requireFreeSlug(ctx, skill)
  await ctx.tx.rows(queries.updateSkill, { ...skill, org: ctx.org })
}

async function addVersion(ctx: Context, skill: SkillRow, body: string, from: number | undefined): Promise<void> {
  const { id, revision, description, updated_at } = skill
  const values = {
    org: ctx.org,
    id,
    number: revision,
    description,
    body,
    author: userOf(ctx),
    agent: ctx.principal.agent,
    restored_from: from ?? null,
    created_at: updated_at,
  }
  await ctx.tx.rows(queries.insertVersion, values)
}

function announce(ctx: Context, before: SkillRow, skill: SkillRow, changed: string[]): void {
  if (skill.deleted_at) ctx.emit(skillDeleted, { skill })
  else if (before.deleted_at) ctx.emit(skillRestored, { skill })
  else ctx.emit(skillUpdated, { skill, changed })
}

/** Keeps what the public sees in step with a skill: these fields, or nothing. */
export async function publishSkill(ctx: Context, skill: SkillRow, body: string): Promise<void> {
  const { id, slug, name, description, tags, revision, version } = skill
  if (skill.visibility !== 'public' || skill.deleted_at) return withdraw(ctx, 'skill', id)
  await publish(ctx, { kind: 'skill', slug, id, fields: { slug, name, description, tags, revision, version }, body })
}
