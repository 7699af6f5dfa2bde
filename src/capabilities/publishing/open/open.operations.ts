import type { Context } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { openKeys } from '../../../platform/instance-settings.ts'
import { digest } from '../../../platform/secrets.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { publicPath } from '../public-address.ts'
import * as contracts from './open.contract.ts'
import * as queries from './open.queries.ts'
import type { PostRow } from './open.queries.ts'

const shown = 20
const end = '9999-12-31T00:00:00Z'

/** Of its author, the public sees only a name and a handle. */
function toPost(ctx: Context, kind: 'post' | 'page', { slug, fields, published_at, updated_at }: PostRow) {
  const { name, description, author, category } = fields
  return {
    slug,
    title: name,
    summary: description,
    author: { name: author.name, handle: author.handle },
    category,
    url: `${ctx.services.config.APP_URL}${publicPath(kind, slug)}`,
    published_at,
    updated_at,
  }
}

async function findPosts(
  ctx: Context,
  asked: { category?: string | undefined; author?: string; limit: number; cursor?: string | undefined },
) {
  const [before, id] = decodeCursor(asked.cursor, ['time', 'id']) ?? [end, lastId]
  const rows = await ctx.tx.rows(queries.posts, { before, id, category: asked.category, author: asked.author, limit: asked.limit + 1 })
  const page = nextPage(rows, asked.limit, (row) => [row.published_at, row.item_id])
  return { ...page, items: page.items.map((row) => toPost(ctx, 'post', row)) }
}

export const listPublicPosts = implement(contracts.listPublicPosts, (ctx, input) => findPosts(ctx, input))

async function requireShown(ctx: Context, kind: 'post' | 'page', slug: string) {
  const row = (await ctx.tx.row(queries.entry, { kind, slug })) ?? (await ctx.tx.row(queries.moved, { kind, slug }))
  if (!row) throw notFound(kind, slug, 'It may have been taken down.')
  return { ...toPost(ctx, kind, row), content: row.body ?? '' }
}

export const getPublicPost = implement(contracts.getPublicPost, (ctx, { slug }) => requireShown(ctx, 'post', slug))

export const getPublicPage = implement(contracts.getPublicPage, async (ctx, { slug }) => {
  const { category: _, ...page } = await requireShown(ctx, 'page', slug)
  return page
})

export const getPreview = implement(contracts.getPreview, async (ctx, { token }) => {
  const row = await ctx.tx.row(queries.preview, { hash: digest(token), now: ctx.clock.now() })
  if (!row) throw notFound('preview', '', 'The link has expired or was replaced. Ask for a new one.')
  return row
})

export const getPublicProfile = implement(contracts.getPublicProfile, async (ctx, { handle }) => {
  const row = await ctx.tx.row(queries.profile, { handle })
  if (!row) throw notFound('public profile', handle, 'It may have been made private.')
  const { name, description, location, url, avatar, cover } = row.fields
  const own = await ctx.tx.rows(queries.ofOrganization, { org: row.org_id, limit: shown })
  const posts = await findPosts(ctx, { author: handle, limit: shown })
  return {
    handle,
    name,
    bio: description,
    location,
    website: url,
    avatar,
    cover,
    published: own.map(({ kind, slug, title, summary }) => ({ kind, title, summary, path: publicPath(kind, slug) })),
    posts: posts.items,
    published_at: row.published_at,
    updated_at: row.updated_at,
  }
})

/** Only if somebody chose to show them: a project shared without its docs gets the same answer as one that is not shared. */
export const listPublicDocs = implement(contracts.listPublicDocs, async (ctx, { team, project: name, limit, cursor }) => {
  const project = await ctx.tx.row(queries.projectWithDocs, { slug: `${team}/${name}` })
  if (!project) throw notFound('project with public docs', `${team}/${name}`, 'It may have been taken down.')
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(queries.docsOfProject, { org: project.org_id, project: project.item_id, before, limit: limit + 1 })
  const page = nextPage(rows, limit, (row) => [row.item_id])
  const items = page.items.map(({ slug, title, summary, tags, published_at, updated_at }) => {
    const url = `${ctx.services.config.APP_URL}${publicPath('note', slug)}`
    return { slug, title, summary, tags, url, published_at, updated_at }
  })
  return { ...page, items }
})

/** As held by the process. A setting's own schema says what of it is public; nothing else is returned, whatever key is asked for. */
export const getPublicSetting = implement(contracts.getPublicSetting, async ({ services }, { key }) => {
  const value = services.settings.open(key)
  if (!value) throw notFound('public setting', key, `Public are ${openKeys.join(', ')}.`)
  return { key, value }
})

export const getSitemap = implement(contracts.getSitemap, async (ctx, { part }) => {
  const files = await ctx.tx.rows(queries.sitemaps, {})
  const row = part === undefined ? null : await ctx.tx.row(queries.sitemapBody, { part })
  return { files, body: row?.body ?? null }
})
