import { afterAll, beforeAll, expect, test } from 'vitest'
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

const before = '# Retries\n\nThe signature is made again for every attempt.\nDelay doubles from 30 s.\nAfter 8 attempts it is failed.\n'
const after =
  '# Retries\n\nDelay doubles from 30 s, capped at 8 h.\nAfter 8 attempts it is failed.\nThe signature is made again for every attempt.\n'

test(
  'two versions of a spec are compared in words and signs, and who was faster is shown before anything is lost',
  { timeout: 240_000 },
  async () => {
    const { mira, jonas, org, slug } = scene
    const { id } = await mira.do('POST', `/api/projects/${slug}/specs`, { title: 'Outgoing webhooks', body: before })
    const page = await dashboard.open(mira, `/${org}/specs/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const words = page.getByRole('textbox', { name: 'Spec text' })
    await words.fill(after)
    await page.getByLabel('Change summary').fill('Capped')
    await page.getByRole('button', { name: 'Save as version 2' }).click()
    await page.getByText('capped at 8 h').first().waitFor()

    await page.getByRole('link', { name: 'What version 2 changed' }).click()
    const difference = page.getByRole('region', { name: 'Version 1 compared with version 2' })
    await difference.waitFor()
    expect(await difference.getByRole('row', { name: 'removed Delay doubles from 30 s.' }).count()).toBe(1)
    expect(await difference.getByRole('row', { name: 'added Delay doubles from 30 s, capped at 8 h.' }).count()).toBe(1)
    expect(await difference.getByRole('row', { name: /moved from here The signature/ }).count()).toBe(1)
    expect(await difference.getByRole('row', { name: /moved here The signature/ }).count()).toBe(1)
    await page.getByLabel('From version').selectOption('0')
    await page.getByRole('region', { name: 'Version 0 compared with version 2' }).waitFor()

    await page.getByRole('button', { name: 'Edit' }).click()
    await words.fill(`${after}Mine.\n`)
    await jonas.do('POST', `/api/specs/${id}/versions`, { body: `${after}Theirs.\n`, based_on: 2 })
    await page.getByText('Version 3 was saved while you were editing version 2').waitFor()
    expect(await page.getByRole('button', { name: 'Save as version' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Continue with mine' }).click()
    await page.getByRole('button', { name: 'Save as version 4' }).click()
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    await page.getByText('Mine.').first().waitFor()
    expect((await mira.do('GET', `/api/specs/${id}`)).latest_version).toBe(4)
  },
)
