import { userOf, type Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import * as contracts from './community-posts.contract.ts'
import { communityPostChanged } from './community-posts.events.ts'
import * as queries from './community-posts.queries.ts'
import type { AdminPostRow } from './community-posts.queries.ts'

async function shown(ctx: Context, rows: readonly AdminPostRow[]) {
  const ids = rows.map(({ id }) => id)
  const flags = Map.groupBy(await ctx.tx.rows(queries.flagsOf, { ids }), ({ post_id }) => post_id)
  const moderations = Map.groupBy(await ctx.tx.rows(queries.moderationsOf, { ids }), ({ post_id }) => post_id)
  return rows.map(({ flag_count: _, ...post }) => ({
    ...post,
    flags: (flags.get(post.id) ?? []).map(({ reason, created_at }) => ({ reason, created_at })),
    moderations: (moderations.get(post.id) ?? []).map(({ post_id: __, ...one }) => one),
  }))
}

export const listAllCommunityPosts = implement(contracts.listAllCommunityPosts, async (ctx, { status, flagged, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(queries.allPosts, { before, status: status ?? null, flagged: flagged ?? null, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  return { items: await shown(ctx, items), next_cursor }
})

const leadsTo = { approve: 'published', restore: 'published', hide: 'hidden', remove: 'removed' } as const
type Action = keyof typeof leadsTo | 'undo'

export const moderateCommunityPost = implement(contracts.moderateCommunityPost, (ctx, { id, action, reason, version }) =>
  moderate(ctx, id, action, reason, version),
)

export const removeCommunityPost = implement(contracts.removeCommunityPost, (ctx, { id, reason }) => moderate(ctx, id, 'remove', reason))

/** Records each moderation with who did it and why; undoing one is a moderation too, and restores the status from before it. */
async function moderate(ctx: Context, id: string, action: Action, reason: string, version?: number) {
  const post = await ctx.tx.row(queries.lockPost, { id })
  if (!post) throw notFound('post', id, 'List them with {listAllCommunityPosts}.')
  if (version !== undefined && version !== post.version) {
    throw new Refusal('stale_version', 'Someone moderated this post in the meantime. Read it again and retry.')
  }
  if (post.status === 'withdrawn') throw new Refusal('conflict', 'Its author has taken this post back. There is nothing left to moderate.')
  const [user, now] = [userOf(ctx), ctx.clock.now()]
  const last = action === 'undo' ? await ctx.tx.row(queries.lastModeration, { id }) : undefined
  if (action === 'undo' && !last) throw new Refusal('conflict', 'Nothing was done with this post that could be undone.')
  const after = last?.before ?? leadsTo[action as keyof typeof leadsTo]
  if (last) await ctx.tx.rows(queries.undoModeration, { id: last.id, user, now })
  await ctx.tx.rows(queries.setStatus, { id, status: after, now })
  await ctx.tx.rows(queries.insertModeration, { id: newId(), post: id, action, reason, user, before: post.status, after, now })
  ctx.emit(communityPostChanged, { post: { id, status: after } })
  ctx.target(id)
  const [moderated] = await shown(ctx, await ctx.tx.rows(queries.anyPost, { id }))
  if (!moderated) throw new Error('a post that was just moderated is there')
  return moderated
}
