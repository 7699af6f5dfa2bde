import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { graded } from '../../src/capabilities/memory/ranking/grade.ts'
import fitted from '../../src/capabilities/memory/ranking/grades.json' with { type: 'json' }
import { jargon, jargonIn, keyOf, plainWords, widen } from '../../src/capabilities/memory/ranking/jargon.ts'
import { rank } from '../../src/capabilities/memory/ranking/rank.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { embedAll } from './worker-runs.ts'

const folder = new URL('../../src/capabilities/memory/ranking/', import.meta.url)
const lines = readFileSync(new URL('jargon.tsv', folder), 'utf8').trimEnd().split('\n')

const first = (line: string): string => line.split('\t', 1)[0]?.replace('?', '') ?? ''

let baton: Baton
let owner: Person

beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.person('owner')).createOrganization('acme')
})
afterAll(() => baton.close())

const project = (slug: string, key: string) => owner.do('POST', '/api/projects', { name: slug, slug, key })
const store = (slug: string, content: string) => owner.do('POST', '/api/memories', { project: slug, content })

interface Hit {
  content: string
  confidence: string
  score: number
  why: { text: string[]; nearby: string[] }
}
const recall = async (query: string, where: Record<string, string> = {}): Promise<Hit[]> =>
  (await owner.do('GET', `/api/memories/search?${String(new URLSearchParams({ query, ...where }))}`)).items

/** What it finds by its words: what only means something similar has none. */
const byWords = async (query: string, where: Record<string, string> = {}) =>
  (await recall(query, where)).filter(({ why }) => why.text.length > 0).map(({ content }) => content)

test('the list is in order, without doubles, and small', () => {
  expect(lines.length).toBeLessThanOrEqual(400)
  expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => (first(a) < first(b) ? -1 : 1)))
  const equals = jargon.flatMap(({ equal }) => equal)
  const kinds = jargon.flatMap((group) => group.kinds)
  for (const { equal, kinds: of } of jargon) {
    const terms = [...equal, ...of]
    expect(equal.length, terms.join()).toBeGreaterThan(0)
    expect(terms.length, terms.join()).toBeGreaterThan(1)
    expect(terms.length, terms.join()).toBeLessThanOrEqual(12)
    expect(terms).toEqual(terms.map((term) => term.toLowerCase().trim()))
    expect(new Set(terms.map(keyOf)).size, terms.join()).toBe(terms.length)
    expect(equal).toEqual(equal.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(of).toEqual(of.toSorted((a, b) => (a < b ? -1 : 1)))
  }
  // A term means one thing, and is a kind of one thing.
  expect(equals.map(keyOf).filter((key, at, all) => all.indexOf(key) !== at)).toEqual([])
  expect(kinds.map(keyOf).filter((key, at, all) => all.indexOf(key) !== at)).toEqual([])
})

test('the queries that find the terms are those of the database; run with -u after changing the list', async () => {
  const all = lines.flatMap((line) => line.split('\t')).filter((term) => term !== '>')
  const terms = [...new Set(all.filter((term) => !term.endsWith('?')))].toSorted()
  const rows = await baton.look<{ term: string; query: string }>(
    "select t.term, phraseto_tsquery('english', t.term)::text as query from unnest($1::text[]) with ordinality t (term, place) order by t.place",
    [terms],
  )
  // A term of which one word is left would find all that has this word.
  expect(rows.filter(({ term, query }) => query === '' || (term.includes(' ') && !/<(-|\d)>/.test(query)))).toEqual([])
  const queries = Object.fromEntries(rows.map(({ term, query }) => [term, query]))
  await expect(`${JSON.stringify(queries, null, 2)}\n`).toMatchFileSnapshot(new URL('jargon-queries.json', folder).pathname)
})

test('terms of a question are whole words, in any case and number, and the longest of those within each other', () => {
  expect(plainWords('Pull-Requests, node.js & DB_HOST process.')).toEqual(['pull', 'request', 'node.js', 'db_host', 'process'])
  expect(jargonIn('Which DBs?').map(({ words }) => words)).toEqual([['dbs']])
  expect(jargonIn('open pull requests').map(({ words }) => words)).toEqual([['pull', 'request']])
  expect(jargonIn('a request').map(({ words }) => words)).toEqual([['request']])
  expect(jargonIn('DB_HOST of dbx')).toEqual([])
  // A kind means the whole, not the other kinds.
  expect(jargonIn('prisma')[0]?.query).toContain("'orm'")
  expect(jargonIn('prisma')[0]?.query).not.toContain('drizzl')
  expect(jargonIn('orm')[0]?.query).toContain("'drizzl'")
  // Understood, but never searched: what is stored of it is "product".
  expect(jargonIn('production')[0]?.query).toContain("'prod'")
  expect(jargonIn('prod')[0]?.query).not.toContain("'product'")
  expect(jargonIn('k8s '.repeat(500)).length).toBeLessThanOrEqual(200)
})

test('a question widens a few of its terms, the rest stay as they are', () => {
  const term = (word: string) => ({ word, text: word, piece: false, query: `'${word}'` })
  const { terms, places } = widen([term('which'), term('k8s')], jargonIn('which k8s'))
  expect(terms.map(({ query }) => query)).toEqual(["'which'", "'k8s' | 'kubernet'"])
  expect(places).toEqual([1])
  const many = ['k8s', 'db', 'ui', 'i18n', 'l10n', 'a11y', 'jwt', 'orm', 'csrf', 'xss']
  expect(widen(many.map(term), jargonIn(many.join(' '))).places).toHaveLength(8)
})

test('what holds only a term of the same meaning ranks between what holds the word and what holds none', () => {
  const entry = (id: string, terms: number[], equal: number[] = []) => ({
    id,
    lane: id,
    place: 1,
    terms,
    equal,
    cosine: null,
    ranked: true,
    boost: 1,
  })
  const ranked = rank([entry('none', []), entry('equal', [0], [0]), entry('word', [0])], [1])
  expect(ranked.map(({ id, held }) => [id, held[0]])).toEqual([
    ['word', 1],
    ['equal', 0.8],
    ['none', 0],
  ])
})

test('a hit by an equal term is graded by the same weights: less than by the word itself, and sure if all else speaks for it', () => {
  const words = ['database', 'billing', 'version', 'upgraded']
  const terms = words.map((word) => ({ word, text: word, piece: false, query: '' }))
  const weights = [2, 2, 2, 2]
  const asked = { language: null, terms, size: 100, counts: [], weights, asked: weights, unknown: [] }
  const comparing = { text: words.join(' '), model: fitted.model.id, spread: { mean: 0.1, deviation: 0.1 } }
  const gradedBy = (held: number[]) => graded(asked, [{ id: 'a', terms: [0, 1, 2, 3], held, cosine: 0.7, score: 1 }], comparing)[0]
  const equal = gradedBy([0.8, 1, 1, 1])
  expect(equal?.confidence).toBe('sure')
  expect(equal?.probability).toBeLessThan(gradedBy([1, 1, 1, 1])?.probability ?? 0)
})

test('a question finds what is written with an equal term, in both directions, also of several words', async () => {
  await project('terms', 'TER')
  const cluster = 'The kubernetes version of the cluster is pinned.'
  const reviews = 'Two people approve every PR before it lands.'
  const merges = 'Each pull request needs a green build.'
  const orm = 'Queries are written with Drizzle.'
  for (const content of [cluster, reviews, merges, orm, 'The office plants are watered on Fridays.']) await store('terms', content)
  const inTerms = { project: 'terms' }
  expect(await byWords('k8s', inTerms)).toEqual([cluster])
  await store('terms', 'Our k8s nodes have four cores.')
  expect((await byWords('kubernetes', inTerms)).toSorted()).toEqual(['Our k8s nodes have four cores.', cluster])
  expect((await byWords('kubernetes', inTerms))[0]).toBe(cluster)
  expect((await byWords('k8s', inTerms))[0]).toBe('Our k8s nodes have four cores.')
  expect((await byWords('pull request', inTerms)).toSorted()).toEqual([merges, reviews])
  expect((await byWords('pull-request', inTerms)).toSorted()).toEqual([merges, reviews])
  expect((await byWords('PRs', inTerms)).toSorted()).toEqual([merges, reviews])
  expect(await byWords('ORM', inTerms)).toEqual([orm])
  expect(await byWords('prisma', inTerms)).toEqual([])
  const [hit] = await recall('ORM', inTerms)
  expect(hit?.why).toMatchObject({ text: ['ORM'], nearby: [] })
  expect(['likely', 'sure']).toContain(hit?.confidence)
  await embedAll(baton, owner.organization ?? '')
  expect((await recall('Which k8s version is pinned in the cluster?', inTerms))[0]?.content).toBe(cluster)
})

test('search over everything finds it too', async () => {
  await project('everything', 'EVE')
  const note = await owner.do('POST', '/api/notes', {
    project: 'everything',
    title: 'Upgrades',
    content: 'How the kubernetes cluster is upgraded.',
  })
  await store('everything', 'A kubernetes upgrade takes twenty minutes.')
  const { items } = await owner.do('GET', '/api/search?q=k8s&project=everything')
  expect(items.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['memory', 'note'])
  expect(items.find(({ kind }: { kind: string }) => kind === 'note')).toMatchObject({ id: note.id, why: { words: ['k8s'] } })
})
