import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, result } from '../mcp/clients.ts'
import { connectAgent } from './areas/agents.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene
let wall: Page
let nova: Awaited<ReturnType<typeof connectAgent>>
let task: string
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  const { items } = await scene.mira.do('GET', `/api/tasks?project=${scene.slug}`)
  task = items.find((one: { status: string }) => one.status === 'todo').key
  nova = await connectAgent(scene, scene.mira, 'Nova', 'builder')
  wall = await dashboard.open(scene.mira, `/${scene.org}/agents/live`)
  await row('Nova').getByText('Idle').waitFor()
})
afterAll(() => dashboard?.close())

const row = (name: string) => wall.getByRole('row').filter({ has: wall.getByRole('rowheader', { name }) })

/** Performs an action as the agent and waits until the open page shows what came of it. */
async function shownAfter(act: () => Promise<unknown>, what: string): Promise<void> {
  await act()
  await row('Nova').getByText(what, { exact: true }).first().waitFor()
}

let session: string

test('an open wall shows what an agent does without a reload: its call, its task, its words, its spend', async () => {
  await wall.evaluate('window.notReloaded = true')
  await shownAfter(() => result(nova.client, 'list_tasks', { project: scene.slug }), 'list_tasks')
  session = (await result(nova.client, 'create_session', { goals: ['Compare two versions'], project: scene.slug })).id
  await shownAfter(() => result(nova.client, 'claim_task', { task, session }), task)
  const usage = { tokens_in: 1000, tokens_out: 200, cost: 1.25, model: 'model-4' }
  const checkpoint = { session, progress: 'Reading the differ', files: ['a.ts', 'b.ts'], usage }
  await shownAfter(() => result(nova.client, 'checkpoint_session', checkpoint), 'Reading the differ')
  await row('Nova').getByText('$1.25').waitFor()
  await shownAfter(
    () => result(nova.client, 'store_memory', { project: scene.slug, content: 'Headings are compared by their text.' }),
    'store_memory',
  )
  expect(await wall.evaluate('window.notReloaded')).toBe(true)
})

test('its session is told step by step: every call, what came of it, and what it had recalled', async () => {
  await result(nova.client, 'search_memory', { query: 'headings compared', project: scene.slug })
  const page = await dashboard.open(scene.mira, `/${scene.org}/sessions/${session}`)
  await page.getByText('Reading the differ').first().waitFor()
  const step = (tool: string) => page.getByRole('listitem').filter({ has: page.getByText(tool, { exact: true }) })
  await step('Claim task').getByText(new RegExp(task)).first().waitFor()
  await step('Save memory').waitFor()
  await step('Search memory').getByText('Headings are compared by their text.').first().waitFor()
  await page.getByText('$1.25').first().waitFor()
  await page.context().close()
})

test('a hint goes out with the next call, and the page says so', async () => {
  await row('Nova').getByRole('button', { name: 'More about Nova' }).click()
  await wall.getByRole('menuitem', { name: 'Send hint' }).click()
  await wall.getByLabel('Hint for Nova').fill('Leave the footnotes out.')
  await wall.getByRole('button', { name: 'Send hint' }).click()
  await wall.getByText('Nova gets your hint with its next tool call.').waitFor()
  const { structuredContent } = await call(nova.client, 'get_task', { task })
  expect(JSON.stringify(structuredContent)).toContain('Leave the footnotes out.')
})

test('Stop refuses the next write and turns the row; Undo lets the agent go on', async () => {
  await row('Nova').getByRole('button', { name: 'Stop Nova' }).click()
  await row('Nova').getByText('Stopped', { exact: true }).waitFor()
  await wall.getByText('Nova stopped. Leases released.').waitFor()
  const refused = await call(nova.client, 'store_memory', { project: scene.slug, content: 'Too late.' })
  expect(refused.isError).toBe(true)
  expect(JSON.stringify(refused)).toContain('agent_stopped')
  await wall.getByRole('button', { name: 'Undo' }).first().click()
  await row('Nova').getByRole('button', { name: 'Stop Nova' }).waitFor()
  await expect
    .poll(async () => (await call(nova.client, 'store_memory', { project: scene.slug, content: 'In time.' })).isError ?? false)
    .toBe(false)
})

test('a card an agent works on stays where it is until the person says so', async () => {
  const board = await dashboard.open(scene.mira, `/${scene.org}/p/${scene.slug}/board`)
  const made = await scene.mira.do('POST', '/api/tasks', { project: scene.slug, title: 'Held by Nova' })
  await result(nova.client, 'claim_task', { task: made.key })
  const inColumn = (name: string) => board.getByRole('region', { name: `Tasks in ${name}` }).getByRole('link', { name: /Held by Nova/ })
  await inColumn('In progress').waitFor()
  await inColumn('In progress').dragTo(board.getByRole('region', { name: 'Tasks in Todo' }).getByRole('link').first())
  await board.getByText(`An agent is working on ${made.key}.`, { exact: false }).waitFor()
  expect(await inColumn('In progress').count()).toBe(1)
  expect((await scene.mira.do('GET', `/api/tasks/${made.key}`)).lease).not.toBeNull()
  await board.getByRole('button', { name: 'Change anyway' }).click()
  await inColumn('Todo').waitFor()
  await expect.poll(async () => (await scene.mira.do('GET', `/api/tasks/${made.key}`)).lease).toBeNull()
  await board.close()
})

test('Pause all keeps session and lease, Resume all brings them back', async () => {
  const made = await scene.mira.do('POST', '/api/tasks', { project: scene.slug, title: 'Wait a moment' })
  const { id } = await result(nova.client, 'create_session', { goals: ['Pause'], project: scene.slug })
  await result(nova.client, 'claim_task', { task: made.key, session: id })
  await row('Nova').getByText(made.key).waitFor()
  await wall.getByRole('button', { name: 'Pause all' }).click()
  await row('Nova').getByText('Paused', { exact: true }).waitFor()
  await row('Nova').getByText('kept while paused').waitFor()
  await expect.poll(async () => (await call(nova.client, 'checkpoint_session', { session: id, progress: 'x' })).isError).toBe(true)
  await wall.getByRole('button', { name: 'Resume all' }).click()
  await expect.poll(async () => (await call(nova.client, 'checkpoint_session', { session: id, progress: 'x' })).isError).toBeFalsy()
  expect(await scene.mira.do('GET', `/api/tasks/${made.key}`)).toMatchObject({ lease: { agent: { name: 'Nova' } } })
})

test('Stop all asks first, with whose agents they are; Resume all lets them go on', async () => {
  const theirs = await connectAgent(scene, scene.jonas, 'Echo', 'builder')
  await row('Echo').waitFor()
  await wall.getByRole('button', { name: 'Stop all' }).click()
  const dialog = wall.getByRole('dialog')
  await dialog.getByRole('region', { name: 'Jonas Weber' }).getByText('Echo').waitFor()
  await dialog.getByRole('region', { name: 'Yours' }).getByText('Nova').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await call(theirs.client, 'list_projects', {})).isError ?? false).toBe(false)
  await row('Echo').getByText('Stopped', { exact: true }).waitFor({ state: 'hidden' })
  await wall.getByRole('button', { name: 'Stop all' }).click()
  await dialog.getByRole('button', { name: 'Stop 2 agents' }).click()
  await row('Echo').getByText('Stopped', { exact: true }).waitFor()
  await row('Nova').getByText('Stopped', { exact: true }).waitFor()
  await wall.getByRole('button', { name: 'Resume all' }).click()
  await row('Echo').getByRole('button', { name: 'Stop Echo' }).waitFor()
  await row('Nova').getByRole('button', { name: 'Stop Nova' }).waitFor()
})

test('a call of another agent moves no row, and under the pointer nothing does', async () => {
  const atlas = await connectAgent(scene, scene.mira, 'Atlas', 'builder')
  const order = () => wall.getByRole('rowheader').allInnerTexts()
  const named = async () => (await order()).map((text) => /Atlas|Echo|Nova/.exec(text)?.[0])
  await row('Atlas').waitFor()
  await wall.mouse.move(0, 0)
  for (const [agent, name] of [
    [atlas, 'Atlas'],
    [nova, 'Nova'],
  ] as const) {
    await result(agent.client, 'list_projects', {})
    await row(name).getByText('list_projects', { exact: true }).first().waitFor()
  }
  const before = await named()
  for (const [agent, name, tool] of [
    [atlas, 'Atlas', 'list_tasks'],
    [nova, 'Nova', 'list_tasks'],
    [atlas, 'Atlas', 'list_notes'],
  ] as const) {
    await result(agent.client, tool, { project: scene.slug })
    // By the time the page shows the call, it would have moved the row.
    await row(name).getByText(tool, { exact: true }).first().waitFor()
    expect(await named()).toEqual(before)
  }
  await row('Nova').hover()
  await scene.mira.do(
    'POST',
    `/api/agents/${(await scene.mira.do('GET', '/api/agents')).items.find((one: { name: string }) => one.name === 'Atlas').id}/stop`,
    {
      reason: 'To see whether its row moves',
    },
  )
  await row('Atlas').getByText('Stopped', { exact: true }).waitFor()
  expect(await named()).toEqual(before)
  await wall.mouse.move(0, 0)
  await expect.poll(named).not.toEqual(before)
})

test('a budget is held against what its own agents spent, not against everybody’s', async () => {
  const strip = async () => (await wall.getByRole('main').innerText()).replaceAll(/\s+/g, ' ')
  const lyra = await connectAgent(scene, scene.jonas, 'Lyra', 'builder')
  const { id } = await result(lyra.client, 'create_session', { goals: ['Spend'], project: scene.slug })
  await scene.mira.do('PUT', `/api/agents/${nova.slug}/budget`, { daily_cost: 5 })
  await result(lyra.client, 'checkpoint_session', {
    session: id,
    progress: 'Half',
    usage: { tokens_in: 1, tokens_out: 1, cost: 30, model: 'm' },
  })
  await expect.poll(strip, { timeout: 15_000 }).toContain('$31.25 today, budgets $1.25 of $5.00')
  // The agent's row shows only its own spend.
  await expect.poll(async () => (await row('Nova').innerText()).replaceAll(/\s+/g, ' ')).toMatch(/\$1\.25\+? \/ \$5\.00/)
})

test('what an agent calls reaches the wall in small frames, and nothing is read again for it', { timeout: 60_000 }, async () => {
  const page = await dashboard.open(scene.mira, '/auth/login')
  let received = 0
  const read: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (received += payload.length)))
  page.on('request', (request) => {
    if (/agents-at-work|\/api\/reads/.test(request.url())) read.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  await page.goto(`/${scene.org}/agents/live`)
  const shown = (what: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Nova' }) })
      .getByText(what, { exact: true })
      .first()
      .waitFor()
  await result(nova.client, 'list_tasks', { project: scene.slug })
  await shown('list_tasks')
  await shown('Running')
  // Reads caused by the agent waking up are done once nothing has been requested for a while.
  for (let before = -1; before !== read.length; await page.waitForTimeout(2000)) before = read.length
  read.length = received = 0
  const calls = 20
  for (let call = 0; call < calls; call++) await result(nova.client, 'list_notes', { project: scene.slug })
  await result(nova.client, 'list_projects', {})
  await shown('list_projects')
  console.log(`${calls} calls: ${received} bytes of frames, ${read.length} reads`)
  expect(read.filter((one) => /agents-at-work|listAgentsAtWork/.test(one))).toEqual([])
  expect(received).toBeLessThan(1000 * calls)
  await page.context().close()
})

test('an agent that falls silent is no longer running two minutes later, though nobody reads anything', { timeout: 60_000 }, async () => {
  const page = await dashboard.open(scene.mira, '/auth/login')
  await page.clock.install()
  await page.goto(`/${scene.org}/agents/live`)
  const its = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Nova' }) })
  await result(nova.client, 'list_tasks', { project: scene.slug })
  await its.getByText('Running', { exact: true }).waitFor()
  await page.clock.fastForward('02:30')
  await its
    .getByText(/^(Idle|Silent)$/)
    .first()
    .waitFor()
  expect(await its.getByText('Running', { exact: true }).count()).toBe(0)
  await page.context().close()
})
