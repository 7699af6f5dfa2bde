import { afterAll, beforeAll, expect, test } from 'vitest'
import { visibleTo, readLog } from '../../src/capabilities/log/read-log.ts'
import { hiddenProjectsOf } from '../../src/capabilities/projects/project-visibility.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { callTool } from '../looping/mcp-client.ts'
import type { Person } from '../harness/person.ts'
import { plansOf } from '../harness/plans-of.ts'

let baton: Baton
let owner: Person
let member: Person

beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.person('olga')).createOrganization('acme')
  member = (await baton.person('member')).in(owner.organization ?? '')
  await owner.do('POST', '/api/organization/members', { user: 'member' })
  await owner.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await owner.do('POST', '/api/projects', { name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
})
afterAll(() => baton.close())

interface Entry {
  seq: number
  type: string
  logged: boolean
  summary: string
}
const feed = async (person: Person, query = ''): Promise<Entry[]> => (await person.do('GET', `/api/activity?${query}`)).items
const summaries = async (person: Person, query = '') => (await feed(person, query)).map((entry) => entry.summary)

async function everyPage(person: Person, query: string): Promise<Entry[]> {
  const seen: Entry[] = []
  let cursor = ''
  do {
    const page = await person.do('GET', `/api/activity?${query}${cursor}`)
    expect(page.items.length).toBeGreaterThan(0)
    seen.push(...page.items)
    cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : ''
  } while (cursor)
  return seen
}

test('the feed tells who did what, in words', async () => {
  const task = await owner.do('POST', '/api/tasks', { project: 'web', title: 'Fix login' })
  const { token } = await member.mcpToken()
  await callTool(baton.url, token, 'complete_task', { task: task.key })
  await callTool(baton.url, token, 'create_note', { project: 'web', title: 'Findings' })
  const [note, completed, created] = (await owner.do('GET', '/api/projects/web/activity?limit=3')).items
  expect([created.summary, completed.summary, note.summary]).toEqual([
    `created ${task.key} Fix login`,
    `completed ${task.key} Fix login`,
    'created note Findings',
  ])
  expect(created.actor).toMatchObject({ user_handle: 'olga', user_name: 'Name of olga', agent_name: null, door: 'rest' })
  expect(completed.actor).toMatchObject({ user_handle: 'member', door: 'mcp' })
  expect(completed.actor.agent_name).toBeTruthy()
  const history = (await owner.do('GET', `/api/tasks/${task.key}`)).history.map((entry: Entry) => entry.summary)
  expect(history).toContain(`completed ${task.key} Fix login`)
  expect(await summaries(owner, `agent=${completed.actor.agent_id}&type=task.updated`)).toEqual([completed.summary])
  expect(await summaries(owner, `subject=${task.id}`)).toEqual(history)
})

test('whatever a caller logs, it is never an event of the system’s', async () => {
  const logged = await member.do('POST', '/api/activity', { type: 'project.deleted', description: 'Ha\nha', metadata: { build: 7 } })
  const entry = await owner.do('GET', `/api/activity/${logged.id}`)
  expect(entry).toMatchObject({ logged: true, summary: 'logged project.deleted: Ha ha' })
  const [stored] = await baton.look<{ type: string }>('select type from events where subject_id = $1', [logged.id])
  expect(stored?.type).toBe('activity.logged')
  expect(entry.actor.user_id).toBe(member.user.id)
  expect((await owner.do('GET', `/api/activity/${entry.seq}`)).summary).toBe(entry.summary)
  await owner.do('POST', '/api/projects', { name: 'Gone', slug: 'gone', key: 'GON' })
  await owner.do('DELETE', '/api/projects/gone')
  const found = (await owner.do('GET', '/api/activity?type=project.deleted')).items
  expect(found.map((one: Entry) => [one.logged, one.summary])).toEqual([
    [false, 'deleted project GON Gone'],
    [true, 'logged project.deleted: Ha ha'],
  ])
  const large = Object.fromEntries(Array.from({ length: 10 }, (_, place) => [`k${place}`, 'x'.repeat(1000)]))
  expect((await member.call('POST', '/api/activity', { type: 'x', description: 'x', metadata: large })).status).toBe(400)
  expect((await member.call('GET', '/api/activity/999999')).status).toBe(404)
})

test('what was logged is read back as it was logged, and found by its type, over both doors', async () => {
  const given = { type: 'deploy', description: 'Rolled out\n1.2', metadata: { build: 7, canary: false } }
  const logged = await owner.do('POST', '/api/activity', { project: 'web', ...given })
  await owner.do('POST', '/api/activity', { project: 'web', type: 'rollback', description: 'Rolled back' })
  const { items } = await owner.do('GET', '/api/projects/web/activity?type=deploy')
  expect(items).toMatchObject([{ ...given, logged: true, subject_id: logged.id, summary: 'logged deploy: Rolled out 1.2' }])
  expect(await owner.do('GET', `/api/activity/${logged.id}`)).toMatchObject({ ...given, logged: true })
  expect((await feed(owner, 'type=activity.logged')).map(({ type }) => type).slice(0, 2)).toEqual(['rollback', 'deploy'])
  const { token } = await member.mcpToken()
  const { body } = await callTool(baton.url, token, 'list_activities', { type: 'deploy' })
  expect(body.items).toMatchObject([{ type: 'deploy', logged: true, description: given.description }])
  const [task] = await feed(owner, 'type=task.created')
  expect(task).toMatchObject({ logged: false, metadata: {}, description: task?.summary })
})

test('for everyone and every filter the feed is the log without what they may not see', async () => {
  await owner.do('POST', '/api/tasks', { project: 'secret', title: 'canary task' })
  const hidden = await owner.do('POST', '/api/activity', { project: 'secret', type: 'deploy', description: 'canary deploy' })
  await owner.do('POST', '/api/notes', { title: 'canary of the owner' })
  const own = await member.do('POST', '/api/notes', { title: 'canary of the member' })
  const database = baton.node.assembly.kernel.database
  const org = owner.organization ?? ''
  const { events } = await readLog(database, org, 0, 1000)
  for (const person of [owner, member]) {
    const secret = await hiddenProjectsOf(database, org, person.user.id)
    const naive = events.filter((event) => visibleTo(person.user.id, secret, event) && !event.type.startsWith('notification'))
    const expected = (keep: (event: (typeof events)[number]) => boolean) =>
      naive
        .filter(keep)
        .map((event) => event.seq)
        .toReversed()
    const seqs = async (query: string) => (await everyPage(person, `limit=3${query}`)).map((entry) => entry.seq)
    expect(await seqs('')).toEqual(expected(() => true))
    expect(await seqs('&type=deploy')).toEqual(
      expected((event) => event.type === 'activity.logged' && (event.data as { activity: { type: string } }).activity.type === 'deploy'),
    )
    expect(await seqs('&type=note.created')).toEqual(expected((event) => event.type === 'note.created'))
    expect(await seqs('&user=olga')).toEqual(expected((event) => (event.actor as { user_id: string }).user_id === owner.user.id))
  }
  expect(JSON.stringify(await feed(member))).not.toMatch(/canary (task|deploy|of the owner)/)
  expect(JSON.stringify(await feed(owner))).not.toContain('canary of the member')
  const [personal] = await feed(member, `subject=${own.id}`)
  const [task] = await feed(owner, 'type=task.created&limit=1')
  expect((await owner.call('GET', `/api/activity/${personal?.seq}`)).status).toBe(404)
  expect((await member.call('GET', `/api/activity/${task?.seq}`)).status).toBe(404)
  expect((await member.call('GET', `/api/activity/${hidden.id}`)).status).toBe(404)
  expect((await member.call('GET', '/api/projects/secret/activity')).status).toBe(404)
})

test('since and until cut where the times say, whatever the order of the commits', async () => {
  const all = await baton.look<{ at: Date; seq: string }>('select at, seq from events where org_id = $1 and owner_id is null order by at', [
    owner.organization,
  ])
  for (const { at } of [all[0], all[Math.floor(all.length / 2)], all.at(-1)] as { at: Date }[]) {
    const day = at.toISOString()
    const [since, until] = [
      await everyPage(owner, `limit=50&since=${day}`),
      (await owner.do('GET', `/api/activity?limit=100&until=${day}`)).items,
    ]
    const [count] = await baton.look<{ since: number; until: number }>(
      `select count(*) filter (where at >= $3::timestamptz)::int as since, count(*) filter (where at < $3::timestamptz)::int as until from events
        where org_id = $1 and (owner_id is null or owner_id = $2)`,
      [owner.organization, owner.user.id, day],
    )
    expect([since.length, until.length]).toEqual([count?.since, Math.min(100, count?.until ?? 0)])
  }
})

test('reading page by page while others write neither skips nor repeats what was there', async () => {
  const before = (await everyPage(owner, 'limit=100')).map((entry) => entry.seq)
  let writing = true
  const write = async (place: number) => {
    for (let count = 0; writing && count < 30; count++)
      await owner.do('POST', '/api/activity', { type: 'noise', description: `${place} ${count}` })
  }
  const writers = [write(1), write(2), write(3)]
  const during = (await everyPage(owner, 'limit=4')).map((entry) => entry.seq)
  writing = false
  await Promise.all(writers)
  expect(during.filter((seq) => seq <= (before[0] as number))).toEqual(before)
  expect(during).toEqual([...new Set(during)].toSorted((a, b) => b - a))
})

test('in a long log every filter goes along an index, newest first', async () => {
  const org = owner.organization ?? ''
  await baton.look(
    `insert into events (org_id, seq, at, type, actor, project_id, owner_id, subject_id, data)
      select $1, 1000000 + i, now() - interval '1 day' + i * interval '1 second', case i when 9 then 'rare.event' else 'note.updated' end,
        jsonb_build_object('user_id', case i when 7 then $3 else $2 end, 'agent_id', case i when 5 then $3 end, 'credential', 'interactive', 'door', 'rest'),
        null, null, null, '{}' from generate_series(1, 20000) i`,
    [org, owner.user.id, '01890000-0000-7000-8000-000000000001'],
  )
  await baton.look('vacuum analyze events')
  const someone = '01890000-0000-7000-8000-000000000001'
  const filters: [string, Record<string, unknown>, RegExp][] = [
    ['none', {}, /Index Scan Backward using events_\d+_pkey/],
    ['type', { type: 'rare.event' }, /Index Scan Backward using events_\d+_org_id_type_seq_idx/],
    ['kinds', { kinds: ['note'] }, /Index Scan Backward using events_\d+_pkey/],
    ['user', { user: someone }, /Index Scan Backward using events_\d+_org_id_user_id_seq_idx/],
    ['agent', { agent: someone }, /Index Scan Backward using events_\d+_org_id_agent_id_seq_idx/],
    ['until', { until: '2001-01-01' }, /Index Cond: .*seq < /],
    ['cursor', { before: 1_000_500 }, /Index Scan Backward using events_\d+_pkey/],
  ]
  for (const [name, { type = null, kinds = null, user = null, agent = null, until = null, before = null }, index] of filters) {
    const values = [type, kinds, user, agent, until, before]
    const plans = await plansOf(
      baton,
      { org, user: owner.user.id },
      'select * from app.feed($1, $2, $3, $4, null, null, null, $5, $6, 51)',
      values,
    )
    const plan = plans.find((one) => one.includes('e.subject_id, e.data from public.events')) ?? ''
    expect(plan, name).toMatch(index)
    expect(plan, name).not.toMatch(/Seq Scan on events|Sort Key/)
  }
  await baton.look(
    "insert into logged_types select org_id, case when seq % 100 = 0 then 'rare' else 'often' end, seq from events where org_id = $1 and seq > 1000000",
    [org],
  )
  await baton.look('vacuum analyze logged_types')
  const plans = await plansOf(
    baton,
    { org, user: owner.user.id },
    "select * from app.feed('rare', null, null, null, null, null, null, null, null, 51)",
    [],
  )
  const plan = plans.find((one) => one.includes('from public.logged_types t')) ?? ''
  expect(plan).toMatch(/Index (Only )?Scan Backward using logged_types_pkey/)
  expect(plan).not.toMatch(/Seq Scan on (events|logged_types)|Sort Key/)
})
