import { userOf, type Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireCommunity } from '../require-community.ts'
import * as contracts from './community-posts.contract.ts'
import { communityPostChanged } from './community-posts.events.ts'
import * as queries from './community-posts.queries.ts'
import type { PostRow } from './community-posts.queries.ts'

/** An author with this many published posts is no longer a stranger: new posts are published at once. */
const provenBy = 2
const maxLinks = { stranger: 1, known: 5 }
/** Flags by this many people hide a post until a moderator has looked. */
const flagsThatHide = 3

function shown({ moderation_action: action, moderation_reason: reason, moderated_at: at, ...post }: PostRow) {
  return { ...post, moderation: action !== null && reason !== null && at !== null ? { action, reason, at } : null }
}

async function requirePost(ctx: Context, id: string): Promise<PostRow> {
  const post = await ctx.tx.row(queries.postById, { id, user: userOf(ctx) })
  if (!post || post.status === 'withdrawn') throw notFound('post', id, 'List them with {listCommunityPosts}.')
  return post
}

export const listCommunityPosts = implement(contracts.listCommunityPosts, async (ctx, { mine, limit, cursor }) => {
  requireCommunity(ctx)
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(queries.posts, { user: userOf(ctx), before, mine, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  return { items: items.map(shown), next_cursor }
})

export const getCommunityPost = implement(contracts.getCommunityPost, async (ctx, { id }) => {
  requireCommunity(ctx)
  const post = await requirePost(ctx, id)
  const answers = await ctx.tx.rows(queries.answersTo, { id, user: userOf(ctx) })
  return { ...shown(post), answers: answers.map(shown) }
})

export const createCommunityPost = implement(contracts.createCommunityPost, async (ctx, { title: given, body, parent }) => {
  requireCommunity(ctx)
  if (ctx.principal.credential.kind !== 'interactive') throw new Refusal('needs_person', 'Only logged-in people can post in the community.')
  const [user, now] = [userOf(ctx), ctx.clock.now()]
  if (parent === undefined && given === undefined) throw new Refusal('invalid', 'A post has a title. Give it one.')
  const title = parent === undefined ? given : undefined
  if (parent !== undefined && (await requirePost(ctx, parent)).parent_id !== null)
    throw new Refusal('invalid', 'Answer the post itself, not one of its answers.')
  const { shown: before, recent } = await ctx.tx.one(queries.historyOf, { user, since: new Date(now.getTime() - 3_600_000) })
  if (recent >= ctx.services.config.COMMUNITY_POSTS_PER_HOUR) {
    throw new Refusal('rate_limited', 'You have written a lot within an hour. Wait a while and try again.', { retry_after: 3600 })
  }
  const known = before >= provenBy || ctx.principal.administrator
  requireFewLinks(`${title ?? ''} ${body}`, known ? maxLinks.known : maxLinks.stranger)
  const id = newId()
  await ctx.tx.rows(queries.insertPost, {
    id,
    parent: parent ?? null,
    user,
    title: title ?? null,
    body,
    status: known ? 'published' : 'pending',
    now,
  })
  const post = await requirePost(ctx, id)
  ctx.emit(communityPostChanged, { post: { id, status: post.status } })
  ctx.target(id)
  return shown(post)
})

/** Counts links in any form: bare, in Markdown, or without a scheme. */
function requireFewLinks(text: string, max: number): void {
  const links =
    text.match(
      /\bhttps?:\/\/|\bwww\.|\]\((?!https?:|www\.)|\b[a-z0-9-]+\.(?:com|net|org|io|dev|ru|cn|xyz|top|info|biz|shop|site|online)\b\//gi,
    )?.length ?? 0
  if (links <= max) return
  throw new Refusal('invalid', `A post of yours may have ${max === 1 ? 'one link' : `${max} links`} for now. Leave some out.`)
}

export const withdrawCommunityPost = implement(contracts.withdrawCommunityPost, async (ctx, { id }) => {
  requireCommunity(ctx)
  const post = await requirePost(ctx, id)
  if (post.author.id !== userOf(ctx))
    throw new Refusal('forbidden', 'Only its author may take a post back. Flag it if something is wrong with it.')
  await ctx.tx.rows(queries.withdrawPost, { id, user: userOf(ctx) })
  ctx.emit(communityPostChanged, { post: { id, status: 'withdrawn' } })
  ctx.target(id)
  return { ...shown(post), status: 'withdrawn' as const, version: post.version + 1 }
})

export const flagCommunityPost = implement(contracts.flagCommunityPost, async (ctx, { id, reason }) => {
  requireCommunity(ctx)
  const post = await requirePost(ctx, id)
  if (post.author.id === userOf(ctx)) throw new Refusal('conflict', 'This post is yours. Withdraw it instead.')
  const now = ctx.clock.now()
  const flag = await ctx.tx.row(queries.insertFlag, { user: userOf(ctx), id, reason, now })
  if (flag) await ctx.tx.one(queries.countFlag, { id, moderation: newId(), threshold: flagsThatHide, now })
  ctx.target(id)
  return { id, flagged: true }
})
