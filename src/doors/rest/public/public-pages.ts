import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InputOf, OperationName, Operations, OutputOf } from '../../../capabilities/operations.ts'
import { publicPath } from '../../../capabilities/publishing/public-address.ts'
import { nobody } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import { renderMarkdown } from '../../../platform/markdown/markdown.ts'
import { firstWords } from '../../../platform/markdown/plain-text.ts'
import type { Html } from '../../shared/html.ts'
import { callOf } from '../caller.ts'
import { sendFile, staticFile, type StaticFile } from '../static-file.ts'
import { atomFeed, jsonFeed, llmsText, robots, sitemapIndex, type Posts } from './feeds.ts'
import { frame, publicPolicy, type Described, type Site } from './frame.ts'
import * as views from './views.ts'

interface Deps {
  kernel: Kernel
  operations: Operations
}

const [page, xml, plain] = ['text/html; charset=utf-8', 'application/xml; charset=utf-8', 'text/plain; charset=utf-8']
const inFeed = 20
const inDescription = 200

/** All of these are public: read by operations of the realm `public`, rendered as pages without scripts, revalidated by ETag. */
export const publicRoutes = [
  '/blog',
  '/blog/feed.xml',
  '/blog/feed.json',
  '/blog/category/:slug',
  '/blog/:slug',
  '/docs',
  '/docs/:id',
  '/llms.txt',
  '/sitemap.xml',
  '/sitemap-:part(^\\d{1,5}).xml',
  '/robots.txt',
  '/u/:handle',
  '/p/pages/:slug',
  '/p/notes/:slug',
  '/p/projects/:user/:slug',
  '/p/preview/:token',
  '/p/search',
] as const

type Params = Record<'slug' | 'id' | 'handle' | 'user' | 'token' | 'part', string>
type Answer = (request: FastifyRequest, reply: FastifyReply, params: Params, query: Record<string, unknown>) => Promise<FastifyReply>

export function mountPublicPages(app: FastifyInstance, deps: Deps): void {
  const pages = new PublicPages(deps)
  for (const path of publicRoutes) {
    const answer = pages.answers[path]
    app.get(path, (request, reply) =>
      answer(request, reply, request.params as Params, request.query as Record<string, unknown>).catch((error: unknown) =>
        // Private things, missing things and malformed names get the same response.
        error instanceof Refusal && (error.code === 'not_found' || error.code === 'invalid')
          ? pages.nothing(request, reply)
          : Promise.reject(error),
      ),
    )
  }
}

class PublicPages {
  readonly #deps: Deps
  readonly #docs = new Map<string, StaticFile>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  #ask<Name extends OperationName>(request: FastifyRequest, name: Name, input: InputOf<Name>): Promise<OutputOf<Name>> {
    const { kernel, operations } = this.#deps
    return execute(kernel, operations.get(name) as never, nobody, input as never, { ...callOf(request), idempotencyKey: undefined })
  }

  /** How the instance presents itself. */
  get #site(): Site {
    const { config, settings } = this.#deps.kernel.services
    const { name, description, language } = settings.get('general')
    return { origin: config.APP_URL, name, description, language }
  }

  #send(request: FastifyRequest, reply: FastifyReply, type: string, body: string | StaticFile): FastifyReply {
    reply.header('cache-control', 'no-cache')
    if (type === page) reply.header('content-security-policy', publicPolicy)
    return sendFile(request, reply, typeof body === 'string' ? staticFile(type, () => body) : body)
  }

  #show(request: FastifyRequest, reply: FastifyReply, described: Described, content: Html): FastifyReply {
    return this.#send(request, reply, page, frame(this.#site, described, content))
  }

  nothing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const described = { title: 'Page not found', description: '', path: '', hidden: true } as const
    return this.#show(request, reply.code(404), described, views.showNothing)
  }

  /** An earlier slug redirects permanently, so that links and search engines follow. */
  async #entry(request: FastifyRequest, reply: FastifyReply, kind: 'post' | 'page', slug: string): Promise<FastifyReply> {
    const post = kind === 'post' ? await this.#ask(request, 'getPublicPost', { slug }) : null
    const found = post ?? (await this.#ask(request, 'getPublicPage', { slug }))
    const path = publicPath(kind, found.slug)
    if (found.slug !== slug) return reply.redirect(path, 301)
    const { title, summary, author, published_at, updated_at } = found
    const described = { title, description: summary, path, type: 'article', author: author.name, published_at, updated_at } as const
    return this.#show(request, reply, described, await (post ? views.showPost(post) : views.showPage(found)))
  }

  async #postsInFeed(request: FastifyRequest): Promise<Posts> {
    const { items } = await this.#ask(request, 'listPublicPosts', { limit: inFeed })
    return Promise.all(
      items.map(async ({ slug }) => {
        const post = await this.#ask(request, 'getPublicPost', { slug })
        return { ...post, rendered: await renderMarkdown(post.content) }
      }),
    )
  }

  async #list(request: FastifyRequest, reply: FastifyReply, path: string, category?: string): Promise<FastifyReply> {
    const { cursor } = request.query as { cursor?: string }
    const site = this.#site
    const posts = await this.#ask(request, 'listPublicPosts', { category, limit: inFeed, cursor })
    const name = posts.items[0]?.category?.name
    if (category && !name) return this.nothing(request, reply)
    const title = category ? (name ?? '') : 'Blog'
    return this.#show(request, reply, { title, description: site.description, path }, views.showPosts(title, site.description, posts, path))
  }

  async #doc(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    if (name.endsWith('.md')) {
      const { content } = await this.#ask(request, 'getDoc', { id: name.slice(0, -3) })
      return this.#send(request, reply, 'text/markdown; charset=utf-8', content)
    }
    const site = this.#site
    const key = `${name} ${site.name} ${site.description} ${site.language}`
    const known = this.#docs.get(key)
    if (known) return this.#send(request, reply, page, known)
    const [doc, { docs }] = await Promise.all([this.#ask(request, 'getDoc', { id: name }), this.#ask(request, 'listDocs', {})])
    const path = publicPath('doc', name)
    const described = { title: doc.title, description: doc.summary, path, type: 'article', markdown: `${path}.md` } as const
    const documents = Object.fromEntries(docs.map(({ id }) => [id, publicPath('doc', id)]))
    const content = await views.showDoc(doc, documents)
    const file = staticFile(page, () => frame(site, described, content))
    this.#docs.set(key, file)
    return this.#send(request, reply, page, file)
  }

  readonly answers: Record<(typeof publicRoutes)[number], Answer> = {
    '/blog': (request, reply) => this.#list(request, reply, '/blog'),
    '/blog/category/:slug': (request, reply, { slug }) => this.#list(request, reply, `/blog/category/${encodeURIComponent(slug)}`, slug),
    '/blog/:slug': (request, reply, { slug }) => this.#entry(request, reply, 'post', slug),
    '/p/pages/:slug': (request, reply, { slug }) => this.#entry(request, reply, 'page', slug),
    '/blog/feed.xml': async (request, reply) =>
      this.#send(request, reply, 'application/atom+xml; charset=utf-8', atomFeed(this.#site, await this.#postsInFeed(request))),
    '/blog/feed.json': async (request, reply) =>
      this.#send(request, reply, 'application/feed+json; charset=utf-8', jsonFeed(this.#site, await this.#postsInFeed(request))),
    '/docs': async (request, reply) => {
      const description = 'How to run Baton, connect agents to it and build on it.'
      return this.#show(
        request,
        reply,
        { title: 'Documentation', description, path: '/docs' },
        views.showDocs(await this.#ask(request, 'listDocs', {})),
      )
    },
    '/docs/:id': (request, reply, { id }) => this.#doc(request, reply, id),
    '/llms.txt': async (request, reply) =>
      this.#send(request, reply, plain, llmsText(this.#site, await this.#ask(request, 'listDocs', {}))),
    '/robots.txt': async (request, reply) => this.#send(request, reply, plain, robots(this.#site)),
    '/sitemap.xml': async (request, reply) => {
      const { files } = await this.#ask(request, 'getSitemap', {})
      return this.#send(request, reply, xml, sitemapIndex(this.#site, files))
    },
    '/sitemap-:part(^\\d{1,5}).xml': async (request, reply, { part }) => {
      const { body } = await this.#ask(request, 'getSitemap', { part: Number(part) })
      return body === null ? this.nothing(request, reply) : this.#send(request, reply, xml, body)
    },
    '/u/:handle': async (request, reply, { handle }) => {
      const profile = await this.#ask(request, 'getPublicProfile', { handle })
      const { name, bio, avatar } = profile
      const described = {
        title: name,
        description: bio.slice(0, 200),
        path: publicPath('profile', handle),
        type: 'profile',
        image: avatar,
      } as const
      return this.#show(request, reply, described, await views.showProfile(profile))
    },
    '/p/notes/:slug': async (request, reply, { slug }) => {
      const note = await this.#ask(request, 'getPublicNote', { slug })
      const { title, content, published_at, updated_at } = note
      const path = publicPath('note', slug)
      const described = { title, description: firstWords(content, inDescription), path, type: 'article', published_at, updated_at } as const
      return this.#show(request, reply, described, await views.showNote(note))
    },
    '/p/projects/:user/:slug': async (request, reply, { user, slug }) => {
      const project = await this.#ask(request, 'getPublicProject', { user, project: slug })
      const docs = project.parts.includes('docs') ? await this.#ask(request, 'listPublicDocs', { team: user, project: slug }) : null
      const described = {
        title: project.name,
        description: project.description.slice(0, 200),
        path: publicPath('project', `${user}/${slug}`),
      }
      return this.#show(request, reply, described, await views.showProject(project, docs?.items ?? null))
    },
    '/p/preview/:token': async (request, reply, { token }) => {
      const preview = await this.#ask(request, 'getPreview', { token })
      const described = { title: preview.title, description: preview.summary, path: '', hidden: true } as const
      return this.#show(request, reply.header('x-robots-tag', 'noindex'), described, await views.showPreview(preview))
    },
    '/p/search': async (request, reply, _, { q }) => {
      const words =
        typeof q === 'string'
          ? q
              .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
              .trim()
              .slice(0, 200)
              .toWellFormed()
          : ''
      const found = words ? await this.#ask(request, 'searchPublic', { q: words }) : null
      const described = { title: 'Search', description: 'Search what is public here.', path: '/p/search' }
      return this.#show(request, reply, described, views.showSearch(words, found))
    },
  }
}
