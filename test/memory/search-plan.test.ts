import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { sql } from '../../src/platform/postgres.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { plansOf } from '../harness/plans-of.ts'
import { runJob } from './worker-runs.ts'

let baton: Baton
let owner: Person
let side: { org: string; user: string }
let project: string
let model: string

beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.person('owner')).createOrganization('acme')
  side = { org: owner.organization ?? '', user: owner.user.id }
  project = (await owner.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })).id
  await runJob(baton, 'adoptEmbeddingModel')
  model = baton.node.assembly.kernel.services.embeddings.model?.id ?? ''
  const other = await (await baton.person('neighbour')).createOrganization('next-door')
  const theirs = await other.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await fill([side.org, project, side.user], 4000)
  await fill([other.organization ?? '', theirs.id, other.user.id], 16_000)
  await baton.look(
    `insert into memory_embeddings (org_id, memory_id, model_id, scope_id, embedding)
      select m.org_id, m.id, $2, m.scope_id, (select array_agg(random()) from generate_series(1, 384) where m.place > 0)::vector
      from memories m where m.org_id = $1 and m.place <= 1000`,
    [side.org, model],
  )
  // Vacuumed too: entries pending insertion into an index would make it look more expensive than it is.
  await baton.look('vacuum analyze memories')
  await baton.look('analyze memory_embeddings')
})
afterAll(() => baton.close())

/** Inserts `count` memories into one project, without vectors. They bring their numbers: one transaction that counts each passes all its own counts. */
async function fill(owner: string[], count: number): Promise<void> {
  await baton.look('alter table memories disable trigger number_memory')
  await baton.look(
    `insert into memories (org_id, id, scope, scope_id, project_id, place, number, ref, content, trust, created_by, created_at, updated_at, embedded_as)
      select $1, gen_random_uuid(), 'project', $2, $2, n, n, 'BIG-M' || n, 'entry ' || n || ' of word' || n % 997, 'agent', $3, now(), now(), $4
      from generate_series(1, $5::integer) n`,
    [...owner, model, count],
  )
  await baton.look('alter table memories enable trigger number_memory')
}

const vector = `[${Array.from({ length: 384 }, (_, at) => ((at * 7) % 13) / 13).join(',')}]`

test('full text search under row-level security reads its index, by organization, scope and words', async () => {
  const call = "select * from app.match_memory_words(array['''word5'''], array[1]::real[], array[$1]::uuid[], null, now(), 4000, 50)"
  const plan = (await plansOf(baton, side, call, [project])).find((text) => text.includes('memories_words')) ?? ''
  expect(plan).toMatch(/Bitmap Index Scan on memories_words/)
  expect(plan).toMatch(/Index Cond: .*org_id.*words @@/)
  expect(plan).not.toContain('Seq Scan on memories')
})

test('words spelled alike are looked up by their trigrams', async () => {
  const plans = await plansOf(baton, side, "select * from app.words_like_in_memories(array['entri'], array[$1]::uuid[], 20)", [project])
  expect(plans.find((text) => text.includes('regexp_split_to_table'))).toMatch(/Bitmap Index Scan on memories_spelling/)
})

test('vectors of many memories go by the index of their model, those of few are compared one by one', async () => {
  const near = (exact: boolean) =>
    plansOf(baton, side, 'select * from app.nearest_memories($1, 384, $2, null, $3, 10)', [model, vector, exact])
  expect((await near(false)).join('\n')).toMatch(/Index Scan using memory_vectors_/)
  expect((await near(true)).join('\n')).not.toMatch(/memory_vectors_/)
})

test('the functions that look past the policy answer nothing of another organization or of a project that is hidden', async () => {
  const secret = await owner.do('POST', '/api/projects', { name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
  await owner.do('POST', '/api/memories', { project: 'secret', content: 'canaryword' })
  const member = (await baton.person('member')).in(side.org)
  await owner.do('POST', '/api/organization/members', { user: 'member' })
  const stranger = await (await baton.person('stranger')).createOrganization('elsewhere')
  const { database } = baton.node.assembly.kernel
  const match = sql("select id from app.match_memory_words(array['''canaryword'''], array[1]::real[], :scopes, null, now(), 4000, 50)")
  const count = sql("select count from app.count_memory_words(array['''canaryword'''], :scopes, 50)").as<{ count: number }>()
  const like = sql("select word from app.words_like_in_memories(array['canaryward'], :scopes, 20)")
  const as = (org: string, user: string, scopes: string[] | null) =>
    database.withRealm('organization', { org, user }, 'read', async (tx) => [
      (await tx.rows(match, { scopes })).length,
      (await tx.row(count, { scopes }))?.count,
      (await tx.rows(like, { scopes })).length,
    ])
  expect(await as(side.org, side.user, null)).toEqual([1, 1, 1])
  for (const scopes of [null, [secret.id], [newId()]]) {
    expect(await as(side.org, member.user.id, scopes)).toEqual([0, 0, 0])
    expect(await as(stranger.organization ?? '', stranger.user.id, scopes)).toEqual([0, 0, 0])
  }
})
