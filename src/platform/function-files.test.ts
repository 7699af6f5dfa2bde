import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { admin } from '../../test/harness/databases.ts'
import { roleUrl } from './database-login.ts'
import { migrate } from './migrations.ts'
import { bootstrap } from './provision.ts'

// Functions whose file differs from the migration that last defined them, or that no migration defines. Add one when you write or change its file.
const changed: string[] = [
  'app.announcement_recipients(text,uuid,uuid,uuid,integer)',
  'app.append(jsonb,jsonb)',
  'app.attachment_bytes()',
  'app.check_project_writes(jsonb)',
  'app.claim_next_task(text,uuid,uuid,uuid,text,text,uuid,timestamp with time zone,text,timestamp with time zone)',
  'app.claim_tunnel(bytea,bytea,text,text,text,timestamp with time zone)',
  'app.community_author(uuid)',
  'app.compare_memories(text,vector,uuid[])',
  'app.count_community_flag(uuid,uuid,integer,timestamp with time zone)',
  'app.count_document_words(text[],uuid,boolean,integer)',
  'app.count_memory_words(text[],uuid[],integer)',
  'app.document_term_counts(text[],uuid,boolean,integer)',
  'app.documents_estimated()',
  'app.documents_near(text,vector,text[],uuid,boolean,integer)',
  'app.end_credentials_of_member()',
  'app.enter_instance(uuid,uuid,text,text,uuid,timestamp with time zone)',
  'app.erase_account(uuid,timestamp with time zone)',
  'app.feed(text,text[],uuid,uuid,uuid,uuid,timestamp with time zone,timestamp with time zone,bigint,integer)',
  'app.feed(text,uuid,uuid,uuid,uuid,timestamp with time zone,timestamp with time zone,bigint,integer)',
  'app.forget_memories(timestamp with time zone,integer)',
  'app.hidden_projects()',
  'app.hold_off_stop(uuid)',
  'app.impersonation_party(uuid)',
  'app.index_document(uuid,text,uuid)',
  'app.integration_of_import(uuid)',
  'app.issue_run_token(uuid,uuid,bytea,text,text[],timestamp with time zone,timestamp with time zone)',
  'app.language_of(text)',
  'app.let_into_project(uuid)',
  'app.lift_skill_takedown(uuid,timestamp with time zone)',
  'app.match_document_term(text,text,text[],uuid,boolean,integer,integer,integer)',
  'app.match_document_words(text[],real[],text[],text[],uuid,boolean,integer,integer)',
  'app.match_documents(text[],real[],text[],text[],uuid,boolean,integer,integer)',
  'app.match_memories(text[],real[],uuid[],text,timestamp with time zone,integer,integer)',
  'app.match_memory_words(text[],real[],uuid[],text,timestamp with time zone,integer,integer)',
  'app.members_by_email(text[])',
  'app.memories_estimated()',
  'app.memory_term_counts(text[],uuid[],integer)',
  'app.moved_logs(uuid[],bigint[])',
  'app.name_documents(text,text,text[],uuid,boolean,integer)',
  'app.nearest_documents(text,text,text[],uuid,boolean,integer)',
  'app.nearest_memories(text,integer,vector,uuid[],boolean,integer)',
  'app.newest_documents(text[],text[],uuid,boolean,integer,integer)',
  'app.newest_memories(text[],uuid[],text,timestamp with time zone,integer,integer)',
  'app.newest_titled_tasks(text,uuid,integer,integer)',
  'app.notification_place(uuid,uuid,uuid,uuid,uuid)',
  'app.offboard(uuid,text,boolean,timestamp with time zone)',
  'app.only_agent()',
  'app.only_reads_project(text,uuid)',
  'app.organizations_with_code_to_index(integer,text,integer)',
  'app.organizations_with_shared_parts(integer)',
  'app.orphaned_files(text[])',
  'app.own_passkey(uuid)',
  'app.own_teams()',
  'app.owner()',
  'app.owns_project_access(uuid)',
  'app.projects_elsewhere(integer)',
  'app.purge(text,timestamp with time zone,integer)',
  'app.purge_keys(timestamp with time zone,integer)',
  'app.receive_host_delivery(text,text,bigint,bigint,timestamp with time zone)',
  'app.recent_documents(integer)',
  'app.record_integration(uuid,timestamp with time zone,text,boolean)',
  'app.repositories_at_host(bigint)',
  'app.repositories_to_reconcile(timestamp with time zone,timestamp with time zone,integer)',
  'app.retained()',
  'app.revoke_run_token(uuid,timestamp with time zone)',
  'app.search_notes(text,uuid,boolean,text,timestamp with time zone,timestamp with time zone,boolean,integer,uuid,integer)',
  'app.sees_project(text,uuid)',
  'app.similar_memories(text,integer,vector,uuid,integer,integer)',
  'app.similar_reports(text,integer)',
  'app.site_preview(bytea,timestamp with time zone)',
  'app.split_words(text)',
  'app.stemmed_words(text)',
  'app.sync_epoch()',
  'app.take_down_skill(uuid,bytea,uuid,text,timestamp with time zone)',
  'app.team_project_ids(uuid,uuid)',
  'app.team_role(uuid,uuid,uuid)',
  'app.terms_held(tsvector,tsquery[])',
  'app.titled_tasks(text,uuid[],integer)',
  'app.told_in_slack(uuid[])',
  'app.tunnels_held(uuid[],bigint[])',
  'app.unread_heads(uuid,integer)',
  'app.unsearched_projects(boolean)',
  'app.use_ci_token(uuid,text,bigint,uuid,text,jsonb,timestamp with time zone,timestamp with time zone)',
  'app.user_overview(uuid,timestamp with time zone)',
  'app.with_number(jsonb,uuid)',
  'app.words_in(text,text)',
  'app.words_in_title(text,text)',
  'app.words_like_in_documents(text[],uuid,boolean,integer)',
  'app.words_like_in_memories(text[],uuid[],integer)',
  'app.words_of_document(text,text,text)',
  'app.words_of_memory(text,text[])',
  'app.workspace_role(uuid,uuid,uuid)',
]

const servers = inject('servers')
const name = `baton_functions_${process.pid}`
const url = new URL(servers.databaseUrl)
url.pathname = `/${name}`
const target = { DATABASE_URL: url.href, DATABASE_KEY: servers.databaseKey }
const folder = `${mkdtempSync(join(tmpdir(), 'functions-'))}/`
const look = (text: string) => admin(servers, async (client) => (await client.query(text)).rows, name)
const write = (file: string, text: string) => writeFileSync(folder + file, text)
const applyFrom = (functions?: string) => migrate(target, [], functions ? { functions } : {})

/** Everything that makes a function what it is: its definition, its owner and who may call it. */
async function functions(): Promise<Map<string, { definition: string; oid: number }>> {
  const rows = await look(`
    select p.oid::regprocedure::text as name, p.oid, p.xmin::text,
      concat_ws(E'\\n', pg_get_functiondef(p.oid), 'owner ' || p.proowner::regrole,
        (select string_agg(format('%s to %s', a.privilege_type, case a.grantee when 0 then 'public' else a.grantee::regrole::text end), ', '
            order by a.privilege_type, a.grantee::regrole::text)
          from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a)) as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('app', 'auth', 'public') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)
  return new Map(rows.map((row) => [row.name, row]))
}
const definitions = async () => new Map([...(await functions())].map(([key, { definition }]) => [key, definition]))

beforeAll(async () => {
  await bootstrap(servers.adminUrl, target)
  await applyFrom(folder)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await admin(servers, (client) => client.query(`drop database if exists ${name} with (force)`))
})

test('the files leave every function as the migrations made it: definition, owner and grants', async () => {
  const before = await definitions()
  expect((await applyFrom()).length).toBeGreaterThan(30)
  const after = await definitions()
  expect([...after.keys()].filter((key) => before.get(key) !== after.get(key))).toEqual(changed)
  expect([...before.keys()].filter((key) => !after.has(key))).toEqual([])
})

test('every function has a file, and applying the files again changes nothing', async () => {
  const before = await functions()
  const written = async () => new Map((await look('select oid, xmin::text from pg_proc')).map(({ oid, xmin }) => [oid, xmin]))
  const rows = await written()
  expect(await applyFrom()).toEqual([])
  await look('truncate function_files')
  await applyFrom()
  const after = await functions()
  const again = await written()
  expect([...after].map(([key, { definition }]) => [key, definition])).toEqual(
    [...before].map(([key, { definition }]) => [key, definition]),
  )
  expect([...after].filter(([, { oid }]) => rows.get(oid) === again.get(oid)).map(([key]) => key)).toEqual([])
})

test('callers notice nothing while the functions are made anew', async () => {
  const client = new pg.Client({ connectionString: roleUrl(target, 'baton_app') })
  await client.connect()
  const state = { done: false }
  const call = async () => {
    let calls = 0
    while (!state.done) {
      await client.query("begin; set local app.org_id = '00000000-0000-0000-0000-000000000001'")
      const { rows } = await client.query({ name: 'titles', text: 'select app.titled_tasks($1, null, 5), app.org()', values: ['anything'] })
      expect(rows).toEqual([])
      await client.query('commit')
      calls++
    }
    return calls
  }
  const calls = call()
  for (let round = 0; round < 5; round++) {
    await look('truncate function_files')
    await applyFrom()
  }
  state.done = true
  expect(await calls).toBeGreaterThan(50)
  await client.end()
})

test('a file is applied when it is new or has changed, also back to what it was', async () => {
  const answer = async () => (await look('select app.answer()'))[0].answer
  write('answer.sql', 'create or replace function app.answer() returns integer language sql as $$ select 1 $$;')
  expect(await applyFrom(folder)).toEqual(['functions/answer.sql'])
  expect(await applyFrom(folder)).toEqual([])
  write('answer.sql', 'create or replace function app.answer() returns integer language sql as $$ select 2 $$;')
  write('other.sql', 'create or replace function app.other() returns integer language sql as $$ select app.answer() $$;')
  expect(await applyFrom(folder)).toEqual(['functions/answer.sql', 'functions/other.sql'])
  expect(await answer()).toBe(2)
  write('answer.sql', 'create or replace function app.answer() returns integer language sql as $$ select 1 $$;')
  expect(await applyFrom(folder)).toEqual(['functions/answer.sql'])
  expect(await answer()).toBe(1)
})

test('a file that fails is named and undoes what came with it', async () => {
  write('answer.sql', 'create or replace function app.answer() returns integer language sql as $$ select 3 $$;')
  write('broken.sql', 'create or replace function app.broken() returns integer language sql as $$ select nothing $$;')
  await expect(applyFrom(folder)).rejects.toThrow('functions/broken.sql failed: column "nothing" does not exist')
  expect((await look('select app.answer()'))[0].answer).toBe(1)
})
