import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrder, sql, type Statement, type Values } from '../../../src/platform/sql.ts'
import * as queries from '../../../src/capabilities/screens/search/search.queries.ts'
import { admin } from '../../harness/databases.ts'
import { plansOf } from '../../harness/plans-of.ts'
import type { Person } from '../../harness/person.ts'
import { recorded } from '../../proofs/search/cost.ts'
import { rowsRead } from '../../proofs/search/rows-read.ts'
import { openScene, search, suggest, type SearchScene } from './scene.ts'

// Measurements use 100000; this many show the same plan and take little time.
const documents = Number(process.env['BATON_SEARCH_DOCUMENTS'] ?? 10_000)
let scene: SearchScene
let other: Person

beforeAll(async () => {
  scene = await openScene({ EMBEDDINGS: 'off' })
  const { baton, org } = scene
  other = await baton.person('other')
  const [project] = await baton.look<{ id: string }>("select id from projects where org_id = $1 and slug = 'web'", [org])
  for (const [place, rows, in_project] of [
    [org, documents, project?.id],
    [other.user.personal_organization_id, documents / 4, null],
  ]) {
    await baton.look(
      `insert into search_documents (org_id, id, item_id, kind, project_id, personal, ref, title, body, updated_at)
      select $1, n.id, n.id, 'task', $3, false, 'BIG-' || n.number, 'Item ' || n.number || ' about w' || n.number % 997,
        'It mentions w' || n.number % 89 || ', w' || n.number % 1009 || ' and w' || n.number % 10007 || ' in a common sentence of some length.', now()
      from (select gen_random_uuid() as id, number from generate_series(1, $2::integer) number) n`,
      [place, rows, in_project],
    )
  }
  await baton.look('vacuum analyze search_documents')
}, 300_000)
afterAll(() => scene.baton.close())

const plans = async (call: string, values: unknown[], part: string) =>
  (await plansOf(scene.baton, { org: scene.org, user: scene.owner.user.id }, call, values)).find((plan) => plan.includes(part)) ?? ''

test('words are looked up in the index by organization and lexeme, below a policy or not', async () => {
  const match = await plans(
    "select * from app.match_document_words(array['''w1009'' | ''w500'''], array[1], '{}', null, null, false, 4000, 200)",
    [],
    'with found as materialized',
  )
  expect(match).toMatch(/Bitmap Index Scan on search_documents_words[\s\S]*?Index Cond: \(\(org_id = [^)]*\) AND \(words @@/)
  const counts = await plans("select * from app.count_document_words(array['''w500'''], null, false, 1000)", [], 'select t.place')
  expect(counts).toMatch(/Bitmap Index Scan on search_documents_words[\s\S]*?Index Cond: \(\(org_id = [^)]*\) AND \(words @@/)
})

test('a question of one word is looked up once and finds and counts the same', async () => {
  const { baton, org, owner } = scene
  const term = (word: string) => `app.match_document_term('''${word}''', '''${word}''', null, null, false, 4000, 5, 2)`
  const plan = await plans(`select * from ${term('w500')}`, [], 'with found as materialized')
  expect(plan).toMatch(/Bitmap Index Scan on search_documents_words[\s\S]*?Index Cond: \(\(org_id = [^)]*\) AND \(words @@/)
  // Comments on one item that contains the word itself, and on one that has it only in its comments.
  await baton.look(
    `insert into search_documents (org_id, id, item_id, kind, project_id, personal, title, body, updated_at)
     select d.org_id, gen_random_uuid(), d.id, 'task', d.project_id, false, d.title, 'A comment on w500, and on w500', now()
     from search_documents d, generate_series(1, 2) where d.org_id = $1 and d.ref in ('BIG-500', 'BIG-501')`,
    [org],
  )
  const ask = (text: string) =>
    admin(
      baton.servers,
      async (client) => {
        await client.query(`set app.org_id = '${org}'; set app.user_id = '${owner.user.id}'; set role baton_app`)
        return (await client.query<{ id: string | null; kind: string | null; count: number | null }>(text)).rows
      },
      baton.database,
    )
  for (const word of ['w500', 'w88', 'nowhere']) {
    const one = await ask(`select * from ${term(word)}`)
    const among = await ask(`select * from app.match_document_words(array['''${word}'''], array[1], '{}', null, null, false, 4000, 5)`)
    const [counted] = await ask(`select count from app.count_document_words(array['''${word}'''], null, false, 4000)`)
    const found = among.filter(({ id }) => id)
    expect(one.slice(0, found.length), word).toEqual(found)
    const facets = (rows: typeof one) => rows.filter(({ kind, count }) => kind !== null && count !== null)
    expect(facets(one), word).toEqual(facets(among))
    expect(one.find(({ kind }) => kind === null)?.count, word).toBe(counted?.count)
  }
  const named = (await ask(`select * from ${term('w500')}`)).filter(({ id }) => id).slice(5)
  const titles = await baton.look<{ title: string }>('select title from search_documents where id = any($1)', [named.map(({ id }) => id)])
  expect(titles.map(({ title }) => title.endsWith(' w500'))).toEqual([true, true])
  await baton.look("delete from search_documents where org_id = $1 and id <> item_id and body like 'A comment on w500%'", [org])
})

test('words spelled alike are looked up by their trigrams', async () => {
  const like = await plans("select * from app.words_like_in_documents(array['sentense'], null, false, 10)", [], 'regexp_split_to_table')
  expect(like).toMatch(/Bitmap Index Scan on search_documents_spelling/)
})

test('names are looked up in the indexes of refs, titles and their words', async () => {
  const plan = await plans("select * from app.name_documents('big-77', '''big-77'':*', null, null, false, 8)", [], 'min(f.place)')
  for (const index of ['search_documents_ref', 'search_documents_title', 'search_documents_names']) expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan on search_documents')
})

const read = async (person: Person, org: string, q: string) => {
  const sent = await recorded(scene.baton, async () => void (await search(person, q)))
  return rowsRead(
    scene.baton,
    { org, user: person.user.id },
    sent.filter(({ searches }) => searches),
  )
}

test('words that are in most documents make a search of many read no more than one of few', async () => {
  const { org, owner } = scene
  const few = other.user.personal_organization_id
  for (const words of ['common sentence of some length', 'sentence', 'common sentence w3']) {
    // Besides counting the documents themselves, in an index and up to 10,000.
    const [many, some] = [(await read(owner, org, words)) - documents, (await read(other, few, words)) - documents / 4]
    expect(many, words).toBeLessThan(1.5 * some)
  }
})

test('the newest of the documents with common words are found, and one with rarer words besides, however old it is', async () => {
  const { baton, org, owner } = scene
  const newest = await baton.look<{ ref: string }>(
    "select ref from search_documents where org_id = $1 and ref like 'BIG-%' order by id desc limit 500",
    [org],
  )
  const [oldest] = await baton.look<{ ref: string; title: string }>(
    "select ref, title from search_documents where org_id = $1 and ref like 'BIG-%' order by id limit 1",
    [org],
  )
  const refs = new Set(newest.map(({ ref }) => ref))
  const found = await search(owner, 'common sentence')
  expect(found.items.every(({ ref }: { ref: string | null }) => refs.has(ref ?? ''))).toBe(true)
  expect(found.facets).toEqual([{ kind: 'task', count: 500 }])
  const number = (oldest?.ref ?? '').slice('BIG-'.length)
  const rare = await search(owner, `common sentence w${Number(number) % 10_007}`)
  expect(rare.items.map(({ ref }: { ref: string | null }) => ref)).toContain(oldest?.ref)
})

const time = async (work: (turn: number) => Promise<unknown>, turns = 30): Promise<number> => {
  const took: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const start = performance.now()
    await work(turn)
    took.push(performance.now() - start)
  }
  return took.toSorted((a, b) => a - b)[Math.floor(turns / 2)] ?? 0
}

/** The statements of a search, step by step, without a vector. */
const bare = {
  size: sql('select count(*)::integer as size from (select from search_documents d where d.org_id = :org limit :limit) counted'),
  counts: sql('select term, count from app.count_document_words(:terms, :project, :archived, :max_counted)'),
  matching: sql(
    'select id, kind, count from app.match_document_words(:terms, :weights, :phrases, :kinds, :project, :archived, :max_matched, :limit)',
  ),
  byRefs: sql(
    'select d.id from search_documents d where d.org_id = :org and d.ref is not null and d.ref_key = any(:refs::text[]) limit 20',
  ),
  weigh: sql(`select coalesce(json_agg(json_build_array(d.id, d.item_id, d.kind, d.ref_key, m.updated_at,
      array(select t.place - 1 from unnest(:terms::tsquery[]) with ordinality t (query, place) where d.words @@ t.query),
      array(select t.place - 1 from unnest(:title_terms::tsquery[]) with ordinality t (query, place) where d.words @@ t.query))), '[]') as rows
    from search_documents d join search_documents m on m.org_id = d.org_id and m.id = d.item_id
    where d.org_id = :org and d.id = any(:ids::uuid[])
      and app.may_find(d.owner_id, d.personal, d.project_id, d.team_id, app.user(), (select app.unsearched_projects(true)), (select app.own_teams()))
      and app.may_find(m.owner_id, m.personal, m.project_id, m.team_id, app.user(), (select app.unsearched_projects(true)), (select app.own_teams()))`),
}

/** Runs the statements of a search alone, on a separate connection. */
async function bareSearch(): Promise<{ run(words: string[]): Promise<void>; end(): Promise<void> }> {
  const { baton, org, owner } = scene
  const url = new URL(baton.servers.adminUrl)
  url.pathname = `/${baton.database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const wall = `set local app.org_id = '${org}'; set local app.user_id = '${owner.user.id}'; set local role baton_app`
  return {
    async run(words) {
      const ask = async <Name extends string>(statement: Statement<unknown, Name>, values: Values<NoInfer<Name>>) =>
        (await client.query({ name: statement.name, text: statement.text, values: inOrder(statement, values) })).rows
      const terms = words.map((word) => `'${word}'`)
      await client.query(`begin; ${wall}`)
      await ask(bare.size, { org, limit: 10_001 })
      await ask(bare.counts, { terms, project: null, archived: false, max_counted: 1000 })
      const rows = await ask(bare.matching, {
        terms,
        weights: words.map(() => 1),
        phrases: [],
        kinds: null,
        project: null,
        archived: false,
        max_matched: 4000,
        limit: 200,
      })
      await ask(bare.byRefs, { org, refs: [words.join(' ')] })
      await ask(queries.named, {
        name: words.join(' '),
        started: terms.join(' & '),
        kinds: null,
        project: null,
        archived: false,
        limit: 20,
      })
      const ids = rows.flatMap(({ id }) => id ?? [])
      await ask(bare.weigh, {
        org,
        ids,
        terms,
        title_terms: terms.map((term) => `${term}:A`),
      })
      await ask(queries.show, { org, ids: ids.slice(0, 20), words })
      await client.query('commit')
    },
    end: () => client.end(),
  }
}

test('a search through the web API takes at most a few times what its statements take by themselves', async () => {
  const { owner } = scene
  const alone = await bareSearch()
  const rare = (turn: number) => [`w${turn + 2000}`, `w${turn + 3000}`]
  const common = ['common', 'sentenc']
  const ratios = []
  for (const [name, words] of [
    ['rare words', rare],
    ['common words', () => common],
  ] as const) {
    await time((turn) => alone.run(words(turn)), 10)
    await time((turn) => search(owner, words(turn).join(' ')), 10)
    const [plain, whole] = [await time((turn) => alone.run(words(turn))), await time((turn) => search(owner, words(turn).join(' ')))]
    ratios.push(whole / plain)
    console.log(
      `search of ${documents}, ${name}: ${whole.toFixed(1)} ms, its statements alone ${plain.toFixed(1)}: ${(whole / plain).toFixed(2)}`,
    )
  }
  await alone.end()
  const [word, letter] = [await time((turn) => suggest(owner, `item ${turn}`)), await time(() => suggest(owner, 'i'))]
  console.log(`suggestions of ${documents}: ${word.toFixed(1)} ms, for one letter ${letter.toFixed(1)}`)
  expect(Math.max(...ratios)).toBeLessThan(8)
})

test('keeping the index costs a new task little', async () => {
  const { baton, owner } = scene
  const create = () =>
    owner.do('POST', '/api/tasks', { project: 'web', title: 'One more', description: 'A line or two of what is to be done. '.repeat(10) })
  const triggers = (how: string) => baton.look(`alter table work_items ${how} trigger keep_indexed`)
  await time(create, 20)
  const kept: number[] = []
  const plain: number[] = []
  for (let round = 0; round < 5; round++) {
    kept.push(await time(create, 20))
    await triggers('disable')
    plain.push(await time(create, 20))
    await triggers('enable')
  }
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[2] ?? 0
  console.log(
    `a new task: ${middle(kept).toFixed(1)} ms with the index, ${middle(plain).toFixed(1)} without: ${(middle(kept) / middle(plain)).toFixed(2)}`,
  )
  expect(middle(kept) / middle(plain)).toBeLessThan(3)
})
