import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuthenticatorApp } from '../identity/passkeys/authenticator-app.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'

let dashboard: Dashboard
beforeAll(async () => void (dashboard = await startDashboard()))
afterAll(() => dashboard?.close())

const timeout = 120_000

/** A page on a device that verifies its user, for example by fingerprint. */
async function pageWithAuthenticator(): Promise<Page> {
  const context = await dashboard.visit()
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return page
}

const ownMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /Your account/ })

test('a passkey added while onboarding logs in without a name or a password', { timeout }, async () => {
  const page = await pageWithAuthenticator()
  await page.goto('/auth/register')
  await page.getByLabel('Name', { exact: true }).fill('Ann')
  await page.getByLabel('Email').fill('ann@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: /just use my personal workspace/ }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.waitForURL('**/ann/connect')
  expect(await dashboard.baton.look('select 1 from auth.passkeys')).toHaveLength(1)

  await ownMenu(page).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/auth/login')
  // Chromium may complete the passkey autofill by itself; then the button isn't needed.
  await page
    .getByRole('button', { name: 'Use a passkey' })
    .click({ timeout: 5000 })
    .catch(() => {})
  await page.waitForURL('**/ann/inbox')
  const [newest] = await dashboard.baton.look('select method from auth.sessions order by created_at desc limit 1')
  expect(newest).toEqual({ method: 'passkey' })
})

test('whoever has a second factor is asked for it, and a wrong code says so', { timeout }, async () => {
  const person = await dashboard.baton.person('bob')
  const app = await AuthenticatorApp.add(dashboard.baton, person)
  const page = await (await dashboard.visit()).newPage()
  page.setDefaultTimeout(30_000)
  await page.goto('/auth/login?back=/bob/connect')
  await page.getByLabel('Email').fill(person.user.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByLabel('Code from your authenticator app').fill(app.wrongCode())
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(app.recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/bob/connect')
})

test('what needs a person asks for a fresh proof, and then goes on by itself', { timeout }, async () => {
  const cid = await dashboard.baton.person('cid')
  const page = await dashboard.open(cid, '/cid/connect')
  page.setDefaultTimeout(30_000)
  await page.getByRole('button', { name: 'Create token' }).waitFor()
  await dashboard.baton.look("update auth.sessions set authenticated_at = authenticated_at - interval '11 minutes' where user_id = $1", [
    cid.user.id,
  ])
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
  await page.getByLabel('Your password').fill('wrong')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Wrong password.').waitFor()
  await page.getByLabel('Your password').fill(cid.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Token', { exact: true }).waitFor()
})

test('whoever is asked who they are in a dialog sees that question alone, and types the password at once', { timeout }, async () => {
  const eve = await dashboard.baton.person('eve')
  const page = await dashboard.open(eve, '/eve/settings/api-keys')
  page.setDefaultTimeout(30_000)
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Purpose').fill('Nightly report')
  await dashboard.baton.look("update auth.sessions set authenticated_at = authenticated_at - interval '11 minutes' where user_id = $1", [
    eve.user.id,
  ])
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
  expect(await page.locator('[role=dialog]:visible').count()).toBe(1)
  // Typed without naming a field: the keystrokes go to whatever has the focus.
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('password')
  await page.keyboard.type(eve.password)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'the value' }).waitFor()
  await page.context().close()
})

test('the way back leads nowhere but to our own pages', { timeout }, async () => {
  const dan = await dashboard.baton.person('dan')
  for (const back of ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    const page = await (await dashboard.visit()).newPage()
    await page.goto(`/auth/login?back=${encodeURIComponent(back)}`)
    await page.getByLabel('Email').fill(dan.user.email)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByLabel('Password', { exact: true }).fill(dan.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/dan/inbox')
    expect(new URL(page.url()).origin).toBe(dashboard.origin)
    await page.context().close()
  }
})
