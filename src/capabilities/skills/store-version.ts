import { type Context, userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { contentHash, filesOf, sha256 } from './directory/skill-directory.ts'
import * as queries from './skills.queries.ts'
import type { SkillRow, StoredVersion } from './skills.queries.ts'

type Content = Pick<StoredVersion, 'body' | 'frontmatter' | 'archive'>

/** Stores a skill's content under its current revision number. Content that was taken down anywhere is refused on every path. */
export async function storeVersion(ctx: Context, skill: SkillRow, content: Content, restored_from?: number): Promise<void> {
  const { id, slug, revision, description, updated_at } = skill
  const { body, frontmatter, archive } = content
  const hash = contentHash(filesOf({ slug, description, ...content }))
  await requireNotTakenDown(ctx, hash)
  const archive_hash = archive && sha256(archive)
  if (archive) await ctx.tx.rows(queries.insertArchive, { org: ctx.org, hash: archive_hash, content: archive, now: updated_at })
  await ctx.tx.rows(queries.insertVersion, {
    org: ctx.org,
    id,
    number: revision,
    description,
    body,
    frontmatter,
    archive_hash,
    content_hash: hash,
    author: userOf(ctx),
    agent: ctx.principal.agent,
    restored_from: restored_from ?? null,
    created_at: updated_at,
  })
}

export async function requireNotTakenDown(ctx: Context, hash: string): Promise<void> {
  if (!(await ctx.tx.row(queries.takenDownContent, { hash }))) return
  throw new Refusal('conflict', 'The administrators of this instance have taken exactly this skill down. It cannot be stored or installed.')
}
