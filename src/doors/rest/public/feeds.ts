import type { OutputOf } from '../../../capabilities/operations.ts'
import { html } from '../../shared/html.ts'
import type { Site } from './frame.ts'

/** Posts with their content as HTML. */
export type Posts = (OutputOf<'getPublicPost'> & { rendered: string })[]

const newest = (posts: Posts): string =>
  posts.reduce((latest, { updated_at }) => (latest > updated_at ? latest : updated_at), '1970-01-01T00:00:00Z')

/** RFC 4287. */
export const atomFeed = (site: Site, posts: Posts): string =>
  html`<?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom">
      <id>${site.origin}/blog</id>
      <title>${site.name}</title>
      <subtitle>${site.description}</subtitle>
      <updated>${newest(posts)}</updated>
      <link rel="self" type="application/atom+xml" href="${site.origin}/blog/feed.xml" />
      <link rel="alternate" type="text/html" href="${site.origin}/blog" />
      ${posts.map(
        (post) =>
          html`<entry>
            <id>${post.url}</id>
            <title>${post.title}</title>
            <link rel="alternate" type="text/html" href="${post.url}" />
            <published>${post.published_at}</published>
            <updated>${post.updated_at}</updated>
            <author><name>${post.author.name}</name></author>
            ${post.category && html`<category term="${post.category.slug}" label="${post.category.name}" />`}
            <summary>${post.summary}</summary>
            <content type="html">${post.rendered}</content>
          </entry>`,
      )}
    </feed>`.text

/** JSON Feed 1.1. */
export const jsonFeed = (site: Site, posts: Posts): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: site.name,
    description: site.description,
    language: site.language,
    home_page_url: `${site.origin}/blog`,
    feed_url: `${site.origin}/blog/feed.json`,
    items: posts.map(({ url, title, summary, rendered, author, category, published_at, updated_at }) => ({
      id: url,
      url,
      title,
      summary,
      content_html: rendered,
      date_published: published_at,
      date_modified: updated_at,
      authors: [{ name: author.name }],
      ...(category && { tags: [category.name] }),
    })),
  })

/** An index of the documentation in the format that models look for (llmstxt.org). */
export const llmsText = (site: Site, { version, docs }: OutputOf<'listDocs'>): string =>
  [
    `# ${site.name}`,
    '',
    `> ${site.description}`,
    '',
    `Documentation of Baton ${version}.`,
    '',
    '## Docs',
    '',
    ...docs.map(({ title, summary, url }) => `- [${title}](${url}.md): ${summary}`),
    '',
    '## Optional',
    '',
    `- [OpenAPI](${site.origin}/api/openapi.json): the web API`,
    `- [Posts](${site.origin}/blog/feed.json): what is new`,
    '',
  ].join('\n')

export const sitemapIndex = (site: Site, files: OutputOf<'getSitemap'>['files']): string =>
  html`<?xml version="1.0" encoding="UTF-8"?>
    <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      ${files.map(({ part, generated_at }) => html`<sitemap><loc>${site.origin}/sitemap-${part}.xml</loc><lastmod>${generated_at}</lastmod></sitemap>`)}
    </sitemapindex>`.text

export const robots = (site: Site): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /p/preview/\nAllow: /\nSitemap: ${site.origin}/sitemap.xml\n`
