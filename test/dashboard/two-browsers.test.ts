import { afterAll, beforeAll, expect, test } from 'vitest'
import { overStreamable } from '../mcp/at.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
})
afterAll(() => dashboard?.close())

const board = () => `/${scene.org}/p/${scene.slug}/board`

test('two people on one board see what the other does, without a reload', async () => {
  const [mira, jonas] = [await dashboard.open(scene.mira, board()), await dashboard.open(scene.jonas, board())]
  const card = (page: typeof mira, column: string, title: string) =>
    page.getByRole('region', { name: `Tasks in ${column}` }).getByRole('link', { name: new RegExp(title) })
  await card(mira, 'Todo', 'Compare any two spec versions').waitFor()
  await card(jonas, 'Todo', 'Compare any two spec versions').waitFor()

  await card(mira, 'Todo', 'Compare any two spec versions').focus()
  await mira.keyboard.press('s')
  await mira.getByRole('option', { name: 'In review' }).click()
  await card(mira, 'In review', 'Compare any two spec versions').waitFor()
  await card(jonas, 'In review', 'Compare any two spec versions').waitFor()

  await card(jonas, 'In review', 'Compare any two spec versions').focus()
  await jonas.keyboard.press('r')
  await jonas.getByRole('textbox', { name: /^Title of/ }).fill('Compare any three spec versions')
  await jonas.keyboard.press('Enter')
  await card(mira, 'In review', 'Compare any three spec versions').waitFor()

  await mira.keyboard.press('c')
  await mira.getByLabel('Title').fill('Seen by both')
  await mira.getByRole('button', { name: 'Create task' }).click()
  await card(mira, 'Todo', 'Seen by both').waitFor()
  await card(jonas, 'Todo', 'Seen by both').waitFor()

  await card(jonas, 'Todo', 'Seen by both').focus()
  await jonas.keyboard.press('Backspace')
  await card(jonas, 'Todo', 'Seen by both').waitFor({ state: 'detached' })
  await card(mira, 'Todo', 'Seen by both').waitFor({ state: 'detached' })
  await jonas.getByRole('button', { name: 'Undo' }).click()
  await card(jonas, 'Todo', 'Seen by both').waitFor()
  await card(mira, 'Todo', 'Seen by both').waitFor()
  await Promise.all([mira.context().close(), jonas.context().close()])
})

test('an agent’s change over MCP is on another person’s open board without a reload', async () => {
  const page = await dashboard.open(scene.jonas, board())
  await page.getByRole('link', { name: /Rotate an API key/ }).waitFor()
  const { token } = await scene.mira.mcpToken('nova')
  const agent = await overStreamable({ url: dashboard.baton.url, token, name: 'nova' })
  const listed = await scene.mira.do('GET', `/api/tasks?project=${scene.slug}&text=Rotate`)
  const { key } = listed.items[0]
  const moves = ['todo', 'in_progress', 'in_review', 'backlog', 'todo'] as const
  const words = { todo: 'Todo', in_progress: 'In progress', in_review: 'In review', backlog: 'Backlog' }
  await page.evaluate('window.notReloaded = true')
  for (const status of moves) {
    const shown = page.getByRole('region', { name: `Tasks in ${words[status]}` }).getByRole('link', { name: /Rotate an API key/ })
    await agent.callTool({ name: 'update_task', arguments: { task: key, status } })
    await shown.waitFor()
  }
  await agent.close()
  expect(await page.evaluate('window.notReloaded')).toBe(true)
  await page.context().close()
})
