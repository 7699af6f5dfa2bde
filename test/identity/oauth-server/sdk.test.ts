import { Client, SSEClientTransport, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openChromium, type Chromium } from '../../harness/chromium.ts'
import type { Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { startBatonAtItsAddress } from './baton-at.ts'
import { Callback, Keychain } from './sdk-client.ts'

let baton: Baton
let chrome: Chromium
let callback: Callback
const open: { close(): Promise<unknown> }[] = []

beforeAll(async () => {
  ;[baton, callback, chrome] = await Promise.all([startBatonAtItsAddress(), Callback.listen(), openChromium()])
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
})
afterAll(async () => {
  await Promise.all([chrome?.close(), callback?.close()])
  await baton?.close()
})

const transports = {
  '/mcp': (keychain: Keychain) => new StreamableHTTPClientTransport(new URL('/mcp', baton.url), { authProvider: keychain }),
  '/mcp/sse': (keychain: Keychain) => new SSEClientTransport(new URL('/mcp/sse', baton.url), { authProvider: keychain }),
}

async function newPage(): Promise<Page> {
  const context = await chrome.newContext()
  open.push(context)
  const page = await context.newPage()
  page.setDefaultTimeout(8_000)
  return page
}

/** Logs in and consents, as a person in a browser does. */
async function consent(page: Page, address: URL, person: Person, organization: string): Promise<void> {
  await page.goto(address.href)
  await page.getByLabel('Email').fill(person.user.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText(organization).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('You may close this window.').waitFor()
}

async function connect(path: keyof typeof transports, keychain: Keychain): Promise<Client> {
  const client = new Client({ name: 'sdk-client', version: '1.0.0' })
  await client.connect(transports[path](keychain))
  open.push(client)
  return client
}

/** Goes from no stored login to a connected client. */
async function logIn(path: keyof typeof transports, person: Person, organization: string, keychain = new Keychain(callback.url)) {
  await expect(connect(path, keychain)).rejects.toThrow(UnauthorizedError)
  await consent(await newPage(), keychain.wanted!, person, organization)
  await transports[path](keychain).finishAuth(callback.last)
  return { keychain, client: await connect(path, keychain) }
}

test.each(Object.keys(transports) as (keyof typeof transports)[])(
  'the SDK’s client logs in to %s from nothing: discovery, registration, consent in a browser, tool call',
  async (path) => {
    const person = await baton.person()
    const team = await person.createOrganization(`team-${person.user.handle}`)
    const { client, keychain } = await logIn(path, person, `Organization team-${person.user.handle}`)
    const made = await client.callTool({ name: 'create_project', arguments: { name: 'From the SDK', slug: 'from-the-sdk' } })
    expect(made.isError, JSON.stringify(made.content)).toBeFalsy()
    expect((await team.call('GET', '/api/projects/from-the-sdk')).status).toBe(200)
    expect(keychain.wanted?.searchParams.get('resource')).toBe(baton.url + path)
  },
  30_000,
)

test('when the access token has run out the client refreshes by itself', async () => {
  const person = await baton.person()
  const { client, keychain } = await logIn('/mcp', person, `Name of ${person.user.handle}`)
  const before = keychain.saved
  baton.clock.advance(16 * 60_000)
  const answer = await client.callTool({ name: 'list_projects', arguments: {} })
  expect(answer.isError).toBeFalsy()
  expect(keychain.saved?.refresh_token).not.toBe(before?.refresh_token)
})

test('who refuses sends the client home without a code', async () => {
  const keychain = new Keychain(callback.url)
  await expect(connect('/mcp', keychain)).rejects.toThrow(UnauthorizedError)
  const page = await newPage()
  await page.goto(keychain.wanted!.href)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You may close this window.').waitFor()
  expect(callback.last.get('error')).toBe('access_denied')
})

test.each(['light', 'dark'] as const)(
  'login and consent fit a phone in %s mode and need no script',
  async (colorScheme) => {
    const person = await baton.person()
    const keychain = new Keychain(callback.url)
    await expect(connect('/mcp', keychain)).rejects.toThrow(UnauthorizedError)
    const context = await chrome.newContext({ colorScheme, viewport: { width: 390, height: 800 }, javaScriptEnabled: false })
    open.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(8_000)
    await page.goto(keychain.wanted!.href)
    const fits = async () => {
      const box = await page.locator('main').boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
      await page.screenshot({
        path: process.env['SHOTS'] ? `${process.env['SHOTS']}/${await page.title()}-${colorScheme}.png` : undefined,
        fullPage: true,
      } as object)
    }
    await fits()
    await page.getByLabel('Email').fill(person.user.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Allow SDK client to act for you?' }).waitFor()
    await fits()
  },
  30_000,
)
