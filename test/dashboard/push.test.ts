import { afterAll, beforeAll, expect, test } from 'vitest'
import { result } from '../mcp/clients.ts'
import { startWorker } from '../harness/worker.ts'
import { connectAgent } from './areas/agents.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'

let dashboard: Dashboard
beforeAll(async () => void (dashboard = await startDashboard({ PUSH_PRIVATE_KEY: `${'A'.repeat(42)}E` })))
afterAll(() => dashboard?.close())

interface Shown {
  title: string
  tag: string
  body?: string
  data: { path: string }
}

test('settings offer push where the browser can, and say what to do where it is blocked', async () => {
  const mira = await (await dashboard.baton.person('mira')).createOrganization('northwind')
  const page = await dashboard.open(mira, '/northwind/settings/notifications', { worker: true })
  // Headless Chromium blocks notifications permanently.
  await page.getByText('Notifications are blocked for this site', { exact: false }).first().waitFor()
  await page.addInitScript("Object.defineProperty(Notification, 'permission', { value: 'default' })")
  await page.reload()
  await page.getByRole('button', { name: 'Turn on push in this browser' }).waitFor()
  await page.getByRole('checkbox', { name: 'Assignments by push' }).click()
  const wanted = async () => (await mira.do('GET', '/api/settings/preferences')).notifications.assignment.push
  await expect.poll(wanted).toBe(true)
  await page.context().close()
})

/** No push service is reachable here, so DevTools delivers the messages to the worker; its notifications are kept in a list. */
test('the worker shows what is pushed, and says when it is settled', async () => {
  const context = await dashboard.visit({ worker: true })
  const page = await context.newPage()
  await page.goto('/')
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const version = versions.find(({ status }) => status === 'activated')
      if (version) resolve(version.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const started = context.waitForEvent('serviceworker')
  await page.evaluate(
    "navigator.serviceWorker.register('/pages/worker.js', { scope: '/' }).then(() => navigator.serviceWorker.ready).then(() => 1)",
  )
  const [worker, registrationId] = [await started, await registered]
  await worker.evaluate(() => {
    const shown = new Map<string, unknown>()
    const { registration } = globalThis as unknown as { registration: Record<string, unknown> }
    registration['showNotification'] = async (title: string, options: { tag: string }) => void shown.set(options.tag, { title, ...options })
    registration['getNotifications'] = async ({ tag }: { tag?: string } = {}) =>
      [...shown].filter(([one]) => !tag || one === tag).map(([, notification]) => notification)
  })
  const push = (message: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: dashboard.origin, registrationId, data: JSON.stringify(message) })
  const shown = () =>
    worker.evaluate(() =>
      (globalThis as unknown as { registration: { getNotifications(): Promise<Shown[]> } }).registration.getNotifications(),
    )
  const message = { id: 'n1', title: 'Rune mentioned you in WEB-12', path: '/northwind/inbox?open=n1' }
  await push(message)
  await expect.poll(shown).toMatchObject([{ title: 'Rune mentioned you in WEB-12', tag: 'n1', data: { path: message.path } }])
  await push({ id: 'n2', title: 'Never shown', path: '/', settled: true })
  await push({ ...message, settled: true })
  await expect.poll(shown).toMatchObject([{ title: 'No longer needs you', body: message.title, tag: 'n1' }])
  await context.close()
})

/** Headless Chromium can't show desktop notifications: they are collected in a list instead. */
const desktop = `
  globalThis.shown = []
  globalThis.Notification = class {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    constructor(title, { tag, body }) { Object.assign(this, { title, tag, body }); globalThis.shown.push(this) }
    close() {}
  }`

test('what needs a person is shown on their desktop once while Baton is open, and a click opens it', { timeout: 120_000 }, async () => {
  const lena = await (await dashboard.baton.person('lena')).createOrganization('southwind')
  const owner = await dashboard.baton.person('otto')
  await lena.do('POST', '/api/organization/members', { user: 'otto', role: 'member' })
  const otto = owner.in(String(lena.organization))
  await lena.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  const { client } = await connectAgent({ dashboard }, otto, 'Rune', 'builder')
  const asks = async (title: string, words: string) => {
    const { key } = await otto.do('POST', '/api/tasks', { project: 'web', title })
    await result(client, 'update_task', { task: key, comment: `@lena ${words}` })
    return key
  }
  const worker = await startWorker(dashboard.baton)
  try {
    await asks('Old', 'this was asked before')
    await expect.poll(async () => (await lena.do('GET', '/api/notifications')).items.length, { timeout: 30_000 }).toBe(1)
    const page = await dashboard.open(lena, '/auth/login')
    await page.addInitScript(desktop)
    await page.goto('/southwind/settings/notifications')
    // Existing notifications stay in the inbox; only those that arrive after this read are shown.
    const read = page.waitForResponse((response) => /unread.*20/.test(response.url() + (response.request().postData() ?? '')))
    await page.getByRole('button', { name: 'Turn on desktop notifications' }).click()
    await page.getByRole('button', { name: 'Turn off desktop notifications' }).waitFor()
    await read
    const shown = () => page.evaluate('shown.map(({ title, body }) => `${title}: ${body}`)')
    const key = await asks('Round the tax', 'up or down?')
    await expect
      .poll(shown, { timeout: 30_000 })
      .toEqual([expect.stringMatching(new RegExp(`^Rune mentioned you in ${key}: .*up or down`))])
    await page.evaluate('shown[0].onclick()')
    await page.waitForURL(/\/southwind\/inbox\?open=/)
    await page.getByRole('article').getByText('up or down?').waitFor()
    // After turning it off, the next one only reaches the inbox.
    await page.goto('/southwind/settings/notifications')
    await page.getByRole('button', { name: 'Turn off desktop notifications' }).click()
    await asks('Later', 'and this?')
    await expect.poll(async () => (await lena.do('GET', '/api/notifications')).items.length, { timeout: 30_000 }).toBe(3)
    await page.goto('/southwind/inbox')
    await page
      .getByRole('button', { name: /mentioned you in/ })
      .first()
      .waitFor()
    expect(await shown()).toEqual([])
    await page.context().close()
  } finally {
    await worker.close()
  }
})
