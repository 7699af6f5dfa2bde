import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { systemDocs } from '../../../platform/system-docs.ts'
import { publicPath } from '../public-address.ts'
import * as contracts from './sitemap.contract.ts'
import * as queries from './sitemap.queries.ts'

/** Crawlers accept fifty thousand addresses per file. */
const perFile = 50_000
/** A request within this time gets the sitemap that was just generated. */
const fresh = 5_000

interface Address {
  path: string
  at: string | null
}

export const generateSitemap = implement(contracts.generateSitemap, async (ctx) => {
  const url = `${ctx.services.config.APP_URL}/sitemap.xml`
  const last = await ctx.tx.one(queries.lastSitemap, {})
  if (last.generated_at && ctx.clock.now().getTime() - Date.parse(last.generated_at) < fresh)
    return { url, ...last, generated_at: last.generated_at }
  return generate(ctx)
})

export const refreshSitemap = implement(contracts.refreshSitemap, (ctx) => generate(ctx))

async function generate(ctx: Context) {
  const { APP_URL } = ctx.services.config
  const now = ctx.clock.now().toISOString()
  await showDocs(ctx)
  const own: Address[] = ['/blog', '/docs'].map((path) => ({ path, at: null }))
  let [part, total] = [0, 0]
  let place = { kind: '', slug: '' }
  for (let more = true; more;) {
    const room = perFile - (part === 0 ? own.length : 0)
    const rows = await ctx.tx.rows(queries.publishedAfter, { ...place, limit: room })
    const found = rows.map(({ kind, slug, updated_at }) => ({ path: publicPath(kind, slug), at: updated_at }))
    const addresses: Address[] = part === 0 ? [...own, ...found] : found
    more = rows.length === room
    place = rows.at(-1) ?? place
    if (addresses.length === 0) break
    part++
    total += addresses.length
    const newest = rows.reduce<string | null>((latest, { updated_at }) => (latest && latest > updated_at ? latest : updated_at), null)
    await ctx.tx.rows(queries.putSitemap, { part, body: write(APP_URL, addresses), addresses: addresses.length, newest, now })
  }
  await ctx.tx.rows(queries.dropSitemaps, { part })
  return { url: `${APP_URL}/sitemap.xml`, addresses: total, files: part, generated_at: now }
}

/** The docs that come with this release are public like what was written here: searchable, and listed in the sitemap. */
async function showDocs(ctx: Context): Promise<void> {
  const docs = systemDocs()
  const ids = docs.map(({ id }) => id)
  await ctx.tx.rows(queries.showDocs, {
    ids,
    titles: docs.map(({ title }) => title),
    summaries: docs.map(({ summary }) => summary),
    contents: docs.map(({ content }) => content),
    now: ctx.clock.now(),
  })
  await ctx.tx.rows(queries.hideDocs, { ids })
}

/** Paths are URL-encoded, so only the ampersand needs escaping. */
function write(origin: string, addresses: readonly Address[]): string {
  const lines = addresses.map(({ path, at }) => {
    const changed = at ? `<lastmod>${at.slice(0, 19)}Z</lastmod>` : ''
    return `<url><loc>${`${origin}${path}`.replaceAll('&', '&amp;')}</loc>${changed}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`
}
