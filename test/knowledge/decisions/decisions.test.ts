import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Input } from '../../../client/src/create-client.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { callTool } from '../../looping/mcp-client.ts'
import type { Person } from '../../harness/person.ts'
import { longestTurn, yardstick } from '../../harness/cpu.ts'

let baton: Baton
let owner: Person
let member: Person

beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.person('owner')).createOrganization('acme')
  member = (await baton.person('member')).in(owner.organization ?? '')
  await owner.api.addMember({ user: 'member' })
  await owner.api.createProject({ name: 'Web', slug: 'web', key: 'WEB' })
  await owner.api.createProject({ name: 'Api', slug: 'api', key: 'API' })
  await owner.api.createProject({ name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
})
afterAll(() => baton.close())

const log = (title: string, more: Partial<Input<'logDecision'>> = {}, project = 'web') => owner.api.logDecision({ project, title, ...more })
const get = (ref: string, who = owner) => who.api.getDecision({ decision: ref })
const events = (subject: string) =>
  baton.look<{ type: string; data: any }>('select type, data from events where subject_id = $1 order by seq', [subject])

test('a decision keeps why it was taken, what else there was, and who took it', async () => {
  const alternatives = [{ title: 'MySQL', why_not: 'no row-level security' }]
  const made = await log('Use PostgreSQL', { context: 'A store', rationale: 'One engine', alternatives, tags: ['db'] })
  expect(made).toMatchObject({ ref: expect.stringMatching(/^WEB-D\d+$/), status: 'accepted', alternatives, same_title: [] })
  expect(made).toMatchObject({ decided_by: owner.user.id, decided_by_agent: false, decided_by_agent_id: null })
  expect(await get('use postgresql')).toMatchObject({ id: made.id, rationale: 'One engine', discussion: [], supersedes: [], links: [] })
  const ours = await owner.api.logDecision({ title: 'Write in English' })
  expect(ours).toMatchObject({ ref: expect.stringMatching(/^D\d+$/), project_id: null })
})

test('what an agent decides is written down as an agent’s', async () => {
  const { token } = await owner.mcpToken()
  const { body } = await callTool(baton.url, token, 'log_decision', { project: 'web', title: 'By an agent' })
  expect(body).toMatchObject({ decided_by: owner.user.id, decided_by_agent: true, decided_by_agent_id: expect.any(String) })
})

test('a proposal can be reworded until it is decided; then its words stay, and the discussion goes on', async () => {
  const { ref, id } = await log('Proposal', { status: 'proposed', rationale: 'draft' })
  expect(await get(ref)).toMatchObject({ decided_at: null, decided_by: null })
  await owner.api.updateDecision({ decision: ref, rationale: 'final' })
  expect(await owner.api.updateDecision({ decision: ref, status: 'accepted' })).toMatchObject({ decided_by: owner.user.id })
  for (const change of [
    { rationale: 'other' },
    { context: 'x' },
    { title: 'x' },
    { alternatives: [{ title: 'x', why_not: 'y' }] },
    { status: 'rejected' },
  ]) {
    const refused = await owner.call('PATCH', `/api/decisions/${ref}`, change)
    expect(refused.body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('supersedes') })
  }
  await owner.api.updateDecision({ decision: ref, outcome: 'It held.', paths: ['src/**'], say: 'Looks good @member' })
  expect((await owner.call('PATCH', `/api/decisions/${ref}`, { outcome: 'It did not.' })).body.code).toBe('conflict')
  await owner.api.addDecisionEntry({ decision: ref, body: 'Second thoughts' })
  const now = await get(ref)
  expect(now).toMatchObject({ rationale: 'final', outcome: 'It held.', discussion_count: 2 })
  expect(now.discussion.map(({ body }: { body: string }) => body)).toEqual(['Looks good @member', 'Second thoughts'])
  const told = await events(id)
  expect(told.map(({ type }) => type)).toEqual([
    'decision.logged',
    'decision.updated',
    'decision.updated',
    'decision.updated',
    'decision.discussed',
    'decision.discussed',
  ])
  expect(told[4]?.data).toMatchObject({ decision: { ref }, entry: { body: 'Looks good @member' }, mentions: [member.user.id] })
})

test('a long discussion is shown as far as it can be read at once; its own list has all of it', async () => {
  const { ref } = await log('Long discussion')
  for (const letter of ['a', 'b', 'c']) await owner.api.addDecisionEntry({ decision: ref, body: letter.repeat(9000) })
  const shown = await get(ref)
  expect(shown.discussion.map(({ body }: any) => body[0])).toEqual(['b', 'c'])
  expect(shown.discussion_count).toBe(3)
  const first = await owner.api.listDecisionEntries({ decision: ref, limit: 2 })
  const rest = await owner.api.listDecisionEntries({ decision: ref, limit: 2, cursor: first.next_cursor ?? '' })
  expect([...first.items, ...rest.items].map(({ body }: any) => body[0])).toEqual(['a', 'b', 'c'])
})

test('a decision that supersedes another takes its place, link by link, and a chain never closes', async () => {
  const a = await log('Chain a')
  const b = await log('Chain b', { supersedes: [a.ref] })
  const c = await log('Chain c')
  await owner.api.updateDecision({ decision: c.ref, supersedes: [b.ref] })
  expect(await get(a.ref)).toMatchObject({ status: 'superseded', superseded_by: b.id, superseded_by_decision: { ref: b.ref } })
  expect(await get(b.ref)).toMatchObject({ status: 'superseded', superseded_by: c.id, supersedes: [{ ref: a.ref }] })
  const refused = async (ref: string, supersedes: string[]) =>
    (await owner.call('PATCH', `/api/decisions/${ref}`, { supersedes })).body.code
  expect(await refused(a.ref, [c.ref])).toBe('conflict')
  expect(await refused(c.ref, [c.ref])).toBe('conflict')
  expect(await refused(c.ref, [a.ref])).toBe('conflict')
  expect((await owner.call('POST', '/api/projects/web/decisions', { title: 'Second successor', supersedes: [b.ref] })).status).toBe(409)
  expect((await owner.call('POST', '/api/projects/web/decisions', { title: 'Idea', status: 'proposed', supersedes: [c.ref] })).status).toBe(
    409,
  )
  expect((await owner.call('DELETE', `/api/decisions/${c.ref}`)).body.code).toBe('conflict')
  expect((await get(c.ref)).status).toBe('accepted')
  expect((await events(a.id)).at(-1)).toMatchObject({ type: 'decision.superseded', data: { by: { ref: b.ref } } })
  expect((await owner.api.updateDecision({ decision: c.ref, supersedes: [b.ref] })).version).toBe(1)
})

test('two that supersede each other at the same moment, or one thing twice, leave one successor', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b, c] = [await log(`Race a${round}`), await log(`Race b${round}`), await log(`Race c${round}`)]
    const patch = (ref: string, supersedes: string[]) => owner.call('PATCH', `/api/decisions/${ref}`, { supersedes })
    const mutual = await Promise.all([patch(a.ref, [b.ref]), patch(b.ref, [a.ref])])
    expect(mutual.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const twice = await Promise.all([log(`Race d${round}`), log(`Race e${round}`)])
    const both = await Promise.all(twice.map(({ ref }) => patch(ref, [c.ref])))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  }
})

test('a project’s decision overrules only its own project’s; the organization’s overrules any', async () => {
  const web = await log('Local')
  const ours = await owner.api.logDecision({ title: 'For all' })
  expect((await owner.call('POST', '/api/projects/api/decisions', { title: 'Across', supersedes: [web.ref] })).status).toBe(409)
  expect((await owner.call('POST', '/api/projects/web/decisions', { title: 'Above', supersedes: [ours.ref] })).status).toBe(409)
  await owner.api.updateDecision({ decision: ours.ref, supersedes: [web.ref] })
  expect((await get(web.ref)).superseded_by_decision?.ref).toBe(ours.ref)
})

test('the decisions in force that govern a file are found, the organization’s included', async () => {
  const api = await log('Api files', { paths: ['src/api/**'] }, 'api')
  const all = await owner.api.logDecision({ title: 'All migrations', paths: ['migrations/*.sql', 'src/**/*.sql'] })
  await log('Only proposed', { paths: ['**'], status: 'proposed' }, 'api')
  const hidden = await log('Canary', { paths: ['**'] }, 'secret')
  const ask = async (who: Person, project: string, ...paths: string[]) => {
    const query = paths.map((path) => `path=${encodeURIComponent(path)}`).join('&')
    return (await who.do('GET', `/api/projects/${project}/decisions/governing?${query}`)).items
  }
  expect(await ask(member, 'api', 'src/api/a.ts', 'src/api/b.sql', 'README.md')).toMatchObject([
    { ref: all.ref, governs: ['src/api/b.sql'] },
    { ref: api.ref, governs: ['src/api/a.ts', 'src/api/b.sql'] },
  ])
  expect((await ask(owner, 'web', 'migrations/1.sql')).map(({ ref }: any) => ref)).toEqual([all.ref])
  const listed = async (who: Person) => (await who.do('GET', '/api/decisions?path=src/api/x.sql')).items.map(({ ref }: any) => ref)
  expect(await listed(member)).not.toContain(hidden.ref)
  expect(await listed(owner)).toEqual(expect.arrayContaining([hidden.ref, all.ref, api.ref]))
  await owner.api.logDecision({ project: 'api', title: 'Newer', supersedes: [api.ref] })
  expect(await ask(owner, 'api', 'src/api/a.ts')).toEqual([])
  expect((await owner.call('POST', '/api/decisions', { title: 'Bad', paths: ['/etc/{a,b}'] })).status).toBe(400)
})

test('hostile globs and paths hold nothing up', async () => {
  const paths = Array.from({ length: 50 }, (_, place) => `**/${'*a'.repeat(90)}${place}b`)
  await Promise.all(Array.from({ length: 6 }, (_, place) => log(`Hostile ${place}`, { paths }, 'secret')))
  const query = Array.from({ length: 20 }, (_, place) => `path=${'a'.repeat(480)}${place}`).join('&')
  const path = `/api/projects/secret/decisions/governing?${query}`
  // Globs without a bound, or one that is reached in a single turn, take seconds in which nobody is answered.
  const longest = await longestTurn(() => Promise.all([owner.do('GET', path), owner.do('GET', '/health')]))
  expect(longest).toBeLessThan(yardstick())
})

test('the organization’s decisions are for all members, a private project’s for its own', async () => {
  const ours = await owner.api.logDecision({ title: 'For everybody', context: 'open' })
  const secret = await log('Canary secret', { context: 'canary' }, 'secret')
  await owner.api.addDecisionEntry({ decision: secret.ref, body: 'canary entry' })
  expect(await get(ours.ref, member)).toMatchObject({ context: 'open' })
  for (const name of [secret.ref, secret.id, 'Canary%20secret', `${secret.ref}/discussion`]) {
    expect((await member.call('GET', `/api/decisions/${name}`)).status, name).toBe(404)
  }
  expect((await member.call('GET', '/api/decisions?limit=100')).text).not.toContain('anary')
  expect((await member.call('GET', '/api/projects/secret/decisions')).status).toBe(404)
  expect((await member.call('PATCH', `/api/decisions/${ours.ref}`, { supersedes: [secret.ref] })).status).toBe(404)
  await owner.api.updateDecision({ decision: ours.ref, supersedes: [secret.ref], links: [secret.ref] })
  expect(await get(ours.ref, member)).toMatchObject({ supersedes: [], links: [] })
  expect(await get(ours.ref)).toMatchObject({ supersedes: [{ ref: secret.ref }], links: [{ ref: secret.ref }] })
})

test('decisions and what they are about lead to each other', async () => {
  const task = await owner.api.createTask({ project: 'web', title: 'Do it' })
  const spec = await owner.api.createSpec({ project: 'web', title: 'How' })
  const earlier = await log('Earlier')
  const made = await log('Linked', { links: [task.key, `${spec.ref}@1`, earlier.ref] })
  const { links } = await get(made.ref)
  expect(links.map(({ kind, version }) => [kind, version]).toSorted((one, other) => (String(one) < String(other) ? -1 : 1))).toEqual([
    ['decision', null],
    ['spec', 1],
    ['task', null],
  ])
  expect((await get(earlier.ref)).backlinks).toMatchObject([{ kind: 'decision', ref: made.ref }])
  await owner.api.updateDecision({ decision: made.ref, links: [] })
  expect((await get(earlier.ref)).backlinks).toEqual([])
})

test('lists are narrowed by scope, status, tag, title and time; what is deleted leaves them and comes back', async () => {
  const made = await log('Zebra', { tags: ['stripes'] })
  const refs = async (query: string) => (await owner.do('GET', `/api/decisions?${query}`)).items.map(({ ref }: any) => ref)
  expect(await refs('tag=stripes')).toEqual([made.ref])
  expect(await refs('title=zeb')).toEqual([made.ref])
  expect(await refs('title=zeb&since=2999-01-01')).toEqual([])
  expect(await refs('title=zeb&status=rejected')).toEqual([])
  expect((await refs('scope=organization')).every((ref: string) => ref.startsWith('D'))).toBe(true)
  await owner.api.deleteDecision({ decision: made.ref })
  expect(await refs('tag=stripes')).toEqual([])
  expect((await owner.call('GET', `/api/decisions/${made.ref}`)).status).toBe(404)
  await owner.api.restoreDecision({ decision: made.ref })
  expect(await refs('tag=stripes')).toEqual([made.ref])
  expect((await events(made.id)).map(({ type }) => type)).toEqual(['decision.logged', 'decision.deleted', 'decision.restored'])
})
