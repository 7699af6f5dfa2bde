import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { roleUrl } from '../../src/platform/database-login.ts'
import { admin, createDatabase } from '../harness/databases.ts'
import { columnsNow, refusal, serving, type Release } from './statements.ts'

const previous = JSON.parse(readFileSync(new URL('previous-release.json', import.meta.url), 'utf8')) as Release
let database: Awaited<ReturnType<typeof createDatabase>>
const clients = new Map<string, pg.Client>()

const open = async () => {
  for (const role of serving) {
    const client = new pg.Client({
      connectionString: roleUrl({ DATABASE_URL: database.url, DATABASE_KEY: inject('servers').databaseKey }, role),
    })
    await client.connect()
    clients.set(role, client)
  }
}
const look = (text: string) => admin(inject('servers'), async (client) => (await client.query(text)).rows, database.name)

/** The statements of the previous release that fail on this schema, with role and reason. */
async function refused(): Promise<string[]> {
  const problems: string[] = []
  for (const { text, roles } of previous.statements)
    for (const role of roles) {
      const reason = await refusal(clients.get(role) as pg.Client, text)
      if (reason) problems.push(`${role}: ${reason}: ${text.slice(0, 200)}`)
    }
  return problems
}

/** Columns added since then that are not null and without a default: inserts of the previous release would leave them empty. */
async function required(): Promise<string[]> {
  const columns = await look(columnsNow)
  return columns
    .filter(({ name, column, required: must }) => must && previous.columns[name] && !previous.columns[name].includes(column))
    .map(({ name, column }) => `${name}.${column}`)
}

beforeAll(async () => {
  database = await createDatabase(inject('servers'))
  await open()
})
afterAll(async () => {
  for (const client of clients.values()) await client.end()
  await database.drop()
})

test('the previous release goes on serving on this schema: every statement of its still runs, as every role that ran it', async () => {
  expect(previous.statements.length).toBeGreaterThan(300)
  expect(await refused()).toEqual([])
})

test('no table asks the inserts of the previous release for a column they do not know', async () => {
  expect(await required()).toEqual([])
})

test('a schema that breaks the previous release is noticed', async () => {
  await look('alter table work_items rename column title to heading')
  await look('alter table projects add column mood text not null default $$calm$$')
  await look('alter table projects alter column mood drop default')
  await look('revoke insert on comments from baton_app')
  const problems = await refused()
  expect(problems.some((problem) => problem.includes('title'))).toBe(true)
  expect(problems.some((problem) => problem.includes('permission denied for table comments'))).toBe(true)
  expect(await required()).toEqual(['public.projects.mood', 'public.work_items.heading'])
})
