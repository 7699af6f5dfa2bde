import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChromium, type Chromium } from '../../harness/chromium.ts'
import type { Baton } from '../../harness/baton.ts'
import { send } from '../../harness/person.ts'
import { startBatonAtItsAddress } from './baton-at.ts'

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

const poll = (device_code: string) => send(baton.url, 'POST', '/api/auth/device/poll', { device_code })

test.each([
  ['Approve', 'Device logged in.', 200, 'light'],
  ['Deny', 'Device denied.', 400, 'dark'],
] as const)(
  '%s on the device page, at phone width',
  async (button, words, status, colorScheme) => {
    const person = await baton.person()
    const { body: asked } = await send(baton.url, 'POST', '/api/auth/device/request', { client: 'baton on a laptop' })
    const page = await (await chrome.newContext({ colorScheme, viewport: { width: 390, height: 800 } })).newPage()
    page.setDefaultTimeout(20_000)
    const refused: string[] = []
    page.on('console', (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()))
    await page.goto(asked.verification_uri_complete)
    await page.getByLabel('Email').fill(person.user.email)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('baton on a laptop').waitFor()
    await page.getByText('127.0.0.1').waitFor()
    const box = await page.locator('main').boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
    await page.getByRole('button', { name: button }).click()
    await page.getByText(words).waitFor()
    expect((await poll(asked.device_code)).status).toBe(status)
    expect(refused).toEqual([])
  },
  60_000,
)
