import { z } from 'zod'
import { Cursor, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Handle, Slug } from '../../vocabulary.contract.ts'

const anyone = { realm: 'public', permission: 'anyone', effect: 'read' } as const

const times = { published_at: Timestamp, updated_at: Timestamp }
const Author = z.object({ name: z.string(), handle: z.string() })
const Category = z.object({ slug: z.string(), name: z.string() })
const PublicPost = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  author: Author,
  category: Category.nullable(),
  url: z.string(),
  ...times,
})
const PublicPage = PublicPost.omit({ category: true }).extend({ content: z.string() })

components({ PublicPost, PublicPage })

export const listPublicPosts = contract({
  ...anyone,
  summary: 'List the posts of this instance, newest first',
  input: z.strictObject({ category: Slug.optional(), limit: Limit, cursor: Cursor.optional() }),
  output: page(PublicPost),
  http: [{ method: 'GET', path: '/api/public/posts' }],
  rehearsal: { input: { category: '$shared_category' } },
})

export const getPublicPost = contract({
  ...anyone,
  summary: 'A published post; if asked for by an earlier slug, it includes the current one',
  input: z.strictObject({ slug: Slug }),
  output: PublicPost.extend({ content: z.string() }),
  http: [{ method: 'GET', path: '/api/public/posts/:slug' }],
  rehearsal: { input: { slug: '$shared_post' } },
})

export const getPublicPage = contract({
  ...anyone,
  summary: 'A published page; if asked for by an earlier slug, it includes the current one',
  input: z.strictObject({ slug: Slug }),
  output: PublicPage,
  http: [{ method: 'GET', path: '/api/public/pages/:slug' }],
  rehearsal: { input: { slug: '$shared_page' } },
})

export const getPreview = contract({
  ...anyone,
  summary: 'What a private preview link shows',
  input: z.strictObject({ token: z.string().min(1).max(200) }),
  output: z.object({
    kind: z.enum(['page', 'post']),
    title: z.string(),
    summary: z.string(),
    content: z.string(),
    status: z.enum(['draft', 'scheduled', 'published']),
    publish_at: Timestamp.nullable(),
    author: z.string(),
    category: z.string().nullable(),
    until: Timestamp,
  }),
  http: [{ method: 'GET', path: '/api/public/previews/:token' }],
  rehearsal: { input: { token: '$preview_token' } },
})

const Shown = z.object({ kind: z.enum(['project', 'note', 'skill', 'agent']), title: z.string(), summary: z.string(), path: z.string() })

export const getPublicProfile = contract({
  ...anyone,
  summary: 'A public profile, with what the person has published',
  input: z.strictObject({ handle: Handle }),
  output: z.object({
    handle: z.string(),
    name: z.string(),
    bio: z.string(),
    location: z.string(),
    website: z.string(),
    /** File names under /files/. */
    avatar: z.string().nullable(),
    cover: z.string().nullable(),
    published: z.array(Shown),
    posts: z.array(PublicPost),
    ...times,
  }),
  http: [{ method: 'GET', path: '/api/public/profiles/:handle' }],
  rehearsal: { input: { handle: '$shared_profile' } },
})

export const listPublicDocs = contract({
  ...anyone,
  summary: 'List the published docs of a shared project, newest first',
  input: z.strictObject({ team: Handle, project: Slug, limit: Limit, cursor: Cursor.optional() }),
  output: page(
    z.object({ slug: z.string(), title: z.string(), summary: z.string(), tags: z.array(z.string()), url: z.string(), ...times }),
  ),
  http: [{ method: 'GET', path: '/api/public/docs/:team/:project' }],
  rehearsal: { input: { team: '$shared_user', project: '$shared_project' } },
})

export const getPublicSetting = contract({
  ...anyone,
  summary: 'The public part of a setting',
  input: z.strictObject({ key: z.string().min(1).max(64) }),
  output: z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }),
  http: [{ method: 'GET', path: '/api/public/settings/:key' }],
  rehearsal: { input: { key: 'general' } },
})

export const getSitemap = contract({
  ...anyone,
  summary: 'The sitemap: which files it has, or one of them',
  input: z.strictObject({ part: z.int().min(1).max(10_000).optional() }),
  output: z.object({ files: z.array(z.object({ part: z.int(), generated_at: Timestamp })), body: z.string().nullable() }),
  http: [{ method: 'GET', path: '/api/public/sitemap' }],
})
