import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretIn, startMailServer, type MailServer } from '../harness/mail-server.ts'
import { startWorker } from '../harness/worker.ts'
import { provenPerson } from '../organizations/proven.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'

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

const timeout = 120_000

async function openLogin(email: string): Promise<Page> {
  const page = await (await dashboard.visit()).newPage()
  page.setDefaultTimeout(30_000)
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  return page
}

test('a mailed code logs in', { timeout }, async () => {
  const { user } = await dashboard.baton.person('ann')
  const page = await openLogin(user.email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code from the email').fill(secretIn(await mails.next(user.email, 'Your code')))
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/ann/inbox')
})

test('a mailed link logs in, and its secret leaves the address at once', { timeout }, async () => {
  const { user } = await dashboard.baton.person('bob')
  const page = await openLogin(user.email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  const { text } = await mails.next(user.email, 'Log in to Baton')
  const link = text.match(/https?:\S+\/magic-link#\S+/)?.[0] ?? ''
  await page.goto(link)
  await page.getByText('This link works once.').waitFor()
  expect(page.url()).toBe(`${dashboard.origin}/magic-link`)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/bob/inbox')
})

test('a forgotten password is replaced by mail, and the new one logs in', { timeout }, async () => {
  const { user } = await dashboard.baton.person('cid')
  const page = await openLogin(user.email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Email me a link' }).click()
  const { text } = await mails.next(user.email, 'Reset your Baton password')
  await page.goto(text.match(/https?:\S+\/reset-password#\S+/)?.[0] ?? '')
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('alert').waitFor()
  // The error is shown at its field and nowhere else.
  expect(await page.getByRole('alert').allInnerTexts()).toEqual(['Use at least 10 characters.'])
  await page.getByLabel('New password').fill('an entirely new password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Password', { exact: true }).fill('an entirely new password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/cid/inbox')
})

test('somebody invited without an account sees what they join, registers, proves the address and is in', { timeout }, async () => {
  const owner = await (await provenPerson(dashboard.baton, 'dan')).createOrganization('northwind')
  await owner.do('POST', '/api/organization/invites', { email: 'eve@example.com', role: 'member' })
  const { text } = await mails.next('eve@example.com', 'invited you to northwind')
  const page = await (await dashboard.visit()).newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(text.match(/https?:\S+\/invite#\S+/)?.[0] ?? '')
  await page.getByRole('heading', { name: 'Join Organization northwind' }).waitFor()
  await page.getByText('Name of dan invited you').waitFor()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Eve')
  expect(await page.getByLabel('Email').inputValue()).toBe('eve@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Verify your email address to accept').waitFor()
  const proof = await mails.next('eve@example.com', 'Verify your email address')
  await page.goto(proof.text.match(/https?:\S+\/verify-email#\S+/)?.[0] ?? '')
  await page.getByRole('button', { name: 'Verify email' }).click()
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL('**/northwind/inbox')
})
