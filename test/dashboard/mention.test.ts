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
  // Nothing that this browser has cached may help.
  await page.evaluate('indexedDB.databases().then((all) => all.forEach(({ name }) => indexedDB.deleteDatabase(name)))')
  await page.goto(`/${scene.org}/t/BAT-1`)
  await page.getByRole('button', { name: 'Comment, or @mention' }).click()
  // Typed without naming a field: the keystrokes go to whatever has the focus, as a person's do.
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

test('a dash typed within a list item stays the words that were seen', { timeout: 60_000 }, async () => {
  const page = await dashboard.open(scene.mira, `/${scene.org}/t/BAT-2`)
  await page.getByRole('button', { name: 'Comment, or @mention' }).click()
  await page.locator('[contenteditable=true]').waitFor()
  await page.keyboard.type('- first')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- second')
  await page.getByRole('textbox', { name: 'Comment' }).getByText('- second').waitFor()
  await page.getByRole('button', { name: 'Send comment' }).click()
  await expect.poll(async () => (await scene.mira.do('GET', '/api/tasks/BAT-2/comments')).items.length).toBe(1)
  const items = page.locator('[id^=comment-]').getByRole('listitem')
  await expect.poll(() => items.allInnerTexts()).toEqual(['first', '- second'])
  await page.context().close()
})
