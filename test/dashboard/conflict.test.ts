import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringAxe, violations } from './axe.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

const patience = { timeout: 240_000 }
const shots = process.env['CONFLICT_SHOTS']

let dashboard: Dashboard
let scene: Scene
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
}, patience.timeout)
afterAll(() => dashboard?.close())

const before = 'Failed deliveries are tried again.\n\nRetry five times, then give up.'
const described = (description: string) =>
  scene.mira.do('POST', '/api/tasks', { project: scene.slug, title: 'Retry webhooks', status: 'todo', description })
const textOf = async (key: string): Promise<string> => (await scene.mira.do('GET', `/api/tasks/${key}`)).description

/** Opens the editor and replaces its content with this text. */
async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit description' }).click()
  await page.getByRole('toolbar', { name: 'Format' }).waitFor()
  const editor = page.getByRole('textbox', { name: 'Description' })
  await editor.press('Control+a')
  await editor.pressSequentially(text)
}
const save = (page: Page) => page.getByRole('button', { name: 'Save description' }).click()
const dialogOf = (page: Page, key: string) => page.getByRole('dialog', { name: `Conflicting edits to the description of ${key}` })

async function showsBoth(dialog: Locator, theirs: string, mine: string): Promise<void> {
  const text = (name: string) => dialog.getByRole('region', { name: `Changes in ${name}` }).innerText()
  await expect.poll(() => text('Jonas Weber’s version'), patience).toContain(theirs)
  await expect.poll(() => text('Your version'), patience).toContain(mine)
}

async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const [kind, size] of [
    ['1280', { width: 1280, height: 800 }],
    ['390', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(size)
    await page.screenshot({ path: `${shots}/${name}-${kind}.png` })
  }
  await page.setViewportSize({ width, height })
}

for (const dark of [false, true])
  test(
    `two people change one description at once: both texts are kept, over a reload too${dark ? ', in the dark' : ''}`,
    patience,
    async () => {
      const { key } = await described(before)
      const at = `/${scene.org}/t/${key}`
      const [mira, jonas] = [await dashboard.open(scene.mira, at, { dark }), await dashboard.open(scene.jonas, at)]
      await write(mira, 'Retry eight times, says Mira.')
      await write(jonas, 'Retry three times, says Jonas.')
      await save(jonas)
      await expect.poll(() => textOf(key), patience).toContain('says Jonas')
      await mira.getByText('Someone else edited this while you were writing').waitFor()
      await save(mira)

      const dialog = dialogOf(mira, key)
      await showsBoth(dialog, 'says Jonas', 'says Mira')
      expect(await textOf(key)).toContain('says Jonas')
      await shoot(mira, `compare${dark ? '-dark' : ''}`)

      await bringAxe(mira.context())
      await mira.reload()
      await mira.getByText(`Your edit to the description of ${key} conflicts with a newer version.`).waitFor(patience)
      await mira.getByRole('main').getByText('says Jonas').waitFor()
      await shoot(mira, `after-reload${dark ? '-dark' : ''}`)
      await mira.getByRole('button', { name: 'Review' }).click()
      await showsBoth(dialog, 'says Jonas', 'says Mira')
      expect(await violations(mira)).toEqual([])

      await dialog.getByRole('button', { name: 'Merge…' }).click()
      await dialog.getByLabel('Merged description').fill('Retry eight times, say Mira and Jonas.')
      await shoot(mira, `merge${dark ? '-dark' : ''}`)
      await dialog.getByRole('button', { name: 'Save merged description' }).click()
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => textOf(key), patience).toBe('Retry eight times, say Mira and Jonas.')
      await jonas.getByText('say Mira and Jonas').waitFor()
      await mira.getByText('conflicts with a newer version').waitFor({ state: 'detached' })
      await Promise.all([mira.context().close(), jonas.context().close()])
    },
  )

test('one of them is offline: what she wrote is kept and compared when the connection is back', patience, async () => {
  const { key } = await described(before)
  const at = `/${scene.org}/t/${key}`
  const [mira, jonas] = [await dashboard.open(scene.mira, at), await dashboard.open(scene.jonas, at)]
  await write(mira, 'Retry eight times, says the train.')
  await mira.context().setOffline(true)
  await mira.getByText(/^Offline ·/).waitFor()
  await save(mira)
  await mira.getByText('1 change waits').waitFor()
  await mira.getByRole('main').getByText('says the train').waitFor()

  await write(jonas, 'Retry three times, says the office.')
  await save(jonas)
  await expect.poll(() => textOf(key), patience).toContain('says the office')
  await scene.jonas.do('PATCH', `/api/tasks/${key}`, { priority: 'urgent' })

  await mira.context().setOffline(false)
  await mira.getByText(`Your edit to the description of ${key} conflicts with a newer version.`).waitFor(patience)
  await mira.getByRole('main').getByText('says the office').waitFor()
  await mira.getByRole('button', { name: 'Review' }).click()
  const dialog = dialogOf(mira, key)
  await showsBoth(dialog, 'says the office', 'says the train')

  // Closing the dialog decides nothing.
  await mira.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await mira.getByRole('button', { name: 'Review' }).click()
  await dialog.getByRole('button', { name: 'Use mine' }).click()
  await expect.poll(() => textOf(key), patience).toBe('Retry eight times, says the train.')
  expect((await scene.mira.do('GET', `/api/tasks/${key}`)).priority).toBe('urgent')
  await jonas.getByText('says the train').waitFor()
  await Promise.all([mira.context().close(), jonas.context().close()])
})

test('theirs can be kept, and mine is still there to be copied', patience, async () => {
  const { key } = await described(before)
  const mira = await dashboard.open(scene.mira, `/${scene.org}/t/${key}`)
  await mira.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: dashboard.origin })
  await write(mira, 'Retry eight times, says Mira.')
  await scene.jonas.do('PATCH', `/api/tasks/${key}`, { description: 'Retry three times, says Jonas.' })
  await save(mira)
  await dialogOf(mira, key).getByRole('button', { name: 'Keep theirs' }).click()
  await mira.getByRole('button', { name: 'Copy mine' }).click()
  await expect.poll(() => mira.evaluate('navigator.clipboard.readText()')).toBe('Retry eight times, says Mira.')
  expect(await textOf(key)).toBe('Retry three times, says Jonas.')
  await mira.getByRole('main').getByText('says Jonas').waitFor()
  await mira.context().close()
})

test('a change of another field is no conflict', patience, async () => {
  const { key } = await described(before)
  const mira = await dashboard.open(scene.mira, `/${scene.org}/t/${key}`)
  await write(mira, 'Retry eight times.')
  await scene.jonas.do('PATCH', `/api/tasks/${key}`, { status: 'in_progress' })
  await save(mira)
  await expect.poll(() => textOf(key), patience).toBe('Retry eight times.')
  expect((await scene.mira.do('GET', `/api/tasks/${key}`)).status).toBe('in_progress')
  await mira.context().close()
})
