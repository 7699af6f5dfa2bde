import type { OutputOf } from '../../../capabilities/operations.ts'
import { publicPath } from '../../../capabilities/publishing/public-address.ts'
import { renderMarkdown } from '../../../platform/markdown/markdown.ts'
import type { Rendering } from '../../../platform/markdown/render.ts'
import { Html, html } from '../../shared/html.ts'

const markdown = async (text: string, options?: Rendering): Promise<Html> =>
  html`<div class="prose">${new Html(await renderMarkdown(text, options))}</div>`

/** The date in words, so that it is unambiguous everywhere. */
function day(at: string): Html {
  const words = new Date(at).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return html`<time datetime="${at}">${words}</time>`
}

type Post = OutputOf<'getPublicPost'>
type PostName = OutputOf<'listPublicPosts'>['items'][number]

const categoryLink = ({ category }: PostName): Html | null =>
  category && html` · <a href="/blog/category/${encodeURIComponent(category.slug)}">${category.name}</a>`

export const showPost = async (post: Post): Promise<Html> =>
  html`<article>
    <h1>${post.title}</h1>
    <p class="about">${post.author.name} · ${day(post.published_at)}${categoryLink(post)}</p>
    ${await markdown(post.content)}
  </article>`

export const showPage = async ({ title, content, updated_at }: OutputOf<'getPublicPage'>): Promise<Html> =>
  html`<article>
    <h1>${title}</h1>
    ${await markdown(content)}
    <p class="about">Changed ${day(updated_at)}</p>
  </article>`

export async function showNote({ title, content, tags, published_at, updated_at }: OutputOf<'getPublicNote'>): Promise<Html> {
  const changed = updated_at.slice(0, 10) !== published_at.slice(0, 10)
  return html`<article>
    <h1>${title}</h1>
    <p class="about">
      Published ${day(published_at)}${changed && html` · changed ${day(updated_at)}`}${tags.map((tag) => html` · ${tag}`)}
    </p>
    ${content.trim() ? await markdown(content, { ofUsers: true }) : html`<p>Nothing is written yet.</p>`}
  </article>`
}

const state = { draft: 'A draft', scheduled: 'Scheduled', published: 'Published' }

export const showPreview = async ({ title, content, status, author, category, publish_at }: OutputOf<'getPreview'>): Promise<Html> =>
  html`<article>
    <p class="notice" role="note">${state[status]}${publish_at && html` for ${day(publish_at)}`}. Only people who have this link see it.</p>
    <h1>${title}</h1>
    <p class="about">${author}${category && ` · ${category}`}</p>
    ${await markdown(content)}
  </article>`

export function showPosts(title: string, about: string, { items, next_cursor }: OutputOf<'listPublicPosts'>, path: string): Html {
  return html`<h1>${title}</h1>
    <p class="about">${about}</p>
    ${items.length === 0 && html`<p>Nothing has been published yet.</p>`}
    <ul class="list">
      ${items.map(
        (post) =>
          html`<li>
            <h2><a href="${publicPath('post', post.slug)}">${post.title}</a></h2>
            <p class="about">${post.author.name} · ${day(post.published_at)}${categoryLink(post)}</p>
            ${post.summary && html`<p>${post.summary}</p>`}
          </li>`,
      )}
    </ul>
    ${next_cursor && html`<p><a href="${path}?cursor=${encodeURIComponent(next_cursor)}" rel="next">Older posts</a></p>`}`
}

const kinds = {
  project: 'Project',
  note: 'Note',
  skill: 'Skill',
  agent: 'Agent',
  doc: 'Docs',
  page: 'Page',
  post: 'Post',
  profile: 'Profile',
}

export async function showProfile(profile: OutputOf<'getPublicProfile'>): Promise<Html> {
  const { name, handle, bio, location, website, avatar, published, posts } = profile
  return html`<article class="profile">
    ${avatar && html`<img class="avatar" src="/files/${avatar}" alt="" width="96" height="96" />`}
    <h1>${name}</h1>
    <p class="about">@${handle}${location && ` · ${location}`}</p>
    ${/^https?:\/\//.test(website) && html`<p><a href="${website}" rel="nofollow ugc me noopener noreferrer">${website.replace(/^https?:\/\//, '')}</a></p>`}
    ${bio && (await markdown(bio, { ofUsers: true }))} ${published.length > 0 && html`<h2>Published</h2>`}
    <ul class="list">
      ${published.map(
        ({ kind, title, summary, path }) =>
          html`<li><a href="${path}">${title}</a> <span class="kind">${kinds[kind]}</span>${summary && html`<p>${summary}</p>`}</li>`,
      )}
    </ul>
    ${posts.length > 0 && html`<h2>Posts</h2>`}
    <ul class="list">
      ${posts.map((post) => html`<li><a href="${publicPath('post', post.slug)}">${post.title}</a> ${day(post.published_at)}</li>`)}
    </ul>
  </article>`
}

const statuses = {
  backlog: 'Backlog',
  todo: 'To do',
  in_progress: 'In progress',
  in_review: 'In review',
  complete: 'Done',
  cancelled: 'Cancelled',
}

function showProgress(counts: NonNullable<OutputOf<'getPublicProject'>['progress']>): Html {
  const all = Object.entries(counts).filter(([status]) => status !== 'cancelled')
  const total = all.reduce((sum, [, count]) => sum + count, 0)
  return html`<h2 id="progress">Progress</h2>
    <p>
      <progress max="${Math.max(total, 1)}" value="${counts.complete}" aria-label="${counts.complete} of ${total} tasks done"></progress>
      ${counts.complete} of ${total} tasks done
    </p>
    <dl class="counts">
      ${all.map(
        ([status, count]) =>
          html`<div>
            <dt>${statuses[status as keyof typeof statuses]}</dt>
            <dd>${count}</dd>
          </div>`,
      )}
    </dl>`
}

function showRoadmap(epics: NonNullable<OutputOf<'getPublicProject'>['roadmap']>): Html {
  return html`<h2 id="roadmap">Roadmap</h2>
    ${epics.length === 0 && html`<p>Nothing is planned yet.</p>`}
    <ol class="list">
      ${epics.map(
        ({ title, status, due_on, tasks }) =>
          html`<li>
            <h3>${title}</h3>
            <p class="about">
              ${statuses[status as keyof typeof statuses] ?? status} · ${tasks.complete} of ${tasks.total}
              tasks${due_on && html` · due ${day(due_on)}`}
            </p>
          </li>`,
      )}
    </ol>`
}

export async function showProject(project: OutputOf<'getPublicProject'>, docs: OutputOf<'listPublicDocs'>['items'] | null): Promise<Html> {
  const { name, description, progress, roadmap, updated_at } = project
  return html`<article>
    <h1>${name}</h1>
    <p class="about">Changed ${day(updated_at)}</p>
    ${description && (await markdown(description, { ofUsers: true }))} ${progress && showProgress(progress)}
    ${roadmap && showRoadmap(roadmap)}
    ${
      docs &&
      html`<h2 id="docs">Docs</h2>
        ${docs.length === 0 && html`<p>Nothing has been published yet.</p>`}
        <ul class="list">
          ${docs.map(({ slug, title, summary }) => html`<li><a href="${publicPath('note', slug)}">${title}</a>${summary && html`<p>${summary}</p>`}</li>`)}
        </ul>`
    }
  </article>`
}

export const showDocs = ({ version, docs }: OutputOf<'listDocs'>): Html =>
  html`<h1>Documentation</h1>
    <p class="about">
      Of Baton ${version}. Each page is there as Markdown too: add <code>.md</code>. All of them for an agent:
      <a href="/llms.txt">llms.txt</a>.
    </p>
    <ul class="list">
      ${docs.map(
        ({ id, title, summary }) =>
          html`<li>
            <h2><a href="${publicPath('doc', id)}">${title}</a></h2>
            <p>${summary}</p>
          </li>`,
      )}
    </ul>`

export async function showDoc({ id, title, version, content }: OutputOf<'getDoc'>, documents: Record<string, string>): Promise<Html> {
  return html`<article>
    <h1>${title}</h1>
    <p class="about"><a href="/docs">Documentation</a> of Baton ${version} · <a href="${publicPath('doc', id)}.md">Markdown</a></p>
    ${await markdown(content.replace(/^# .+$/m, ''), { documents })}
  </article>`
}

function highlighted({ text, marks }: OutputOf<'searchPublic'>['items'][number]['snippet']): Html {
  const pieces = marks.map(
    ({ start, end }, at) => html`${text.slice(marks[at - 1]?.end ?? 0, start)}<mark>${text.slice(start, end)}</mark>`,
  )
  return html`${pieces}${text.slice(marks.at(-1)?.end ?? 0)}`
}

export function showSearch(q: string, found: OutputOf<'searchPublic'> | null): Html {
  return html`<h1>Search</h1>
    <form action="/p/search" method="get" role="search" class="search">
      <label for="q">Posts, pages, docs, projects, notes, skills, agents and profiles</label>
      <input id="q" name="q" type="search" value="${q}" maxlength="200" required />
      <button type="submit">Search</button>
    </form>
    ${found && html`<p class="about" role="status">${found.items.length === 0 ? 'Nothing public matches.' : `${found.items.length} found`}</p>`}
    <ul class="list">
      ${found?.items.map(
        ({ kind, slug, title, snippet }) =>
          html`<li>
            <a href="${publicPath(kind, slug)}">${title}</a> <span class="kind">${kinds[kind]}</span>
            <p>${highlighted(snippet)}</p>
          </li>`,
      )}
    </ul>`
}

export const showNothing = html`<h1>Page not found</h1>
  <p>It may have been unpublished, or the address may be mistyped. <a href="/p/search">Search</a> finds what is public.</p>`
