import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { newId } from '../../src/platform/ids.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { callTool } from '../looping/mcp-client.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let owner: Person
let member: Person
let viewer: Person

beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.person('olga')).createOrganization('acme')
  member = (await baton.person('member')).in(owner.organization ?? '')
  viewer = (await baton.person('viewer')).in(owner.organization ?? '')
})
afterAll(() => baton.close())

const steps = async (person = owner) => (await person.api.getGettingStarted({})).steps
type State = { org_id: string; origin?: unknown; agent_id: string; step: number }

/** Runs at once what the worker would run over two minutes; returns the number of steps. */
async function replay(): Promise<number> {
  for (let count = 0; ; count++) {
    const [job] = await baton.look<{ data: State }>(
      "select data from jobs.job where name = 'replaySample' order by created_on desc, (data ->> 'step')::int desc limit 1",
    )
    const { org_id, origin: _, ...state } = job?.data ?? ({} as State)
    const input = { ...state, step: count }
    if (state.step !== count) return count
    const call = { door: 'worker' } as const
    const { played } = await execute(baton.node.assembly.kernel, operations.get('replaySample'), system(org_id), input, call)
    if (!played) return count
  }
}

test('the checklist is ticked by what there is, not by who pressed what', async () => {
  expect(await owner.api.getGettingStarted({})).toMatchObject({ done: 0, of: 5, hidden: false, sample: null })
  await owner.api.createProject({ name: 'Ours', slug: 'ours' })
  await owner.api.createTask({ project: 'ours', title: 'First' })
  await owner.api.createFeature({ project: 'ours', title: 'First' })
  const agent = await owner.api.createAgent({ name: 'Rune' })
  expect((await steps()).agent).toBe(false)
  await callTool(baton.url, (await owner.mcpToken()).token, 'list_projects', {})
  expect(await steps()).toEqual({ agent: true, task: true, feature: true, people: false, budget: false })
  await owner.api.setAgentBudget({ agent: agent.id, daily_cost: 5 })
  await owner.do('POST', '/api/organization/members', { user: 'member' })
  await owner.do('POST', '/api/organization/members', { user: 'viewer', role: 'viewer' })
  expect(await owner.api.getGettingStarted({})).toMatchObject({ done: 5, of: 5 })
})

test('each person puts the checklist away for themselves, and favorites are each person’s own', async () => {
  const { id } = await owner.api.getProject({ project: 'ours' })
  await viewer.api.updatePreferences({ getting_started: 'hidden' })
  await viewer.api.favoriteProject({ project: id, favorite: true })
  expect((await viewer.api.getGettingStarted({})).hidden).toBe(true)
  expect((await owner.api.getGettingStarted({})).hidden).toBe(false)
  const favorite = async (person: Person) => (await person.api.listProjects({})).items.find(({ slug }) => slug === 'ours')?.favorite
  expect([await favorite(viewer), await favorite(owner)]).toEqual([true, false])
  expect(await viewer.api.favoriteProject({ project: id, favorite: false })).toMatchObject({ favorite_projects: [] })
  expect(await favorite(viewer)).toBe(false)
})

test('favorites that are chosen at the same moment are all kept', async () => {
  const ids = Array.from({ length: 8 }, () => newId())
  await Promise.all(ids.map((project) => member.api.favoriteProject({ project, favorite: true })))
  const { favorite_projects } = await member.api.getPreferences({})
  expect(favorite_projects.toSorted()).toEqual(ids.toSorted())
})

test('a sample project is there at one press, once, and counts nowhere', async () => {
  expect((await viewer.call('POST', '/api/sample-project')).status).toBe(403)
  const alone = await (await baton.person('solo')).createOrganization('solo-org')
  const made = await alone.api.createSampleProject({})
  expect(made).toMatchObject({ existed: false, agent: { name: 'Juniper' } })
  expect(await alone.api.createSampleProject({})).toMatchObject({ existed: true, project: { id: made.project.id } })
  expect(await steps(alone)).toEqual({ agent: false, task: false, feature: false, people: false, budget: false })
  const { items } = await alone.api.listTasks({ project: made.project.slug, limit: 100 })
  expect(items.length).toBeGreaterThan(10)
  expect(items.some(({ blocked }) => blocked)).toBe(true)
  const [feature] = (await alone.api.listFeatures({ project: made.project.slug })).items
  expect(feature).toMatchObject({ gate: 'build', passed: 2 })
  expect((await alone.api.listProjects({})).items[0]).toMatchObject({ sample: true, slug: made.project.slug })
  const { throughput } = await alone.api.getInsights({})
  expect(JSON.stringify(throughput)).not.toContain(made.agent.id)
})

test('the sample agent works through the ordinary operations, and everything goes in one press', async () => {
  const made = await member.api.createSampleProject({})
  expect(await replay()).toBe(9)
  const { items } = await member.api.listSessions({ whose: 'all', agent: made.agent.slug })
  expect(items).toMatchObject([{ status: 'ended', checkpoints: 3 }])
  const session = items[0]?.id ?? ''
  const { calls } = await member.api.listSessionCalls({ session })
  expect(calls.map(({ tool }) => tool)).toEqual(expect.arrayContaining(['claim_task', 'checkpoint_session', 'advance_feature']))
  const [task] = (await member.api.listTasks({ project: made.project.slug, status: ['in_review'], limit: 100 })).items.filter(({ title }) =>
    title.startsWith('Retry'),
  )
  expect(task).toMatchObject({ status: 'in_review' })
  const comments = await member.api.listComments({ item: task?.key ?? '' })
  expect(comments.items.filter(({ author_agent }) => author_agent?.name === 'Juniper')).toHaveLength(2)
  expect(comments.items.some(({ question }) => question?.choices.length === 3)).toBe(true)
  expect((await member.api.listFeatures({ project: made.project.slug })).items[0]).toMatchObject({ gate: 'review' })
  // Its usage shows up when asked for by project, but not in the organization's totals.
  expect((await member.api.getUsage({ by: 'day', project: made.project.slug })).total.cost).toBeCloseTo(0.29)
  expect((await owner.api.getUsage({ by: 'day' })).total.cost).toBe(null)
  expect((await member.api.listAgentsAtWork({})).items.filter(({ sample }) => sample).map(({ name }) => name)).toEqual(['Juniper'])

  const other = (await baton.person('other')).in(owner.organization ?? '')
  await owner.do('POST', '/api/organization/members', { user: 'other' })
  expect((await other.call('DELETE', '/api/sample-project')).status).toBe(403)
  expect(await member.api.removeSampleProject({})).toEqual({ removed: true })
  expect(await member.api.removeSampleProject({})).toEqual({ removed: false })
  expect((await member.api.listProjects({})).items.map(({ slug }) => slug)).toEqual(['ours'])
  expect((await member.api.listAgents({})).items.map(({ name }) => name)).not.toContain('Juniper')
  expect((await member.api.listMemories({})).items).toEqual([])
  // It can be created again.
  expect(await member.api.createSampleProject({})).toMatchObject({ existed: false })
})

test('a stopped sample agent plays no further', async () => {
  const { sample } = await member.api.getGettingStarted({})
  expect(sample?.may_remove).toBe(true)
  const [agent] = (await member.api.listAgents({ project: sample?.slug })).items
  await member.api.stopAgent({ agent: agent?.id ?? '', reason: 'enough' })
  expect(await replay()).toBe(0)
})
