import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Person } from '../harness/person.ts'
import { picture } from './picture.ts'

let dashboard: Dashboard
let ann: Person
beforeAll(async () => {
  dashboard = await startDashboard()
  ann = await (await dashboard.baton.person('ann')).createOrganization('northwind')
  await ann.do('POST', '/api/projects', { slug: 'u-ber-la-den', name: 'Über Läden', key: 'LAD' })
  await ann.do('POST', '/api/tasks', { project: 'u-ber-la-den', title: 'Count the shops' })
})
afterAll(() => dashboard?.close())

test('a slug is changed in the settings of a project, and an old link leads to where the project is', async () => {
  const page = await dashboard.open(ann, '/northwind/projects?settings=u-ber-la-den')
  const field = page.getByRole('textbox', { name: 'Slug' })
  await expect.poll(() => field.inputValue()).toBe('u-ber-la-den')
  await picture(page, 'project-slug')
  await field.fill('shops')
  await page.getByRole('button', { name: 'Save project' }).click()
  await page.getByText('Project saved').waitFor()
  await page.goto('/northwind/p/u-ber-la-den/board?status=backlog')
  await page.waitForURL('**/northwind/p/shops/board?status=backlog')
  await page.getByRole('link', { name: /Count the shops/ }).waitFor()
  await page.context().close()
})
