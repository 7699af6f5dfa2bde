import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { admin, createDatabase } from '../harness/databases.ts'

// docs/scale.md: organizations spread over several databases by org_id, behind a directory of identities. Whatever would tie an organization's
// rows to a shared database is listed here, with what happens to it then; a new entry has to be added deliberately.

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => void (database = await createDatabase(inject('servers'))))
afterAll(() => database.drop())

const look = <Row>(text: string) => admin(inject('servers'), async (client) => (await client.query(text)).rows as Row[], database.name)

const classOf = (table: string) => `split_part(obj_description(${table}, 'pg_class'), '(', 1)`

test('what is unique is unique within its organization, or listed', async () => {
  const rows = await look<{ name: string }>(`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indisunique and not c.relispartition and ${classOf('i.indrelid')} = 'tenant'
      and not exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[]) and a.attname = 'org_id') order by 1`)
  expect(rows.map(({ name }) => name)).toEqual([
    'ci_tokens_jti_key', // random, issued by the code host: used once, in the organization it names
    'invites_id', // a random id: the directory maps the link to its organization
    'organizations_handle_key', // in the directory: handles are allocated there
    'organizations_personal_of_key', // in the directory
    'organizations_pkey', // a random id: the directory says which database it is in
    'organizations_sandbox_of', // a sandbox lives in the same database as its organization
    'subscriptions_provider', // named by the payment provider: the directory maps it
    'tunnel_pairings_nonce_hash_key', // a random secret: the directory maps it while a machine is being paired
    'tunnels_id', // a random id: the directory maps it
  ])
})

test('references across the border between organizations and identities are listed; those to users are met by a copy of the members’ rows', async () => {
  const rows = await look<{ name: string }>(`
    select format('%s (%s) -> %s', k.conrelid::regclass, (select string_agg(a.attname, ', ' order by n.place)
        from unnest(k.conkey) with ordinality n (number, place) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.number),
      k.confrelid::regclass) as name
    from pg_constraint k where k.contype = 'f' and k.conparentid = 0 and k.confrelid <> 'users'::regclass
      and (${classOf('k.conrelid')} = 'tenant') <> (${classOf('k.confrelid')} = 'tenant') order by 1`)
  expect(rows.map(({ name }) => name)).toEqual([
    'auth.accounts (personal_org_id) -> organizations', // to the organization's row in the directory
    'auth.invite_links (org_id, invite_id) -> invites', // becomes the mapping from link to organization
    'auth.oauth_grants (org_id) -> organizations', // to the row in the directory
    'auth.set_aside (org_id) -> organizations', // to the row in the directory
    'auth.tokens (org_id) -> organizations', // to the row in the directory
    'notifications (org_id) -> organizations', // the inbox belongs to the person: it stays with the directory, filled by jobs
    'notifications (org_id, project_id) -> projects', // becomes a plain column
    'organizations (handle) -> handles', // in the directory
    'published (org_id) -> organizations', // public pages are read without an organization: a copy in the directory
    'subscriptions (plan_id) -> plans', // plans are copied to every database
    'teams (handle) -> handles', // allocated in the directory first, kept here as a copy
    'verified_publishers (org_id) -> organizations', // in the directory
  ])
})

test('no id is drawn from a counter of the database; what is counted by one is listed', async () => {
  const rows = await look<{ name: string }>(`
    select format('%s.%s', a.attrelid::regclass, a.attname) as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not a.attisdropped
      and (a.attidentity <> '' or exists (select from pg_attrdef d where d.adrelid = c.oid and d.adnum = a.attnum
        and pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')) order by 1`)
  expect(rows.map(({ name }) => name)).toEqual([
    'issue_reports.number', // reports about the instance itself: in the directory
    'run_output.seq', // orders the lines of a run: an organization moves only while none of its runs is in progress
    'work_item_tallies.id', // only makes rows distinct: copied rows are tallied again, with new ids
  ])
})
