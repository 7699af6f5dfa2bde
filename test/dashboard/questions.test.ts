import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, streamableClient } from '../mcp/clients.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'

let dashboard: Dashboard
beforeAll(async () => void (dashboard = await startDashboard()))
afterAll(() => dashboard?.close())

test('a question of an agent is answered on the phone with one tap, and a second window sees who picked what', async () => {
  const mira = await (await dashboard.baton.person('mira')).createOrganization('northwind')
  await mira.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  const { key } = await mira.do('POST', '/api/tasks', { project: 'web', title: 'Round the tax' })
  const { token } = await mira.mcpToken('rune')
  const agent = await streamableClient({ url: dashboard.baton.url, token })
  await call(agent, 'claim_task', { task: key })
  await call(agent, 'update_task', { task: key, comment: '@mira, up or down?', choices: ['Round up', 'Round down'] })
  const desk = await dashboard.open(mira, `/northwind/t/${key}`)
  const phone = await dashboard.open(mira, `/northwind/t/${key}`, { phone: true, dark: true })
  await desk.getByRole('group', { name: 'Answers' }).waitFor()
  const button = phone.getByRole('button', { name: 'Round down' })
  await button.waitFor()
  if (process.env['SCREENSHOTS']) await phone.screenshot({ path: `${process.env['SCREENSHOTS']}/question.png` })
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(36)
  await button.click()
  for (const page of [phone, desk]) await page.getByText(/answered .*ago/).waitFor()
  expect(await desk.getByRole('group', { name: 'Answers' }).count()).toBe(0)
  await agent.close()
  for (const page of [phone, desk]) await page.context().close()
})
