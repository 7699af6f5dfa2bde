import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digest, newSecret } from '../../src/platform/secrets.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'

let dashboard: Dashboard
let founder: Page
beforeAll(
  async () =>
    void (dashboard = await startDashboard({ REGISTRATION: 'invite', REGISTRATIONS_PER_HOUR: '1', MEMBERS_ADDED: 'with_consent' })),
)
afterAll(() => dashboard?.close())

const timeout = 240_000
const names = ['Ben', 'Cleo', 'Dana'] as const
const emailOf = (name: string) => `${name.toLowerCase()}@example.com`

async function newPage(): Promise<Page> {
  const page = await (await dashboard.visit()).newPage()
  page.setDefaultTimeout(30_000)
  return page
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test(
  'an empty instance is set up by its link, which says the address to log in with; what is shown as the handle is the handle',
  { timeout },
  async () => {
    const setup = newSecret()
    await dashboard.baton.look(
      "insert into auth.setup_links (hash, email, created_at, expires_at) values ($1, 'ada@example.com', now(), now() + interval '1 day')",
      [digest(setup)],
    )
    founder = await newPage()
    await founder.goto(`/setup#${setup}`)
    await founder.getByText('ada@example.com').waitFor()
    await founder.getByLabel('Your name').fill('Ada Quist')
    await founder.getByText('@ada-quist').waitFor()
    await founder.getByLabel('Password', { exact: true }).fill('the first password')
    await founder.getByRole('button', { name: 'Create admin account' }).click()
    await founder.getByRole('heading', { name: 'Name your organization' }).waitFor()
    expect(await dashboard.baton.look("select handle from users where name = 'Ada Quist'")).toEqual([{ handle: 'ada-quist' }])
    await founder.getByLabel('Name', { exact: true }).fill('Northwind')
    await founder.getByText('northwind is available').waitFor()
    await founder.getByRole('button', { name: 'Create organization' }).click()
  },
)

test('a team of four gets in by invite links, without mail, where accounts are by invitation', { timeout }, async () => {
  await founder.getByRole('heading', { name: 'Who works with you?' }).waitFor()
  const links: string[] = []
  for (const name of names) {
    await founder.getByLabel('Who is it for?').fill(name)
    await founder.getByRole('button', { name: 'Create invite link' }).click()
    links.push((await founder.getByRole('region', { name: `the invite link for ${name}` }).textContent()) ?? '')
  }
  for (const [at, name] of names.entries()) {
    const page = await newPage()
    await page.goto(links[at] ?? '')
    await page.getByRole('heading', { name: 'Join Northwind' }).waitFor()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByText('Ada Quist invited you').waitFor()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Email').fill(emailOf(name))
    await page.getByLabel('Password', { exact: true }).fill(`password of ${name}`)
    await page.getByRole('button', { name: 'Create account and join' }).click()
    await page.waitForURL('**/northwind/inbox')
    await page.context().close()
  }
  await founder.goto('/northwind/team')
  await founder.getByText('4 members').waitFor()
  // A used link has expired for whoever opens it next.
  const late = await newPage()
  await late.goto(links[0] ?? '')
  await late.getByRole('heading', { name: 'This invitation has expired' }).waitFor()
  // Opening another link in the same tab is a new invitation.
  await founder.getByRole('button', { name: 'Invite people' }).click()
  await founder.getByRole('button', { name: 'Create invite link' }).click()
  await late.goto((await founder.getByRole('region', { name: 'the invite link' }).textContent()) ?? '')
  await late.getByRole('heading', { name: 'Join Northwind' }).waitFor()
})

test('they change their passwords themselves; whoever forgot theirs gets a link from the administrator', { timeout }, async () => {
  const cleo = await newPage()
  await logIn(cleo, emailOf('Cleo'), 'password of Cleo')
  await cleo.waitForURL('**/inbox')
  await cleo.goto('/northwind/settings/profile')
  await cleo.getByLabel('New password').fill('a better password')
  await cleo.getByRole('button', { name: 'Change password' }).click()
  await cleo.getByText('Password changed.').waitFor()
  const again = await newPage()
  await logIn(again, emailOf('Cleo'), 'a better password')
  await again.waitForURL('**/inbox')

  const dana = await newPage()
  await logIn(dana, emailOf('Dana'), 'not the password')
  await dana.getByText('Ask an administrator of this instance for a reset link.').waitFor()
  await founder.goto('/northwind/admin/users')
  await founder.getByRole('link', { name: 'Dana' }).click()
  await founder.getByRole('button', { name: 'More actions' }).click()
  await founder.getByRole('menuitem', { name: 'Reset password…' }).click()
  await founder.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click()
  const link = (await founder.getByRole('region', { name: 'reset link' }).textContent()) ?? ''
  await dana.goto(link)
  await dana.getByLabel('New password').fill('Dana remembers this')
  await dana.getByRole('button', { name: 'Set password' }).click()
  await dana.getByRole('link', { name: 'Log in' }).click()
  await dana.getByLabel('Password', { exact: true }).fill('Dana remembers this')
  await dana.getByRole('button', { name: 'Log in' }).click()
  await dana.waitForURL('**/inbox')
})

test('nothing is offered that needs mail; where it is missed, the page says what to set', { timeout }, async () => {
  await founder.goto('/northwind/settings/profile')
  await founder.getByText('Verifying or changing the address is unavailable').waitFor()
  expect(await founder.getByRole('button', { name: 'Send verification link' }).count()).toBe(0)
  expect(await founder.getByLabel('New address').count()).toBe(0)
  await founder.goto('/northwind/settings/notifications')
  await founder.getByText('Email digests are unavailable').waitFor()
  expect(await founder.getByText('Digest', { exact: true }).count()).toBe(0)
  await founder.goto('/northwind/team')
  await founder.getByRole('button', { name: 'Invite people' }).click()
  await founder.getByRole('button', { name: 'Create invite link' }).waitFor()
  expect(await founder.getByRole('dialog').getByRole('radio').count()).toBe(0)
})
