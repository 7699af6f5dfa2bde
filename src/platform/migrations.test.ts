import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { admin, createDatabase } from '../../test/harness/databases.ts'
import { migrate, NewerDatabase, type MigrateOptions } from './migrations.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let folder: string
let blocker: pg.Client

beforeAll(async () => {
  database = await createDatabase(inject('servers'))
})
afterAll(() => database.drop())
beforeEach(async () => {
  folder = `${mkdtempSync(join(tmpdir(), 'migrations-'))}/`
  await look(`drop table if exists shelves; create table shelves (id integer primary key, touched integer not null default 0);
    alter table shelves owner to baton_owner; insert into shelves select generate_series(1, 2500)`)
  const url = new URL(inject('servers').adminUrl)
  url.pathname = `/${database.name}`
  blocker = new pg.Client({ connectionString: url.href })
  await blocker.connect()
})
afterEach(async () => {
  await blocker.end()
  rmSync(folder, { recursive: true })
})

const look = (text: string) => admin(inject('servers'), async (client) => (await client.query(text)).rows, database.name)
const write = (name: string, text: string) => writeFileSync(folder + name, text)
const run = (options: MigrateOptions = {}, queues: string[] = []) =>
  migrate({ DATABASE_URL: database.url, DATABASE_KEY: inject('servers').databaseKey }, queues, {
    folder,
    pause: async () => {},
    ...options,
  })

test('a migration that cannot get its lock lets the others pass, comes again and succeeds', async () => {
  write('9001_lock.sql', 'alter table shelves add column room text;')
  await blocker.query('begin; select from shelves')
  const waits: number[] = []
  const applied = await run({
    pause: async (milliseconds) => {
      waits.push(milliseconds)
      // While it waits for its retry, it blocks nobody.
      await look('update shelves set touched = touched + 1 where id = 1')
      if (waits.length === 2) await blocker.query('rollback')
    },
  })
  expect(applied).toEqual(['9001_lock.sql'])
  expect(waits).toEqual([1000, 2000])
})

test('a migration that fails for another reason is undone and not repeated', async () => {
  write('9002_broken.sql', 'alter table shelves add column floor text; select nothing from nowhere;')
  await expect(run({ pause: () => Promise.reject(new Error('waited')) })).rejects.toThrow('9002_broken.sql failed: relation "nowhere"')
  expect(await look("select from information_schema.columns where table_name = 'shelves' and column_name = 'floor'")).toEqual([])
  expect(await look("select from migrations where name = '9002_broken.sql'")).toEqual([])
})

test('an index is built beside running writes, and what an interrupted build left behind is built anew', async () => {
  await look('insert into shelves values (-1, 7), (-2, 7)')
  write(
    '9003_index.sql',
    `-- no transaction
create unique index concurrently if not exists shelves_touched on shelves (touched) where id < 0;
alter table shelves set (fillfactor = 90);
`,
  )
  await expect(run()).rejects.toThrow('9003_index.sql failed: could not create unique index')
  const valid = "select indisvalid from pg_index where indexrelid = 'shelves_touched'::regclass"
  expect(await look(valid)).toEqual([{ indisvalid: false }])
  await look('delete from shelves where id = -2')
  // The build waits for an older transaction that has written; meanwhile it blocks no other writer.
  await blocker.query('begin; update shelves set touched = 0 where id = 1')
  const built = run()
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'virtualxid' and pid <> pg_backend_pid()`
  await expect.poll(() => look(waiting)).toHaveLength(1)
  await look('update shelves set touched = touched + 1 where id = 2')
  await blocker.query('rollback')
  expect(await built).toEqual(['9003_index.sql'])
  expect(await look(valid)).toEqual([{ indisvalid: true }])
  expect(await run()).toEqual([])
})

test('a file without a transaction must be able to run again', async () => {
  write('9004_once.sql', '-- no transaction\ncreate index concurrently shelves_once on shelves (touched);\n')
  await expect(run()).rejects.toThrow('concurrently if not exists')
  write('9004_once.sql', '-- no transaction\ndo $$ begin end $$;\n')
  await expect(run()).rejects.toThrow('no $$ bodies')
})

test('a backfill goes in small transactions, and one that was stopped goes on where it was', async () => {
  write(
    '9005_backfill.sql',
    `-- backfill
with page as (select id from shelves where id > coalesce($1::integer, 0) order by id limit $2),
  done as (update shelves s set touched = s.touched + 1 from page p where s.id = p.id)
select max(id)::text as cursor, count(*)::integer as rows from page
`,
  )
  const stop = () => Promise.reject(new Error('the machine was switched off'))
  await expect(run({ pause: stop })).rejects.toThrow('switched off')
  expect(await look('select cursor, rows::integer from backfills where name = $$9005_backfill.sql$$')).toEqual([
    { cursor: '1000', rows: 1000 },
  ])
  expect(await look("select from migrations where name = '9005_backfill.sql'")).toEqual([])
  expect(await run()).toEqual(['9005_backfill.sql'])
  expect(await look('select touched, count(*)::integer from shelves group by touched')).toEqual([{ touched: 1, count: 2500 }])
  expect(await run()).toEqual([])
})

test('a backfill whose cursor stands still ends with an error, not in a circle', async () => {
  write('9006_circle.sql', '-- backfill\nselect $1::text as cursor, $2::integer as rows\n')
  await expect(run()).rejects.toThrow('its cursor does not move')
})

test.each([
  ['the migration waits first', '9007_first.sql', '', "relation = 'shelves'::regclass and not granted"],
  ['the request waits first', '9008_second.sql', 'select pg_sleep(0.3);', "relation = 'boards'::regclass and granted"],
])('in a deadlock the migration gives way and comes again: %s', async (_, name, between, lock) => {
  await look('create table if not exists boards (id integer); alter table boards owner to baton_owner')
  write(name, `lock table boards; ${between} alter table shelves add column room text;`)
  await blocker.query('begin; select from shelves')
  const requested = Promise.withResolvers<unknown>()
  const reports: string[] = []
  const migrated = run({
    pause: () => requested.promise.then(() => blocker.query('commit')),
    report: (line) => void reports.push(line),
  })
  const isThere = async () => reports.length > 0 || (await look(`select from pg_locks where ${lock}`)).length > 0
  await expect.poll(isThere).toBe(true)
  const request = blocker.query('select count(*)::integer as count from boards')
  requested.resolve(request)
  expect((await request).rows).toEqual([{ count: 0 }])
  expect(await migrated).toEqual([name])
  expect(reports).toEqual([`${name}: others hold what it needs; again in 1 s`])
})

test('a build that is older than the database changes nothing; a newer one does, and so does an older one that insists', async () => {
  const build = (value: number) => {
    const functions = `${mkdtempSync(join(tmpdir(), 'functions-'))}/`
    const text = `create or replace function app.answer() returns integer language sql as $$ select ${value} $$;`
    writeFileSync(`${functions}answer.sql`, text)
    return { functions }
  }
  const answer = async () => (await look('select app.answer()'))[0].answer
  write('9009_older.sql', 'select 1;')
  const older = { ...build(1), folder }
  await run(older)
  // The same migrations with another function, and then one migration more.
  const newer = { ...build(2), folder }
  await run(newer)
  await expect(run(older)).rejects.toThrow('nothing was changed')
  expect(await answer()).toBe(2)
  expect(await run(newer)).toEqual([])
  const newest = { ...build(3), folder: `${mkdtempSync(join(tmpdir(), 'migrations-'))}/` }
  writeFileSync(`${newest.folder}9010_newest.sql`, 'select 1;')
  await run(newest)
  await expect(run(newer)).rejects.toThrow(NewerDatabase)
  // Also one that has never been here, as the last correction of an old release.
  await expect(run({ ...build(4), folder })).rejects.toThrow(NewerDatabase)
  expect(await answer()).toBe(3)
  await run({ ...newer, evenIfOlder: true })
  expect(await answer()).toBe(2)
  await run(newest)
  expect(await answer()).toBe(3)
  // A later build whose function is as it was before is no older one.
  const later = { ...build(2), folder: newest.folder }
  await run(later)
  expect(await answer()).toBe(2)
})

test('the migrations of the job queue do not wait for a lock either', async () => {
  write('9011_nothing.sql', 'select 1;')
  await blocker.query('begin; lock table jobs.queue in access exclusive mode')
  let waited = 0
  const letGo = async () => {
    waited++
    await blocker.query('rollback')
  }
  await run({ pause: letGo }, ['a-queue'])
  expect(waited).toBe(1)
})
