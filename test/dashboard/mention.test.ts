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

test('what is typed while the editor still comes is kept, and an @ offers people who come later still', async () => {
  const page = await dashboard.open(scene.mira, `/${scene.org}/projects`)
  const held: Record<'editor' | 'people', () => void> = { editor: () => {}, people: () => {} }
  const until = (what: 'editor' | 'people') => new Promise<void>((resolve) => (held[what] = resolve))
  const [editor, people] = [until('editor'), until('people')]
  await page.route(/editor-written/, (route) => editor.then(() => route.continue()))
  await page.route(/\/api\/organization\/members/, (route) => people.then(() => route.continue()))
  // Nothing this browser has read before helps.
  await page.evaluate('indexedDB.databases().then((all) => all.forEach(({ name }) => indexedDB.deleteDatabase(name)))')
  await page.goto(`/${scene.org}/t/BAT-1`)
  await page.getByRole('button', { name: 'Comment, or @mention' }).click()
  // No field is named: the letters go to whatever has the focus, as those of a person do.
  await page.keyboard.type('Look ')
  held.editor()
  await page.keyboard.type('at it, @')
  await page.locator('[contenteditable=true]').waitFor()
  expect(await page.getByRole('textbox', { name: 'Comment' }).textContent()).toBe('Look at it, @')
  held.people()
  await page.getByRole('option', { name: /jonas/ }).click()
  expect(await page.getByRole('textbox', { name: 'Comment' }).textContent()).toContain('Look at it, @jonas')
  await page.context().close()
})
