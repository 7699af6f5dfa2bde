import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../assistant/model-server.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'

let model: ModelServer
let dashboard: Dashboard
beforeAll(async () => {
  model = await startModelServer()
  dashboard = await startDashboard({ ASSISTANT_URL: model.url, ASSISTANT_MODEL: 'test-1', EMBEDDINGS: 'off' })
})
afterAll(async () => {
  await dashboard?.close()
  await model.close()
})

test(
  'a person asks, reads the answer as it is written, opens what it cites, stops another one and deletes the chat',
  { timeout: 120_000 },
  async () => {
    const ann = await (await dashboard.baton.person('ann')).createOrganization('harbour')
    await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
    await ann.do('POST', '/api/projects/web/notes', { title: 'Berth fees', content: 'A berth costs 40 crowns a night.' })
    const page = await dashboard.open(ann, '/harbour/assistant')
    model.behave({ says: ['It costs ', '40 crowns ', '[1 "40 crowns a night"]. Or less [7].'], pauses: 50 })
    await page.getByRole('textbox', { name: 'Your question' }).fill('What does a berth cost?')
    await page.keyboard.press('Enter')
    await page.getByText('It costs 40 crowns [1]. Or less.').waitFor()
    await page.getByText('1 citation checked').waitFor()
    await page.getByText('1 citation was removed').waitFor()
    await page.getByRole('button', { name: 'Berth fees' }).click()
    await page.getByRole('complementary').getByText('A berth costs 40 crowns a night.').waitFor()
    await page.getByRole('navigation', { name: 'Conversations' }).getByText('What does a berth cost?').waitFor()

    model.behave({ says: Array.from({ length: 500 }, () => 'word '), pauses: 20 })
    await page.getByRole('textbox', { name: 'Your question' }).fill('And in winter, when the harbour is closed?')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByText('word word').first().waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => model.asked.at(-1)?.closed, { timeout: 5000 }).toBe(true)

    await page.getByRole('button', { name: 'Delete chat' }).click()
    await page.getByText('What would you like to know?').waitFor()
    expect(await ann.do('GET', '/api/ai/sessions')).toMatchObject({ items: [] })
  },
)
