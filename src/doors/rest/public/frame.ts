import { html, type Html } from '../../shared/html.ts'

/** What every public page says about the instance. */
export interface Site {
  origin: string
  name: string
  description: string
  language: string
}

export interface Described {
  title: string
  description: string
  /** Its canonical path on this instance. */
  path: string
  type?: 'website' | 'article' | 'profile'
  published_at?: string
  updated_at?: string
  author?: string | undefined
  image?: string | null
  /** Hidden from search engines: previews and missing pages. */
  hidden?: true
  /** The path of the same content as Markdown, for programs. */
  markdown?: string
}

/** No scripts at all, and images only from this instance. */
export const publicPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const meta = (property: string, content: string | undefined): Html | false =>
  !!content && html`<meta property="${property}" content="${content}" />`

function head(site: Site, page: Described): Html {
  const { title, description, path, type = 'website', hidden, markdown, image } = page
  const address = `${site.origin}${path}`
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title === site.name ? title : `${title} · ${site.name}`}</title>
    <meta name="description" content="${description}" />
    ${hidden ? html`<meta name="robots" content="noindex" />` : html`<link rel="canonical" href="${address}" />`} ${meta('og:title', title)}
    ${meta('og:description', description)} ${meta('og:type', type)} ${meta('og:site_name', site.name)} ${!hidden && meta('og:url', address)}
    ${image && meta('og:image', `${site.origin}/files/${image}`)}
    ${meta('article:published_time', type === 'article' ? page.published_at : undefined)}
    ${meta('article:modified_time', type === 'article' ? page.updated_at : undefined)}
    ${meta('article:author', type === 'article' ? page.author : undefined)}
    <meta name="twitter:card" content="summary" />
    ${markdown && html`<link rel="alternate" type="text/markdown" href="${markdown}" />`}
    <link rel="alternate" type="application/atom+xml" title="${site.name}" href="/blog/feed.xml" />
    <link rel="alternate" type="application/feed+json" title="${site.name}" href="/blog/feed.json" />
    <link rel="icon" href="/pages/icon.svg" />
    <link rel="stylesheet" href="/pages/pages.css" />
    <link rel="stylesheet" href="/pages/public.css" />`
}

/** A public page that is complete without scripts. */
export function frame(site: Site, page: Described, content: Html): string {
  return html`<!doctype html>
    <html lang="${site.language}">
      <head>
        ${head(site, page)}
      </head>
      <body class="public">
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <a class="brand" href="/blog"><img src="/pages/icon.svg" alt="" width="24" height="24" />${site.name}</a>
          <nav aria-label="Site">
            <a href="/blog">Blog</a> <a href="/docs">Docs</a> <a href="/p/search">Search</a> <a href="/">Log in</a>
          </nav>
        </header>
        <main id="content">${content}</main>
        <footer><a href="/blog/feed.xml">Feed</a> <a href="/llms.txt">llms.txt</a> <a href="/api/reference">API</a></footer>
      </body>
    </html>`.text
}
