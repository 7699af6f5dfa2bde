import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { showEntry } from '../../src/capabilities/publishing/site/change-entry.ts'
import * as queries from '../../src/capabilities/publishing/site/entries.queries.ts'
import type { EntryRow } from '../../src/capabilities/publishing/site/entries.queries.ts'
import { implement, type Operation } from '../../src/kernel/operation.ts'
import { sql } from '../../src/platform/postgres.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { startWorker } from '../harness/worker.ts'
import { waitFor } from '../harness/wait.ts'
import { waitForJobs } from '../harness/jobs.ts'

const posts = 60

let baton: Baton
beforeAll(async () => {
  baton = await startBaton()
  // A trigger adds a row here for each write that makes a post public.
  await baton.look('create table shown_once (id uuid, at timestamptz default clock_timestamp())')
  await baton.look(`create function note_shown() returns trigger language plpgsql security definer as $$
    begin insert into public.shown_once (id) values (new.id); return null; end $$`)
  await baton.look(`create trigger note_shown after update on site_entries for each row when (new.status = 'published')
    execute function note_shown()`)
})
afterAll(() => baton.close())

/** Two nodes with a worker each, and many posts due at the same moment; returns how often each was published. */
async function publishOnTwoNodes(named: string, registry: ReadonlyMap<string, Operation> = operations): Promise<number[]> {
  const ada = await baton.administrator()
  const at = new Date(baton.clock.now().getTime() + 60_000).toISOString()
  const ids: string[] = []
  for (let number = 0; number < posts; number++)
    ids.push((await ada.api.createPost({ title: `${named} ${number}`, status: 'scheduled', publish_at: at })).id)
  // The jobs of all posts are due as well, so that both workers start at once.
  await baton.look("update jobs.job set start_after = now() where name = 'publishScheduled' and state = 'created'")
  baton.clock.advance(61_000)
  const other = await baton.addNode()
  const workers = await Promise.all([startWorker(baton, registry), startWorker({ ...baton, node: other }, registry)])
  const published = async () =>
    Number((await baton.look('select count(distinct id) as n from shown_once where id = any($1)', [ids]))[0]?.['n'])
  await waitFor('all posts', published, (count) => count === posts)
  // Lets the remaining jobs finish.
  await waitForJobs(baton, ['publishScheduled'])
  await Promise.all(workers.map((worker) => worker.close()))
  const rows = await baton.look<{ id: string; n: string }>('select id, count(*) as n from shown_once where id = any($1) group by id', [ids])
  return ids.map((id) => Number(rows.find((row) => row.id === id)?.n ?? 0))
}

test('scheduled posts go out once, whichever of two nodes publishes them', async () => {
  const times = await publishOnTwoNodes('Due')
  expect(times).toEqual(Array.from({ length: posts }, () => 1))
  const [count] = await baton.look<{ n: string }>(
    "select count(*) as n from published where kind = 'post' and fields ->> 'name' like 'Due %'",
  )
  expect(Number(count?.n)).toBe(posts)
  console.log(`${posts} posts due at one moment, two nodes: each published once`)
})

/** The same query without the lock that others skip. */
const careless = sql(
  queries.dueEntries.text
    .replace(/\$1/g, ':now')
    .replace(/\$2/g, ':limit')
    .replace(/for update of e skip locked$/, ''),
).as<EntryRow>()

test('the count can fail: without the lock both nodes publish the same posts', async () => {
  const right = operations.get('publishScheduled')
  const wrong = implement(
    right.contract as never,
    (async (ctx: Parameters<typeof showEntry>[0]) => {
      const due = await ctx.tx.rows(careless as never, { now: ctx.clock.now(), limit: 200 } as never)
      await ctx.tx.rows(sql('select pg_sleep(0.5)'), {})
      for (const entry of due as EntryRow[]) {
        const { id, slug, title, summary, body, revision, deleted_at, publish_at: published_at } = entry
        const place = { author: entry.author.id, category: null, deleted_at, now: ctx.clock.now() }
        await ctx.tx.rows(queries.updateEntry, {
          id,
          slug,
          title,
          summary,
          body,
          status: 'published',
          publish_at: null,
          published_at,
          revision,
          ...place,
        })
      }
      return { published: [], next: null }
    }) as never,
  )
  const registry = new Map<string, Operation>([...operations, ['publishScheduled', { ...wrong, name: 'publishScheduled' } as Operation]])
  const times = await publishOnTwoNodes('Twice', registry)
  expect(times.some((count) => count > 1)).toBe(true)
})
