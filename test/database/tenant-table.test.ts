import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { roleUrl } from '../../src/platform/database-login.ts'
import { admin, createDatabase } from '../harness/databases.ts'
import { checkCatalogue } from '../looping/catalogue.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let owner: pg.Client

beforeAll(async () => {
  database = await createDatabase(inject('servers'))
  owner = new pg.Client({
    connectionString: roleUrl({ DATABASE_URL: database.url, DATABASE_KEY: inject('servers').databaseKey }, 'baton_owner'),
  })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const look = <T>(text: string, values: unknown[] = []) =>
  admin(inject('servers'), async (client) => (await client.query(text, values)).rows as T[], database.name)

/** Everything that protects a table from its users: row security, owner, policies and grants. */
async function protection(table: string): Promise<unknown> {
  const [row] = await look(
    `select c.relrowsecurity, c.relforcerowsecurity, c.relowner::regrole::text, obj_description(c.oid, 'pg_class'),
      (select jsonb_agg(to_jsonb(p) - 'tablename' order by p.policyname) from pg_policies p
        where p.schemaname = 'public' and p.tablename = c.relname) as policies,
      (select jsonb_agg(to_jsonb(g) order by g.grantee, g.privilege_type) from (select grantee::regrole::text, privilege_type, is_grantable
        from aclexplode(c.relacl)) g) as grants
    from pg_class c where c.oid = $1::regclass`,
    [table],
  )
  return row
}

test.each([
  ['comment_deliveries', 'select, insert, update'],
  ['confirmation_answers', 'select, insert, update, delete'],
  ['session_checkpoints', 'select, insert'],
])('a table protected with one call stands like %s', async (existing, rights) => {
  const table = `like_${existing}`
  await owner.query(`create table ${table} (org_id uuid not null, id uuid not null, primary key (org_id, id))`)
  await owner.query('select app.protect_tenant_table($1, $2)', [table, rights])
  expect(await protection(table)).toEqual(await protection(existing))
})

test('the catalogue has nothing to say against such a table', async () => {
  expect(await checkCatalogue(look)).toEqual([])
})

test('a table whose key does not begin with the organization, and rights that are none, are refused', async () => {
  await owner.query('create table unowned (id uuid primary key, org_id uuid not null)')
  const protect = (rights: string) => owner.query('select app.protect_tenant_table($1, $2)', ['unowned', rights])
  await expect(protect('select')).rejects.toThrow('the primary key of public.unowned must begin with org_id')
  await expect(protect('all')).rejects.toThrow('rights are some of select, insert, update, delete, not "all"')
})

test('only migrations may call it', async () => {
  const [row] = await look(`select array_agg(rolname::text) as roles from pg_roles
    where rolname like 'baton\\_%' and has_function_privilege(oid, 'app.protect_tenant_table(regclass, text)', 'execute')`)
  expect(row).toEqual({ roles: ['baton_owner'] })
})
