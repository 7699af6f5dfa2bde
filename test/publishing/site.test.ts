import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { instanceLog } from '../../src/kernel/audit.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'
import { waitFor } from '../harness/wait.ts'

let baton: Baton
let ada: Person
let bob: Person
beforeAll(async () => {
  baton = await startBaton()
  ada = await baton.administrator()
  bob = await baton.person('bob')
})
afterAll(() => baton.close())

/** Retries on 503, as a reader would. */
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  waitFor(
    `${path} to be served`,
    () => fetch(baton.url + path, { headers, redirect: 'manual' }),
    ({ status }) => status !== 503,
  )
const status = async (path: string) => (await get(path)).status
const text = async (path: string) => (await get(path)).text()
const job = (name: 'publishScheduled' | 'refreshSitemap' | 'liftSuspensions') =>
  execute(baton.node.assembly.kernel, operations.get(name) as never, system(instanceLog), {}, { door: 'worker' })

test('a draft is nobody’s but the administrators’, and published it is a page with its tags', async () => {
  const { id, slug, url } = await ada.api.createPost({
    title: 'Hello & welcome',
    summary: 'What is <new>',
    body: '# One\n\nText with **words**.',
  })
  expect([slug, url]).toEqual(['hello-welcome', null])
  expect(await status(`/blog/${slug}`)).toBe(404)
  expect((await send(baton.url, 'GET', `/api/public/posts/${slug}`)).status).toBe(404)
  const shown = await ada.api.updatePost({ id, status: 'published' })
  expect(shown.url).toBe(`${baton.config.APP_URL}/blog/hello-welcome`)
  const page = await text('/blog/hello-welcome')
  expect(page).toContain('<h1>Hello &amp; welcome</h1>')
  expect(page).toContain('<h2 id="one">One</h2>')
  expect(page).toContain(`<link rel="canonical" href="${baton.config.APP_URL}/blog/hello-welcome" />`)
  expect(page).toContain('<meta property="og:description" content="What is &lt;new&gt;" />')
  expect(page).toContain('<meta property="og:type" content="article" />')
  expect(await text('/blog')).toContain('Hello &amp; welcome')
  await ada.api.updatePost({ id, status: 'draft' })
  expect(await status(`/blog/${slug}`)).toBe(404)
})

test('a page that did not change is not sent again', async () => {
  const { slug } = await ada.api.createPage({ title: 'Imprint', body: 'Who we are', status: 'published' })
  const first = await get(`/p/pages/${slug}`)
  expect(first.headers.get('content-security-policy')).toContain("default-src 'none'")
  const etag = first.headers.get('etag') ?? ''
  expect((await get(`/p/pages/${slug}`, { 'if-none-match': etag })).status).toBe(304)
})

test('an earlier address leads to the one it has now, until something else stands there', async () => {
  const { id } = await ada.api.createPost({ title: 'First name', slug: 'first-name', status: 'published' })
  await ada.api.updatePost({ id, slug: 'second-name' })
  await ada.api.updatePost({ id, slug: 'third-name' })
  for (const old of ['first-name', 'second-name']) {
    const answer = await get(`/blog/${old}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/blog/third-name'])
  }
  await ada.api.createPost({ title: 'Another', slug: 'first-name', status: 'published' })
  expect(await status('/blog/first-name')).toBe(200)
  await ada.api.updatePost({ id, status: 'draft' })
  expect(await status('/blog/second-name')).toBe(404)
})

test('a slug that is taken is refused with one that is free', async () => {
  await ada.api.createPage({ title: 'Terms', slug: 'terms' })
  const answer = await ada.call('POST', '/api/admin/pages', { title: 'Terms', slug: 'terms' })
  expect([answer.status, answer.body.suggestion]).toEqual([409, 'terms-2'])
  expect((await ada.api.createPage({ title: 'Terms' })).slug).toBe('terms-2')
  const page = await ada.api.createPage({ title: 'Privacy' })
  expect((await ada.call('PUT', `/api/admin/posts/${page.id}`, { title: 'x' })).status).toBe(404)
})

test('a schedule lies ahead, and publishes with the date it promised', async () => {
  const at = new Date(baton.clock.now().getTime() + 3_600_000).toISOString()
  const refused = await ada.call('POST', '/api/admin/posts', { title: 'Late', status: 'scheduled', publish_at: '2020-01-01T00:00:00Z' })
  expect(refused.status).toBe(400)
  expect((await ada.call('POST', '/api/admin/posts', { title: 'When', status: 'scheduled' })).status).toBe(400)
  expect((await ada.call('POST', '/api/admin/posts', { title: 'When', publish_at: at })).status).toBe(400)
  const { id, slug } = await ada.api.createPost({ title: 'Later', status: 'scheduled', publish_at: at })
  await job('publishScheduled')
  expect(await status(`/blog/${slug}`)).toBe(404)
  baton.clock.advance(3_700_000)
  await ada.logInAgain()
  await job('publishScheduled')
  expect(await status(`/blog/${slug}`)).toBe(200)
  const entry = await ada.api.getEntry({ id })
  expect([entry.status, entry.publish_at, Date.parse(entry.published_at ?? '')]).toEqual(['published', null, Date.parse(at)])
})

test('every text it had is kept, and can be what it says again', async () => {
  const { id, slug } = await ada.api.createPost({ title: 'One', body: 'first', status: 'published' })
  await ada.api.updatePost({ id, body: 'second' })
  await ada.api.updatePost({ id, status: 'published' })
  const { items } = await ada.api.listEntryRevisions({ id })
  expect(items.map(({ number, body }) => [number, body])).toEqual([
    [2, 'second'],
    [1, 'first'],
  ])
  const back = await ada.api.restoreEntryRevision({ id, revision: 1 })
  expect([back.body, back.revision, back.slug]).toEqual(['first', 3, slug])
  expect(await text(`/blog/${slug}`)).toContain('<p>first</p>')
  expect((await ada.call('PUT', `/api/admin/posts/${id}`, { version: 1, body: 'x' })).status).toBe(412)
})

test('a private link shows a draft to whoever has it, until it is replaced, ended or over', async () => {
  const { id } = await ada.api.createPost({ title: 'Secret plan', body: 'Not **yet**' })
  const pathOf = (url: string) => new URL(url).pathname
  const first = await ada.api.createPreviewLink({ id, days: 1 })
  const page = await get(pathOf(first.url))
  expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
  expect(await page.text()).toContain('Not <strong>yet</strong>')
  const second = await ada.api.createPreviewLink({ id, days: 1 })
  expect([await status(pathOf(first.url)), await status(pathOf(second.url))]).toEqual([404, 200])
  baton.clock.advance(25 * 3_600_000)
  expect(await status(pathOf(second.url))).toBe(404)
  await ada.logInAgain()
  const third = await ada.api.createPreviewLink({ id })
  await ada.api.revokePreviewLink({ id })
  expect(await status(pathOf(third.url))).toBe(404)
  expect(JSON.stringify(await baton.look('select * from site_entries'))).not.toContain(new URL(third.url).pathname.split('/').at(-1))
})

test('what is deleted is down at once, and comes back as a draft', async () => {
  const { id, slug } = await ada.api.createPost({ title: 'Gone', status: 'published' })
  await ada.api.deletePost({ id })
  expect(await status(`/blog/${slug}`)).toBe(404)
  expect((await ada.api.listPosts({ limit: 100 })).items.map((post) => post.id)).not.toContain(id)
  const taken = await ada.api.createPost({ title: 'Gone', slug })
  const back = await ada.api.restoreEntry({ id })
  expect([back.status, back.slug]).toEqual(['draft', `${slug}-2`])
  expect(taken.slug).toBe(slug)
})

test('a category has its page; renamed it is renamed on its posts, deleted they stay', async () => {
  const { id, slug } = await ada.api.createCategory({ name: 'Releases' })
  const post = await ada.api.createPost({ title: 'Version 1', category: id, status: 'published' })
  expect(await text(`/blog/category/${slug}`)).toContain('Version 1')
  await ada.api.updateCategory({ id, name: 'Versions' })
  expect(await text(`/blog/${post.slug}`)).toContain('Versions')
  expect((await ada.api.listCategories({})).items.find((one) => one.id === id)?.posts).toBe(1)
  await ada.api.deleteCategory({ id })
  expect(await status(`/blog/category/${slug}`)).toBe(404)
  expect((await ada.api.getEntry({ id: post.id })).category).toBeNull()
  expect(await text(`/blog/${post.slug}`)).not.toContain('Versions')
})

test('feeds hold what is published, as Atom and as JSON', async () => {
  await ada.api.createPost({ title: 'In the <feed>', body: 'Text', status: 'published' })
  const atom = await get('/blog/feed.xml')
  expect(atom.headers.get('content-type')).toContain('application/atom+xml')
  const xml = await atom.text()
  expect(xml.startsWith('<?xml')).toBe(true)
  expect(xml).toContain('<title>In the &lt;feed&gt;</title>')
  const feed = (await (await get('/blog/feed.json')).json()) as { version: string; items: { title: string; content_html: string }[] }
  expect(feed.items.find(({ title }) => title === 'In the <feed>')?.content_html).toBe('<p>Text</p>')
})

test('the sitemap names what is public with its date, and nothing else', async () => {
  const { slug, id } = await ada.api.createPost({ title: 'On the map', status: 'published' })
  const draft = await ada.api.createPost({ title: 'Off the map' })
  baton.clock.advance(60_000)
  const made = await ada.api.generateSitemap({})
  expect(made.files).toBe(1)
  expect(await ada.api.generateSitemap({})).toEqual(made)
  expect(await text('/sitemap.xml')).toContain(`${baton.config.APP_URL}/sitemap-1.xml`)
  const map = await text('/sitemap-1.xml')
  expect(map).toMatch(new RegExp(`/blog/${slug}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT`))
  expect(map).toContain('/docs/mcp</loc>')
  expect(map).not.toContain(draft.slug)
  await ada.api.deletePost({ id })
  await job('refreshSitemap')
  expect(await text('/sitemap-1.xml')).not.toContain(`/blog/${slug}<`)
  expect(await text('/robots.txt')).toContain('/sitemap.xml')
  expect(await status('/sitemap-2.xml')).toBe(404)
})

test('what a setting’s schema opens is public, in force on its pages at once, and nothing else is', async () => {
  const setting = (key: string) => send(baton.url, 'GET', `/api/public/settings/${key}`)
  expect((await setting('general')).body).toMatchObject({ key: 'general', value: { name: 'Baton', language: 'en' } })
  await ada.logInAgain()
  await ada.api.updateSetting({ key: 'general', value: { name: 'Acme & sons', description: 'What we make', language: 'de' } })
  await ada.api.updateSetting({ key: 'mail', value: { from: 'Ours <ours@example.org>' } })
  expect((await setting('general')).body.value).toEqual({
    name: 'Acme & sons',
    description: 'What we make',
    language: 'de',
    support_email: null,
  })
  const blog = await text('/blog')
  expect(blog).toContain('<html lang="de">')
  expect(blog).toContain('<title>Blog · Acme &amp; sons</title>')
  expect(await text('/blog/feed.xml')).toContain('<subtitle>What we make</subtitle>')
  expect((await setting('registration')).body.value).toEqual({ mode: 'open' })
  for (const key of ['mail', 'impersonation', 'SECRET_KEY', '__proto__', 'constructor']) expect((await setting(key)).status, key).toBe(404)
  expect((await ada.call('PATCH', '/api/admin/settings/general', { value: { language: '"><script>' } })).status).toBe(400)
  await ada.api.updateSetting({ key: 'general', value: { name: 'Baton', language: 'en' } })
})

test('the role behind public paths reads no setting at all', async () => {
  const [row] = await baton.look("select has_any_column_privilege('baton_public', 'instance_settings', 'select') as reads")
  expect(row).toEqual({ reads: false })
})

test('the docs of this release are pages, Markdown and an index for agents', async () => {
  const { body } = await send(baton.url, 'GET', '/api/docs')
  expect(body.docs.length).toBeGreaterThan(20)
  expect((await send(baton.url, 'GET', '/api/docs/mcp')).body).toMatchObject({ id: 'mcp', version: body.version })
  expect((await send(baton.url, 'GET', '/api/docs/..%2fpackage')).status).toBe(404)
  expect(await text('/docs')).toContain('href="/docs/mcp"')
  const page = await text('/docs/runbook')
  expect(page).toContain('id="migrations"')
  expect(page).not.toMatch(/href="[^"/#]*\.md/)
  const plain = await get('/docs/mcp.md')
  expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(await text('/llms.txt')).toContain(`(${baton.config.APP_URL}/docs/mcp.md)`)
})

test('a profile is public by choice, follows its owner and ends with the choice', async () => {
  await bob.logInAgain()
  expect(await status('/u/bob')).toBe(404)
  await bob.api.updateProfile({ public_profile: true, bio: 'I **build** things', url: 'https://example.com' })
  expect(await text('/u/bob')).toContain('I <strong>build</strong> things')
  await bob.api.updateProfile({ name: 'Robert', handle: 'robert' })
  expect([await status('/u/bob'), await status('/u/robert')]).toEqual([404, 200])
  const profile = (await send(baton.url, 'GET', '/api/public/profiles/robert')).body
  expect(profile).toMatchObject({ name: 'Robert', website: 'https://example.com' })
  expect(JSON.stringify(profile)).not.toContain(bob.user.email)
  await bob.api.updateProfile({ public_profile: false })
  expect(await status('/u/robert')).toBe(404)
  await bob.api.updateProfile({ public_profile: true })
  await baton.look('update users set closed_at = now() where id = $1', [bob.user.id])
  expect(await status('/u/robert')).toBe(404)
})

test('a profile is down while its owner is suspended, also for searches and crawlers, and up again afterwards', async () => {
  const kim = await baton.person('kim')
  await ada.logInAgain()
  await kim.api.updateProfile({ public_profile: true, bio: 'Breeds okapis' })
  const seen = async () => {
    await job('refreshSitemap')
    const { body } = await send(baton.url, 'GET', '/api/search/public?q=okapis')
    const places = [await status('/u/kim'), (await send(baton.url, 'GET', '/api/public/profiles/kim')).status]
    return [...places, body.items.length, (await text('/sitemap-1.xml')).includes('/u/kim<')]
  }
  expect(await seen()).toEqual([200, 200, 1, true])
  await ada.api.suspendUser({ id: kim.user.id })
  expect(await seen()).toEqual([404, 404, 0, false])
  await baton.look("update users set name = 'Kim Other' where id = $1", [kim.user.id])
  expect(await status('/u/kim')).toBe(404)
  await ada.api.unsuspendUser({ id: kim.user.id })
  expect(await seen()).toEqual([200, 200, 1, true])
  const until = new Date(baton.clock.now().getTime() + 60_000).toISOString()
  await ada.api.suspendUser({ id: kim.user.id, until })
  expect(await status('/u/kim')).toBe(404)
  baton.clock.advance(61_000)
  await job('liftSuspensions')
  expect(await text('/u/kim')).toContain('Kim Other')
})

test('a published note is a page of the server with its tags, and gone when it is taken down', async () => {
  const dan = await baton.person('dan')
  const note = await dan.api.createNote({
    title: 'How we <ship>',
    content: '### First\n\nBuild it with `make` and **look**.',
    tags: ['ops'],
  })
  const { public_slug } = await dan.api.publishNote({ note: note.id })
  const path = `/p/notes/${public_slug}`
  const page = await text(path)
  expect(page).toContain('<title>How we &lt;ship&gt; · Baton</title>')
  expect(page).toContain('<meta name="description" content="Build it with make and look." />')
  expect(page).toContain(`<link rel="canonical" href="${baton.config.APP_URL}${path}" />`)
  expect(page).toContain('<meta property="og:title" content="How we &lt;ship&gt;" />')
  expect(page).toContain('<meta property="og:type" content="article" />')
  expect(page).toContain('<h2 id="first">First</h2>')
  await dan.api.unpublishNote({ note: note.id })
  expect(await status(path)).toBe(404)
})

test('the public search finds posts, docs and profiles', async () => {
  const eve = await baton.person('eve')
  await eve.api.updateProfile({ public_profile: true, bio: 'Knows about zeppelins' })
  await ada.api.createPost({ title: 'Zeppelins', body: 'They fly', status: 'published' })
  await ada.api.createPost({ title: 'Zeppelins in secret' })
  await job('refreshSitemap')
  const found = async (q: string) => {
    const { body } = await send(baton.url, 'GET', `/api/search/public?q=${encodeURIComponent(q)}`)
    return body.items.map(({ kind, slug }: { kind: string; slug: string }) => `${kind} ${slug}`)
  }
  expect((await found('zeppelins')).toSorted()).toEqual(['post zeppelins', 'profile eve'])
  expect(await found('runbook migrations')).toContain('doc runbook')
  expect(await text('/p/search?q=zeppelins')).toContain('href="/u/eve"')
})

test('names of the people who wrote something follow them', async () => {
  const zoe = await baton.person('zoe')
  const { slug } = await ada.api.createPost({ title: 'By Zoe', author: zoe.user.id, status: 'published' })
  expect(await text(`/blog/${slug}`)).toContain('Name of zoe')
  await zoe.api.updateProfile({ name: 'Zoë Other' })
  expect(await text(`/blog/${slug}`)).toContain('Zoë Other')
})
