import pg from 'pg'
import { spread, tokenOf, type Cast } from './cast.ts'
import { createTask, measure, type Work } from './load.ts'
import { beside, median, rounded, table } from './table.ts'

/** Target: the minimum throughput of creates in one project, relative to creates spread over eight organizations. */
const least = 0.75

/** Lock contention of creates: across eight organizations, across eight projects of one, and within one project. */
export async function compareHotRows(url: string, admin: string, cast: Cast, rounds: number, seconds: number): Promise<void> {
  const apart: Work = { ...createTask(cast, 'spread0'), bearers: () => Promise.all(cast.neighbours.map(tokenOf)) }
  const places: [string, Work, number | undefined][] = [
    ['one organization, eight projects', createTask(cast, 'spread[<8>]'), undefined],
    ['one project', createTask(cast, 'spread0'), least],
  ]
  for (const work of [apart, ...places.map(([, work]) => work)]) await measure(url, work, 1)
  const ratios = new Map<string, number[]>(places.map(([name]) => [name, []]))
  const speeds = new Map<string, number[]>(places.map(([name]) => [name, []]))
  const doing = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const free = await measure(url, apart, seconds)
    for (const [name, work] of places) {
      const stop = name === 'one project' ? await watchHolder(admin, doing) : undefined
      const { perSecond } = await measure(url, work, seconds)
      ratios.get(name)?.push(perSecond / free.perSecond)
      speeds.get(name)?.push(perSecond)
      await stop?.()
    }
  }
  const row = table(['creates in', `to creates in ${spread.length} organizations`, 'at least', 'rounds', 'a second'])
  for (const [name, , bar] of places) {
    const seen = ratios.get(name) ?? []
    row([name, beside(median(seen), bar), bar ?? '', rounded(seen)[1], Math.round(median(speeds.get(name) ?? []))])
  }
  const all = [...doing.values()].reduce((sum, one) => sum + one, 0)
  const share = table(['what the one does that holds the number of a project', 'share of the time'])
  for (const [what, times] of [...doing].toSorted(([, a], [, b]) => b - a)) share([what, (times / all).toFixed(2)])
}

// Waiters for the row run the same statement as its holder; the holder is the one not waiting for a lock, until its transaction ends.
const holders = `select case when state = 'idle in transaction' then 'waits for the server'
      when query like 'with numbered%' then 'stores the task' when query like '%app.append%' then 'appends to the log'
      when query ilike 'commit%' then 'commits' else 'remembers the answer' end as what
  from pg_stat_activity where datname = current_database() and usename = 'baton_app' and backend_xid is not null
    and wait_event_type is distinct from 'Lock' and (state = 'active' or (state = 'idle in transaction' and query like 'with numbered%'))
    and (query like 'with numbered%' or query like 'update idempotency%' or query like '%app.append%' or query ilike 'commit%')`

/** Samples what the backend that holds the project's row is doing. */
async function watchHolder(admin: string, doing: Map<string, number>): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  let over = false
  const watching = (async () => {
    while (!over) {
      const { rows } = await client.query({ name: 'holders', text: holders })
      for (const { what } of rows as { what: string }[]) doing.set(what, (doing.get(what) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await client.end()
  })()
  return async () => {
    over = true
    await watching
  }
}

const block = 2_000

/**
 * The cost of an append while a backup's snapshot keeps every row version of the log's head alive; it must not grow with their number.
 * A single writer connection, so that nothing waits for a lock.
 */
export async function measureHeldSnapshot(admin: string, cast: Cast, blocks: number): Promise<void> {
  const [backup, writer] = [new pg.Client({ connectionString: admin }), new pg.Client({ connectionString: admin })]
  await Promise.all([backup.connect(), writer.connect()])
  await writer.query(`set app.org_id = '${cast.organization}'`)
  await writer.query('set synchronous_commit = off')
  // With few organizations the planner chooses a sequential scan; it is the index scan whose cost grows with the row versions.
  await writer.query('set enable_seqscan = off')
  const event = { type: 'activity.logged', at: new Date().toISOString(), actor: {}, data: { activity: { type: 'bench' } } }
  const append = { name: 'append', text: 'select app.append($1::jsonb, null)', values: [JSON.stringify([event])] }
  const appendBlock = async () => {
    const began = performance.now()
    for (let count = 0; count < block; count++) await writer.query(append)
    const each = (performance.now() - began) / block
    const { rows } = await writer.query(`explain (analyze, buffers, format json) select app.append('[]', null)`)
    return { each, buffers: Number(rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks']) }
  }
  const row = table(['the log’s head', 'changes since the snapshot', 'an append, ms', 'buffers of one'])
  const tell = (what: string, changes: number, { each, buffers }: { each: number; buffers: number }) =>
    row([what, changes.toLocaleString('en'), each.toFixed(2), buffers])
  await appendBlock()
  tell('no snapshot held', 0, await appendBlock())
  await backup.query('begin isolation level repeatable read; select 1 from log_heads limit 1')
  for (let place = 1; place <= blocks; place++) tell('snapshot held', place * block, await appendBlock())
  await backup.query('commit')
  await appendBlock()
  tell('given up', 0, await appendBlock())
  await Promise.all([backup.end(), writer.end()])
}
