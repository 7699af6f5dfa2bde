import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, streamableClient } from '../mcp/clients.ts'
import { startWorker } from '../harness/worker.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import { picture } from './picture.ts'

let dashboard: Dashboard
let worker: { close(): Promise<void> }
beforeAll(async () => {
  dashboard = await startDashboard()
  worker = await startWorker(dashboard.baton)
})
afterAll(async () => {
  await worker?.close()
  await dashboard?.close()
})

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
  await picture(phone, 'question')
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(36)
  await button.click()
  for (const page of [phone, desk]) await page.getByText(/answered .*ago/).waitFor()
  expect(await desk.getByRole('group', { name: 'Answers' }).count()).toBe(0)
  await agent.close()
  for (const page of [phone, desk]) await page.context().close()
})

test('a question is counted wherever its task is shown, a comment leaves it open, and on a phone it comes first', async () => {
  const mira = await (await dashboard.baton.person('lena')).createOrganization('southwind')
  await mira.do('POST', '/api/projects', { name: 'Shop', slug: 'shop', key: 'SHO' })
  const about = { description: 'What it is for, at length.\n\n'.repeat(40), assignee: 'lena' }
  const { key, id } = await mira.do('POST', '/api/tasks', { project: 'shop', title: 'Round the tax', ...about })
  const { token } = await mira.mcpToken('rune')
  const agent = await streamableClient({ url: dashboard.baton.url, token })
  await call(agent, 'claim_task', { task: key })
  const board = await dashboard.open(mira, '/southwind/p/shop/board')
  await board.getByRole('link', { name: `${key} Round the tax` }).waitFor()
  expect(await board.getByRole('img', { name: '1 open question' }).count()).toBe(0)

  // Counted where the task stands, as soon as it is asked.
  const asked = { task: key, comment: '@lena, up or down?', choices: ['Round up', 'Round down'] }
  await call(agent, 'update_task', asked)
  await board.locator(`[data-task="${id}"]`).getByRole('img', { name: '1 open question' }).waitFor()
  await picture(board, 'question-on-board')
  const desk = await dashboard.open(mira, '/southwind/p/shop/list')
  const counted = () => desk.getByRole('img', { name: '1 open question' }).first().waitFor()
  await counted()
  for (const page of ['/my', '/agents/live', `/t/${key}`]) {
    await desk.goto(`/southwind${page}`)
    await counted()
    await picture(desk, `question-on-${page.split('/')[1]}`)
  }

  // Talking beside it does not settle it, and says so.
  await desk.getByRole('button', { name: 'Comment, or @mention' }).click()
  await desk.getByRole('textbox', { name: 'Comment' }).pressSequentially('I will look into it.')
  await desk.getByRole('button', { name: 'Send comment' }).click()
  await desk.getByText(/^1 question of .+ is still open\./).waitFor()
  await desk.getByRole('button', { name: 'Show', exact: true }).click()
  const top = (locator: ReturnType<typeof desk.getByRole>) => locator.boundingBox().then((box) => box?.y ?? Infinity)
  await expect.poll(() => top(desk.getByRole('button', { name: 'Round down' }))).toBeLessThan(900)

  // On a phone the question is what one sees, its choices are in reach, and the message afterwards covers nothing below.
  const phone = await dashboard.open(mira, '/southwind/inbox', { phone: true, dark: true })
  await phone.getByRole('button', { name: new RegExp(`asks you in ${key}`) }).click()
  const choice = phone.getByRole('button', { name: 'Round down' })
  await choice.waitFor()
  expect(await choice.count()).toBe(1)
  await picture(phone, 'question-first')
  expect(await top(choice)).toBeLessThan(600)
  expect(await phone.getByRole('button', { name: /^Answer / }).count()).toBe(0)
  await choice.click()
  const told = phone.getByText('Answered: Round down')
  await told.waitFor()
  expect(await top(told)).toBeLessThan(200)
  await phone.getByText(/answered .*ago/).waitFor()
  await picture(phone, 'question-answered')

  // Settled, it is counted nowhere.
  await expect.poll(() => board.getByRole('img', { name: /open question/ }).count()).toBe(0)
  await expect.poll(() => desk.getByText('still open').count()).toBe(0)
  await agent.close()
  for (const page of [board, desk, phone]) await page.context().close()
})
