import { afterAll, beforeAll, expect, test } from 'vitest'
import { streamableClient } from '../mcp/clients.ts'
import { startMailServer, type MailServer } from '../harness/mail-server.ts'
import { startWorker } from '../harness/worker.ts'
import { bringAxe, violations } from './axe.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import { keptIn } from './kept-in.ts'

let dashboard: Dashboard
let mails: MailServer
let worker: { close(): Promise<void> }
beforeAll(async () => {
  mails = await startMailServer()
  dashboard = await startDashboard({ MAIL_URL: mails.url })
  worker = await startWorker(dashboard.baton)
})
afterAll(async () => {
  await worker?.close()
  await dashboard?.close()
  await mails?.close()
})

test('sign up, onboard, connect an agent: its first call turns the page green without a reload', { timeout: 180_000 }, async () => {
  const context = await dashboard.visit()
  await bringAxe(context)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto('/auth/register')
  await page.getByLabel('Name', { exact: true }).fill('Mira Haddad')
  await page.getByLabel('Email').fill('mira@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.getByRole('heading', { name: 'Verify your email' }).waitFor()
  expect(await violations(page)).toEqual([])
  const proof = await mails.next('mira@example.com', 'Verify your email address')
  const other = await page.context().newPage()
  await other.goto(proof.text.match(/https?:\S+\/verify-email#\S+/)?.[0] ?? '')
  await other.getByRole('button', { name: 'Verify email' }).click()
  await other.getByText('Email verified').waitFor()
  await other.close()
  await page.getByRole('button', { name: 'I’ve opened it' }).click()
  await page.getByRole('heading', { name: 'Name your organization' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Admin')
  await page.getByText('This handle is taken.').waitFor()
  await page.getByRole('button', { name: 'admin-team' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Northwind')
  await page.getByText('northwind is available').waitFor()
  await page.getByRole('button', { name: 'Create organization' }).click()

  await page.getByLabel('Email of person 1').fill('jonas@example.com')
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await page.getByRole('heading', { name: 'Your first project' }).waitFor()
  expect((await mails.next('jonas@example.com', 'invited you to northwind')).text).toContain('/invite#')
  await page.getByLabel('Name', { exact: true }).fill('Platform')
  await page.getByText('Tasks are named PLA-1').waitFor()
  await page.getByRole('button', { name: 'Create project' }).click()

  await page.waitForURL('**/northwind/connect')
  await page.evaluate('window.notReloaded = true')
  await page.getByRole('button', { name: 'Create token' }).click()
  const token = (await page.getByLabel('Token', { exact: true }).textContent()) ?? ''
  expect(token).toMatch(/^svc_live_/)
  await page.getByText('Waiting for the first tool call').waitFor()
  expect(await page.getByRole('region', { name: /^(Command|File) for/ }).allTextContents()).not.toContainEqual(
    expect.stringContaining(token),
  )

  const client = await streamableClient({ url: dashboard.origin, token, client: 'claude-code' })
  await client.listTools()
  await client.callTool({ name: 'list_projects' })
  await page.getByText('First tool call arrived').waitFor()
  await page.getByText('list_projects').first().waitFor()
  expect(await page.evaluate('window.notReloaded')).toBe(true)
  const kept = await keptIn(page)
  expect(kept).toContain('northwind')
  expect(kept).not.toContain(token)
  expect(kept).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/)

  await page.getByRole('link', { name: 'Open Agents live' }).click()
  await page.waitForURL('**/northwind/agents/live')
  await page.getByRole('main').getByText('mira-laptop').first().waitFor()
  await client.close()
})

test('the handle that is shown is the handle one gets, and one that is taken is refused at its field', { timeout: 60_000 }, async () => {
  const page = await (await dashboard.visit()).newPage()
  await page.goto('/auth/register')
  await page.getByLabel('Name', { exact: true }).fill('Another Mira')
  await page.getByLabel('Email').fill('mira@elsewhere.example')
  await page.getByText('@mira', { exact: true }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Create account' }).click()
  const handle = page.getByLabel('Handle')
  await handle.waitFor()
  expect(await handle.getAttribute('aria-invalid')).toBe('true')
  const made = () => dashboard.baton.look("select handle from users where name = 'Another Mira'")
  expect(await made()).toEqual([])
  await handle.fill('mira-two')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Verify your email' }).waitFor()
  expect(await made()).toEqual([{ handle: 'mira-two' }])
  await page.context().close()
})
