import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChromium, type Chromium } from '../harness/chromium.ts'
import type { Baton } from '../harness/baton.ts'
import { mailedSecret } from '../harness/mailed-secret.ts'
import { digest, newSecret } from '../../src/platform/secrets.ts'
import { startBatonAtItsAddress } from '../identity/oauth-server/baton-at.ts'
import { provenPerson } from '../organizations/proven.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let chrome: Chromium
beforeAll(async () => {
  baton = await startBatonAtItsAddress()
  chrome = await openChromium()
})
afterAll(async () => {
  await chrome?.close()
  await baton?.close()
})

async function open(path: string, secret: string): Promise<Page> {
  const page = await (await chrome.newContext({ viewport: { width: 390, height: 800 } })).newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(`${baton.url}${path}#${secret}`)
  return page
}

/** Fills in the login form that every page shows to someone who isn't logged in. */
async function logIn(page: Page, { user, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(user.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('a page asks for nothing that its link does not need', async () => {
  for (const [path, button] of [
    ['/magic-link', 'Log in'],
    ['/unsubscribe', 'Unsubscribe'],
    ['/change-email', 'Change address'],
    ['/verify-email', 'Verify email'],
  ] as const) {
    const page = await open(path, newSecret())
    await page.getByRole('button', { name: button }).waitFor()
    expect(page.url(), path).toBe(baton.url + path)
    expect(await page.locator('input:visible').count(), path).toBe(0)
  }
})

test('a magic link logs in when its button is pressed, and not before', async () => {
  const { user } = await baton.person('ann')
  const page = await open('/magic-link', await mailedSecret(baton, 'magic_link', user.email))
  expect(await baton.look('select id from auth.mailings where email = $1 and used_at is not null', [user.email])).toEqual([])
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/ann/inbox')
  const [cookie] = await page.context().cookies(`${baton.url}/api/auth/refresh`)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
})

test('a reset link takes a new password, and says what is wrong with one', async () => {
  const { user } = await baton.person('bob')
  const page = await open('/reset-password', await mailedSecret(baton, 'reset', user.email))
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page
    .getByText(/use at least 10 characters/i)
    .first()
    .waitFor()
  await page.getByLabel('New password').fill('a new long password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('heading', { name: 'Password changed' }).waitFor()
  expect((await send(baton.url, 'POST', '/api/auth/login', { email: user.email, password: 'a new long password' })).status).toBe(200)
})

test('a link that confirms an address asks whoever is not logged in here to log in', async () => {
  const cid = await baton.person('cid')
  const page = await open('/verify-email', await mailedSecret(baton, 'verify', cid.user.email, cid.user.id))
  await page.getByRole('button', { name: 'Verify email' }).click()
  await logIn(page, cid)
  await page.getByRole('heading', { name: 'Email verified' }).waitFor()
  expect((await cid.do('GET', '/api/auth/me')).email_verified).toBe(true)
})

test('an invitation is accepted by whoever logs in with the account of its address', async () => {
  const owner = await (await baton.person('dan')).createOrganization('dans')
  const eve = await provenPerson(baton, 'eve')
  const { id } = await owner.do('POST', '/api/organization/invites', { email: eve.user.email, role: 'member' })
  const secret = newSecret()
  const link = [digest(secret), owner.organization, id]
  await baton.look('insert into auth.invite_links (hash, org_id, invite_id, created_at) values ($1, $2, $3, now())', link)
  const page = await open('/invite', secret)
  await page.getByRole('heading', { name: 'Join Organization dans' }).waitFor()
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await page.getByLabel('Password', { exact: true }).fill(eve.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/dans/inbox')
  const members = (await owner.do('GET', '/api/organization/members')).items.map(({ handle }: { handle: string }) => handle)
  expect(members).toContain('eve')
})
