import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../harness/person.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene
beforeAll(async () => {
  dashboard = await startDashboard({ MEMBERS_ADDED: 'directly' })
  scene = await makeScene(dashboard)
})
afterAll(() => dashboard?.close())

test('an API key is shown whole once, works, and ends when it is revoked', { timeout: 90_000 }, async () => {
  const page = await dashboard.open(scene.mira, '/northwind/settings/api-keys')
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Purpose').fill('Nightly report')
  await page.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('region', { name: 'the value' })
  await shown.waitFor()
  const key = (await shown.textContent()) ?? ''
  const tasks = () => send(dashboard.origin, 'GET', '/api/tasks?project=platform', undefined, { authorization: `Bearer ${key}` })
  expect((await tasks()).status).toBe(200)
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(key)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Nightly report').waitFor()
  expect(await page.content()).not.toContain(key)
  await page.getByRole('button', { name: 'Revoke Nightly report' }).click()
  await page.getByText('“Nightly report” revoked').waitFor()
  expect((await tasks()).status).toBe(401)
})

test('an admin makes a key for CI, whose results count as CI’s', { timeout: 90_000 }, async () => {
  const page = await dashboard.open(scene.mira, '/northwind/settings/api-keys')
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Purpose').fill('GitHub Actions')
  await page.getByLabel('Permissions').selectOption('report CI results')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.getByRole('region', { name: 'the value' }).textContent()) ?? ''
  const { id } = await scene.mira.do('POST', '/api/features', { project: 'platform', title: 'Passkey sign-in' })
  const check = { check: 'spec', outcome: 'pass', note: 'Agreed on.' }
  const answer = await send(dashboard.origin, 'POST', `/api/features/${id}/checks`, check, { authorization: `Bearer ${key}` })
  expect(answer.body, answer.text).toMatchObject({ rank: 'ci' })
})

test('a member’s role is changed by the owner, and what they may then do follows', { timeout: 90_000 }, async () => {
  const page = await dashboard.open(scene.mira, '/northwind/team')
  await page.getByLabel('Role of Jonas Weber').selectOption('viewer')
  await page.getByText('Jonas Weber is now viewer').waitFor()
  expect((await scene.jonas.call('POST', '/api/tasks', { project: 'platform', title: 'Not mine to make' })).status).toBe(403)
  const theirs = await dashboard.open(scene.jonas, '/northwind/settings/organization')
  await theirs.getByText('You are a viewer').waitFor()
  expect(await theirs.getByRole('button', { name: 'Delete organization' }).count()).toBe(0)
})

test('the theme follows the person’s choice at once and after a reload', { timeout: 90_000 }, async () => {
  const page = await dashboard.open(scene.mira, '/northwind/settings/preferences')
  await page.getByRole('radio', { name: 'Dark' }).click()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await page.reload()
  await page.getByRole('radio', { name: 'Dark' }).waitFor()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  expect((await scene.mira.do('GET', '/api/settings/preferences')).theme).toBe('dark')
})

test('a session ended here is over there', { timeout: 90_000 }, async () => {
  const there = await dashboard.open(scene.mira, '/northwind/settings/sessions')
  await there.getByText('This device').waitFor()
  const here = await dashboard.open(scene.mira, '/northwind/settings/sessions')
  await here.getByRole('button', { name: 'End all other sessions' }).click()
  await here.getByText('All other sessions ended').waitFor()
  await there.reload()
  await there.waitForURL(/\/auth\/login/)
})

test('a dialog says what is wrong at its field, in words for people, and no browser’s bubble does', { timeout: 120_000 }, async () => {
  const page = await dashboard.open(scene.mira, '/northwind/settings/api-keys')
  await page.getByRole('button', { name: 'New API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Purpose is required.').waitFor()
  expect(await dialog.getByLabel('Purpose').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Purpose').and(dialog.locator(':focus')).waitFor()

  await page.goto(`${dashboard.origin}/northwind/settings/webhooks`)
  await page.getByRole('button', { name: 'New webhook' }).click()
  await dialog.getByLabel('Endpoint URL').fill('http://example.com/hook')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await dialog.getByText('Enter an https:// URL.').waitFor()
  expect(await dialog.getByLabel('Endpoint URL').getAttribute('aria-invalid')).toBe('true')
  // Typing clears the error.
  await dialog.getByLabel('Endpoint URL').fill('https://example.com/hook')
  await dialog.getByText('Enter an https:// URL.').waitFor({ state: 'detached' })

  await page.goto(`${dashboard.origin}/northwind/team`)
  await page.getByRole('button', { name: 'New team' }).click()
  await dialog.getByLabel('Name').fill('Reliability')
  await dialog.getByLabel('Handle').fill('Not A Handle')
  await dialog.getByRole('button', { name: 'Create team' }).click()
  await dialog.getByText('Use lowercase letters, digits and single dashes.').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Invite people' }).click()
  await dialog.getByRole('radio', { name: /handle/i }).click()
  await dialog.getByLabel(/handle/i).fill('nobody-here')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('No user named nobody-here.').waitFor()
})

test('a login session is named by its browser, this one first', { timeout: 90_000 }, async () => {
  await dashboard.open(scene.mira, '/northwind/inbox')
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36'
  await dashboard.baton.look('update auth.sessions set device = $1 where user_id = $2', [chrome, scene.mira.user.id])
  const page = await dashboard.open(scene.mira, '/northwind/settings/sessions')
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await rows.first().getByText('This device').waitFor()
  await rows.getByText('Chrome on Linux').first().waitFor()
  expect(await page.getByText('Mozilla/5.0').count()).toBe(0)
})

test('what the server refuses is said in the dialog, at its field and in words for people', { timeout: 90_000 }, async () => {
  const page = await dashboard.open(scene.mira, '/northwind/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await dialog.getByLabel('Endpoint URL').fill('http://hooks.example/in')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  const refusal = dialog.getByRole('alert')
  await refusal.waitFor()
  expect(await refusal.innerText()).toMatch(/https/i)
  expect(await refusal.innerText()).not.toMatch(/^url:|`|Invalid input/)
  expect(await dialog.getByLabel('Endpoint URL').getAttribute('aria-invalid')).toBe('true')
  await page.context().close()
})
