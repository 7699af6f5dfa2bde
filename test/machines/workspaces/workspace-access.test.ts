import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { callTool } from '../../looping/mcp-client.ts'
import { Person } from '../../harness/person.ts'
import { LiveClient } from '../../websocket/live-client.ts'
import { withoutIntervals } from '../../harness/clock.ts'
import { patience } from '../../harness/wait.ts'

let baton: Baton
let owner: Person
/** The node on which access is revoked: it must end on the other nodes too. */
let elsewhere: string
/** A node that learns of it only by being told. */
let told: string
beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.person()).createOrganization('acme')
  elsewhere = (await baton.addNode()).address
  told = (await withoutIntervals(() => baton.addNode())).address
})
afterAll(() => baton.close())

const far = (): Person => new Person(elsewhere, { user: owner.user, token: owner.token }, owner.password, owner.organization)

/** A member whose team has access to a private project through a workspace, connected at every door. */
async function inside(role: 'owner' | 'editor' | 'viewer' = 'editor') {
  const name = newId().slice(-8)
  const [team, project, workspace] = [`team-${name}`, `project-${name}`, `space-${name}`]
  const person = await baton.person()
  await owner.do('POST', '/api/organization/members', { user: person.user.handle })
  const member = person.in(owner.organization ?? '')
  await owner.do('POST', '/api/teams', { name: team, handle: team })
  const { id } = await owner.do('POST', '/api/projects', { name: project, slug: project, visibility: 'private' })
  await owner.do('POST', '/api/workspaces', { name: workspace, slug: workspace, projects: [project] })
  const live = await LiveClient.connect(member, told)
  await live.subscribe({ id: 'org', to: 'organization' })
  const rest = async () => (await member.call('GET', `/api/projects/${project}`)).status
  const { token } = await member.mcpToken()
  const mcp = async () => (await callTool(baton.url, token, 'get_project', { project })).status
  expect([await rest(), await mcp()]).toEqual([404, 404])
  await owner.do('POST', `/api/workspaces/${workspace}/teams`, { team, role })
  await owner.do('POST', `/api/teams/${team}/members`, { user: member.user.handle })
  expect([await rest(), await mcp()]).toEqual([200, 200])
  await live.until((frame) => frame.id === 'org' && frame.resync === 'access_changed')
  await live.subscribe({ id: 'project', to: 'project', project })
  return { member, team, project, id, workspace, live, rest, mcp, token }
}

/** The same, through a grant to the team itself. */
async function granted() {
  const who = await inside()
  await owner.do('PUT', `/api/teams/${who.team}/projects/${who.project}`, { role: 'editor' })
  await owner.do('DELETE', `/api/workspaces/${who.workspace}`)
  expect([await who.rest(), await who.mcp()]).toEqual([200, 200])
  return who
}

type Inside = Awaited<ReturnType<typeof inside>>
const ends: [string, (who: Inside) => Promise<unknown>, (() => Promise<Inside>)?][] = [
  ['the team leaves the workspace', ({ workspace, team }) => far().do('DELETE', `/api/workspaces/${workspace}/teams/${team}`)],
  ['the member leaves the team', ({ team, member }) => far().do('DELETE', `/api/teams/${team}/members/${member.user.handle}`)],
  ['the team is deleted', ({ team }) => far().do('DELETE', `/api/teams/${team}`)],
  ['the project leaves the workspace', ({ workspace }) => far().do('PATCH', `/api/workspaces/${workspace}`, { projects: [] })],
  ['the workspace is deleted', ({ workspace }) => far().do('DELETE', `/api/workspaces/${workspace}`)],
  ['the grant is taken back', ({ team, project }) => far().do('DELETE', `/api/teams/${team}/projects/${project}`), granted],
  [
    'the member leaves the team of the grant',
    ({ team, member }) => far().do('DELETE', `/api/teams/${team}/members/${member.user.handle}`),
    granted,
  ],
  ['the team of the grant is deleted', ({ team }) => far().do('DELETE', `/api/teams/${team}`), granted],
]

test.each(ends)('%s: at once nobody sees the project by it at any door', async (_, end, enter = inside) => {
  const who = await enter()
  await end(who)
  expect([await who.rest(), await who.mcp()]).toEqual([404, 404])
  await who.live.until((frame) => frame.id === 'project' && frame.ended === 'not_found')
  who.live.frames.length = who.live.texts.length = 0
  await owner.do('POST', '/api/tasks', { project: who.project, title: 'Unseen' })
  const marker = await owner.do('POST', '/api/projects', { name: 'Marker', slug: `marker-${newId().slice(-8)}` })
  await who.live.until((frame) => frame.event?.subject_id === marker.id)
  expect(who.live.texts.join()).not.toContain(who.id)
  expect((await who.member.do('GET', '/api/projects')).items.map(({ id }: { id: string }) => id)).not.toContain(who.id)
  await who.live.close()
})

test('a viewer reads the project and changes nothing in it, by no door; an editor works in it', async () => {
  const who = await inside('viewer')
  const task = await owner.do('POST', '/api/tasks', { project: who.project, title: 'Look at me' })
  const { member, project } = who
  expect((await member.do('GET', `/api/tasks/${task.key}`)).title).toBe('Look at me')
  expect([await member.do('GET', `/api/projects/${project}`), await owner.do('GET', `/api/projects/${project}`)]).toMatchObject([
    { read_only: true },
    { read_only: false },
  ])
  const tries: [string, string, unknown][] = [
    ['POST', '/api/tasks', { project, title: 'New' }],
    ['PATCH', `/api/tasks/${task.key}`, { title: 'Changed' }],
    ['DELETE', `/api/tasks/${task.key}`, undefined],
    ['POST', `/api/tasks/${task.key}/comments`, { body: 'Hello' }],
    ['PATCH', `/api/projects/${project}`, { name: 'Mine' }],
    ['POST', `/api/projects/${project}/archive`, undefined],
    ['POST', '/api/notes', { project, title: 'A note', content: 'Text' }],
  ]
  for (const [method, path, body] of tries) {
    const answer = await member.call(method, path, body)
    expect([answer.status, answer.body.code], `${method} ${path}: ${answer.text}`).toEqual([403, 'forbidden'])
  }
  expect((await callTool(baton.url, who.token, 'create_task', { project, title: 'By an agent' })).status).toBe(403)
  expect((await member.do('GET', `/api/tasks/${task.key}`)).title).toBe('Look at me')
  await owner.do('POST', `/api/workspaces/${who.workspace}/teams`, { team: who.team, role: 'editor' })
  expect((await member.do('PATCH', `/api/tasks/${task.key}`, { title: 'Changed' })).title).toBe('Changed')
  await who.live.close()
})

test('the highest of several roles counts, and a project that is no longer private is for all', async () => {
  const who = await inside('viewer')
  const write = async () => (await who.member.call('POST', '/api/tasks', { project: who.project, title: 'New' })).status
  expect(await write()).toBe(403)
  await owner.do('POST', '/api/workspaces', { name: `Second ${who.team}`, slug: `second-${who.team}`, projects: [who.project] })
  await owner.do('POST', `/api/workspaces/second-${who.team}/teams`, { team: who.team, role: 'editor' })
  expect(await write()).toBe(201)
  await owner.do('DELETE', `/api/workspaces/second-${who.team}`)
  expect(await write()).toBe(403)
  await owner.do('PATCH', `/api/projects/${who.project}`, { visibility: 'organization' })
  expect(await write()).toBe(201)
  await who.live.close()
})

test('search, and what is told to somebody who is away, know what their teams see', async () => {
  const who = await inside()
  const task = await owner.do('POST', '/api/tasks', { project: who.project, title: 'Quagga', assignee: who.member.user.handle })
  expect(task.assignee).toMatchObject({ handle: who.member.user.handle })
  const found = async () => (await who.member.call('GET', '/api/search?q=quagga')).text.includes(task.id)
  const told = async () => {
    const [row] = await baton.look(
      `select app.workspace_role($1, $2, $3) as role, (select count(*)::integer from app.notification_place($3, $1, $2, null, null)) as places`,
      [owner.organization, who.id, who.member.user.id],
    )
    return row
  }
  await expect.poll(found, { timeout: patience }).toBe(true)
  expect(await told()).toEqual({ role: 'editor', places: 1 })
  await owner.do('DELETE', `/api/teams/${who.team}`)
  expect(await found()).toBe(false)
  expect(await told()).toEqual({ role: null, places: 0 })
  await who.live.close()
})
