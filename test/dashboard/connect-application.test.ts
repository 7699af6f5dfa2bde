import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizeAddress, redeem, registerApp } from '../identity/oauth-server/app.ts'
import { tryTool } from '../identity/oauth-server/login.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'

let dashboard: Dashboard
let application: Server
beforeAll(async () => {
  application = createServer((_, answer) => answer.end('back in the application'))
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
  dashboard = await startDashboard()
})
afterAll(async () => {
  await dashboard?.close()
  application.close()
})

test('an application is allowed with the login of the dashboard, which stays', { timeout: 120_000 }, async () => {
  const { origin, baton } = dashboard
  const ann = await baton.person('ann')
  const app = await registerApp(origin, `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`)
  const page = await (await dashboard.visit()).newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(authorizeAddress(origin, app))
  await page.getByRole('link', { name: 'Use a passkey, a mailed code or link' }).click()
  await page.getByLabel('Email').fill(ann.user.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill(ann.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Continue as Name of ann' }).click()
  await page.getByRole('heading', { name: 'Allow Test app to act for you?' }).waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('back in the application').waitFor()
  const { body } = await redeem(origin, app, new URL(page.url()).searchParams.get('code') ?? '')
  expect(await tryTool(origin, body.access_token)).toBe(200)
  await page.goto('/')
  await page.waitForURL('**/ann/inbox')
})

test('a login older than ten minutes, a stranger’s token or none is not taken over', async () => {
  const { origin, baton } = dashboard
  const bob = await baton.person('bob')
  const context = await dashboard.visit()
  const page = await context.newPage()
  await page.goto(authorizeAddress(origin, await registerApp(origin)))
  const hand = (headers: Record<string, string>) =>
    context.request.post(`${page.url()}/session`, { headers }).then(async (answer) => (await answer.json()).code as string)
  expect(await hand({})).toBe('unauthenticated')
  expect(await hand({ authorization: `Bearer ${(await bob.mcpToken()).token}` })).toBe('unauthenticated')
  expect(await hand({ authorization: `Bearer ${bob.token}`, origin: 'https://evil.example' })).toBe('forbidden')
  await baton.look("update auth.sessions set authenticated_at = authenticated_at - interval '11 minutes' where user_id = $1", [bob.user.id])
  expect(await hand({ authorization: `Bearer ${bob.token}` })).toBe('needs_person')
})
