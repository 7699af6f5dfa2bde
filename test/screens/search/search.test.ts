import { afterAll, beforeAll, expect, test } from 'vitest'
import { pending, storeVectors } from '../../../src/capabilities/screens/search/search.queries.ts'
import { send } from '../../harness/person.ts'
import { runJob } from '../../memory/worker-runs.ts'
import { openScene, search, suggest, telling, titles, type SearchScene } from './scene.ts'

let scene: SearchScene
const made: Record<string, any> = {}

beforeAll(async () => {
  scene = await openScene()
  const { owner } = scene
  const add = async (name: string, path: string, fields: object) => void (made[name] = await owner.do('POST', path, fields))
  const web = { project: 'web' }
  await add('login', '/api/tasks', {
    ...web,
    title: 'Login fails on Safari',
    description: 'The session cookie is dropped after a redirect.',
  })
  await add('invoice', '/api/tasks', { ...web, title: 'Invoices as PDF', description: 'Customers download invoices every month.' })
  await add('cookie', '/api/notes', { ...web, title: 'Cookie policy', content: 'Which cookies we set, and why the session one is strict.' })
  await add('spec', '/api/specs', { ...web, title: 'Checkout flow', body: 'Payment by card, then a receipt by mail.' })
  await add('decision', '/api/decisions', { ...web, title: 'Use PostgreSQL', rationale: 'One engine holds rows, jobs and vectors.' })
  await add('feature', '/api/features', { ...web, title: 'Gift cards', description: 'Buy one, redeem it at checkout.' })
  await add('skill', '/api/skills', {
    name: 'Release notes',
    description: 'How to write them',
    body: 'Begin with what changed for users.',
    visibility: 'team',
  })
  await add('agent', '/api/agents', { name: 'Reviewer', description: 'Reads pull requests' })
  await add('memory', '/api/memories', { ...web, content: 'The payment provider rejects cards from the sandbox on Sundays.' })
  await owner.do('POST', `/api/tasks/${made['invoice'].key}/comments`, { body: 'The typeface Garamond must be embedded for the printer.' })
})
afterAll(() => scene.baton.close())

test('every kind of thing is found by its words, and a hit says what it is, where, and why', async () => {
  const { owner } = scene
  const cases: [string, string, string][] = [
    ['redirect drops session', 'task', made['login'].id],
    ['strict cookies', 'note', made['cookie'].id],
    ['receipt', 'spec', made['spec'].id],
    ['one engine', 'decision', made['decision'].id],
    ['redeem', 'feature', made['feature'].id],
    ['what changed for users', 'skill', made['skill'].id],
    ['pull requests', 'agent', made['agent'].id],
    ['sandbox sundays', 'memory', made['memory'].id],
    ['web shop', 'project', (await owner.do('GET', '/api/projects/web')).id],
  ]
  for (const [q, kind, id] of cases) expect((await search(owner, q)).items[0], q).toMatchObject({ kind, id })
  const [hit] = (await search(owner, 'redirect drops session')).items
  expect(hit).toMatchObject({ ref: made['login'].key, title: 'Login fails on Safari', project: { slug: 'web' }, comment_id: null })
  expect(hit.why).toEqual({ exact: false, words: ['redirect', 'drops', 'session'], meaning: null })
  const marked = hit.snippet.marks.map(({ start, end }: any) => hit.snippet.text.slice(start, end))
  expect(marked).toEqual(['session', 'dropped', 'redirect'])
})

test('a comment leads to its item, and the snippet is the comment', async () => {
  const { items } = await search(scene.owner, 'garamond invoices')
  expect(items[0]).toMatchObject({
    kind: 'task',
    id: made['invoice'].id,
    comment_id: expect.any(String),
    why: { words: ['garamond', 'invoices'] },
  })
  expect(items[0].snippet.text).toContain('Garamond')
  expect(items.filter((item: any) => item.id === made['invoice'].id)).toHaveLength(1)
})

test('a key puts its thing first, whatever else the question holds', async () => {
  const { owner } = scene
  for (const name of ['login', 'spec', 'decision', 'feature']) {
    const ref = made[name].ref ?? made[name].key
    for (const q of [ref, ref.toLowerCase(), `cookie session checkout ${ref}`]) {
      expect((await search(owner, q)).items[0], q).toMatchObject({ ref, why: { exact: true } })
    }
  }
})

test('a quoted phrase must stand in a hit word for word', async () => {
  expect(titles(await search(scene.owner, '"session cookie"'))).toEqual(['Login fails on Safari'])
  expect(titles(await search(scene.owner, '"cookie session"'))).toEqual([])
})

test('kinds and project narrow the hits; the counts by kind tell what else there is', async () => {
  const all = await search(scene.owner, 'checkout session payment')
  expect(all.facets).toEqual(
    expect.arrayContaining([
      { kind: 'task', count: 1 },
      { kind: 'spec', count: 1 },
      { kind: 'memory', count: 1 },
    ]),
  )
  const specs = await search(scene.owner, 'checkout session payment', '&kinds=spec')
  expect(titles(specs)).toEqual(['Checkout flow'])
  expect(specs.facets).toEqual(expect.arrayContaining([{ kind: 'task', count: 1 }]))
  expect(titles(await search(scene.owner, 'checkout session payment', '&project=secret'))).toEqual([])
  expect((await scene.owner.call('GET', '/api/search?q=x&project=nowhere')).status).toBe(404)
})

test('pages follow one another without gap or repetition', async () => {
  const q = 'session checkout payment cookie invoices'
  const whole = titles(await search(scene.owner, q))
  const pages: string[] = []
  let cursor = ''
  do {
    const page = await search(scene.owner, q, `&limit=2${cursor}`)
    pages.push(...titles(page))
    cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : ''
  } while (cursor)
  expect(pages).toEqual(whole)
  expect(whole.length).toBeGreaterThan(3)
})

test('suggestions follow the typing: keys, titles, the last word half typed; without text what one last worked on', async () => {
  const { owner } = scene
  expect((await suggest(owner, made['login'].key.slice(0, -1))).items.length).toBeGreaterThan(0)
  expect((await suggest(owner, made['login'].key)).items[0]).toMatchObject({ ref: made['login'].key })
  expect(titles(await suggest(owner, 'invo'))[0]).toBe('Invoices as PDF')
  expect(titles(await suggest(owner, 'safari lo'))).toContain('Login fails on Safari')
  expect(titles(await suggest(owner, 'poli', '&kinds=note'))).toEqual(['Cookie policy'])
  await owner.do('PATCH', `/api/notes/${made['cookie'].id}`, { pinned: true })
  expect(titles(await suggest(owner, ''))[0]).toBe('Cookie policy')
})

test('without a language model the answer is left open, with the passages and what to do', async () => {
  const found = await scene.owner.do('POST', '/api/search/ai', { q: 'Why do people have to log in again on Safari?' })
  expect(found).toMatchObject({ answer: null, answer_note: expect.stringContaining('language model') })
  expect(found.items[0]).toMatchObject({ id: made['login'].id })
})

test('once embedded, things are found by their meaning, and comments bring their item', async () => {
  const { baton, owner, org } = scene
  await runJob(baton, 'adoptEmbeddingModel')
  expect(await runJob(baton, 'queueDocumentEmbeddings')).toEqual({ organizations: 1 })
  expect((await runJob(baton, 'embedDocuments', org)).embedded).toBeGreaterThan(8)
  expect((await runJob(baton, 'embedDocuments', org)).embedded).toBe(0)
  expect(await runJob(baton, 'queueDocumentEmbeddings')).toEqual({ organizations: 0 })
  const found = await search(owner, 'browser signs me out')
  expect(found).toMatchObject({ mode: 'hybrid', found: 'unsure', note: expect.stringContaining('closest') })
  expect(found.items[0]).toMatchObject({ id: made['login'].id, confidence: 'unsure', why: { words: [] } })
  expect(found.items[0].why.meaning).toBeGreaterThan(0.3)
  await owner.do('PATCH', `/api/tasks/${made['login'].key}`, { description: 'Elephants roam the savanna.' })
  expect((await runJob(baton, 'embedDocuments', org)).embedded).toBe(1)
})

test('what holds no word of the question is left to the end, and only the two that come closest; asked for more, there is more', async () => {
  const { owner } = scene
  const found = await search(owner, 'cookie checkout')
  const isTold = ({ why, confidence }: any) => why.words.length > 0 || confidence !== 'unsure'
  const at = found.items.findIndex((hit: any) => !isTold(hit))
  expect(at).toBeGreaterThan(1)
  expect(found.items.slice(at)).toHaveLength(2)
  expect(found.items.slice(at).some(isTold)).toBe(false)
  expect(found.left_out).toBeGreaterThan(2)
  expect(found.facets.reduce((sum: number, { count }: any) => sum + count, 0)).toBe(found.items.length)
  const more = await search(owner, 'cookie checkout', '&limit=50')
  expect(more).toMatchObject({ left_out: 0, found: found.found })
  expect(more.items).toHaveLength(found.items.length + found.left_out)
  // However far from the question it is.
  expect(Math.min(...more.items.map(({ why }: any) => why.meaning ?? 1))).toBeLessThan(0.1)
  // A name that is being typed stands before everything that is only near.
  expect(titles(await search(owner, 'Invoi'))[0]).toBe('Invoices as PDF')
  expect(titles(await search(owner, made['login'].key.slice(0, -1)))).toContain('Login fails on Safari')
})

test('a text that changes while its vector is made does not get that vector', async () => {
  const { baton, owner, org } = scene
  const note = await owner.do('POST', '/api/notes', { project: 'web', title: 'Draft', content: 'First words' })
  const { database } = baton.node.assembly.kernel
  const inside = { org, user: owner.user.id }
  const nothing = '00000000-0000-0000-0000-000000000000'
  const model = baton.node.assembly.kernel.services.embeddings.model?.id
  const [seen] = await database.withRealm('organization', inside, 'read', (tx) =>
    tx.rows(pending, { org, model, after: nothing, limit: 10 }),
  )
  expect(seen).toMatchObject({ id: note.id, text: 'Draft\nFirst words' })
  await owner.do('PATCH', `/api/notes/${note.id}`, { content: 'Other words' })
  const vector = `[${Array.from({ length: 384 }, () => 0.05).join(',')}]`
  const made = { org, model, ids: [seen?.id], digests: [seen?.digest], vectors: [vector] }
  await database.withRealm('organization', inside, 'write', (tx) => tx.rows(storeVectors, made))
  expect(await baton.look('select from search_embeddings where document_id = $1', [note.id])).toEqual([])
  expect((await runJob(baton, 'embedDocuments', org)).embedded).toBe(1)
  expect(await baton.look('select from search_embeddings where document_id = $1', [note.id])).toHaveLength(1)
})

const hostile = {
  'stop words': 'the and of',
  'stop words in quotes': '"the"',
  operators: '& | ! ( ) :* <->',
  'the syntax of tsquery': "foo':* & !bar",
  SQL: "'; drop table tasks; --",
  emoji: '🙂🙃',
  'a script without spaces': '登录失败',
  'a backslash': '\\',
  'open quotes': '"""',
  wildcards: '%_*',
  'a word without end': 'a'.repeat(2000),
  'many words': Array.from({ length: 350 }, (_, place) => `w${place}`).join(' '),
  'a key of nothing': 'WEB-999999999',
  'a dash': '-',
}

test.each(Object.entries(hostile))('whatever is typed, the answer is bounded: %s', async (_, q) => {
  for (const path of [`/api/search?q=${encodeURIComponent(q)}`, `/api/search/suggestions?q=${encodeURIComponent(q)}`]) {
    expect((await scene.owner.call('GET', path)).status, path).toBe(200)
  }
  expect((await scene.owner.call('POST', '/api/search/ai', { q })).status).toBe(200)
  expect((await send(scene.baton.url, 'GET', `/api/search/public?q=${encodeURIComponent(q)}`)).status).toBe(200)
})

test('words of other scripts are found as they were written', async () => {
  await scene.owner.do('POST', '/api/tasks', { project: 'web', title: '登录失败 на сервере' })
  expect(titles(telling(await search(scene.owner, '登录失败')))).toEqual(['登录失败 на сервере'])
  expect(titles(await suggest(scene.owner, 'серв'))).toEqual(['登录失败 на сервере'])
})

test('the public finds what is published, and of it what is shown', async () => {
  const { owner, baton } = scene
  const open = (q: string) => send(baton.url, 'GET', `/api/search/public?q=${encodeURIComponent(q)}`)
  expect((await open('cookies')).body.items).toEqual([])
  await owner.do('POST', `/api/notes/${made['cookie'].id}/publish`, {})
  await owner.do('POST', `/api/agents/${made['agent'].slug}/publish`, {})
  const { items } = (await open('session cookies')).body
  expect(items).toMatchObject([{ kind: 'note', title: 'Cookie policy', organization: null }])
  expect(Object.keys(items[0]).toSorted()).toEqual(['kind', 'organization', 'published_at', 'slug', 'snippet', 'title', 'updated_at'])
  expect((await open('reviewer')).body.items).toMatchObject([{ kind: 'agent', title: 'Reviewer' }])
  await owner.do('DELETE', `/api/notes/${made['cookie'].id}/publish`)
  expect((await open('session cookies')).body.items).toEqual([])
})
