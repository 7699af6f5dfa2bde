import { afterAll, beforeAll, expect, test } from 'vitest'
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
  // A Chromium without windows blocks notifications for good.
  await page.getByText('Notifications are blocked for this site', { exact: false }).first().waitFor()
  await page.addInitScript("Object.defineProperty(Notification, 'permission', { value: 'default' })")
  await page.reload()
  await page.getByRole('button', { name: 'Turn on push in this browser' }).waitFor()
  await page.getByRole('checkbox', { name: 'Assignments by push' }).click()
  const wanted = async () => (await mira.do('GET', '/api/settings/preferences')).notifications.assignment.push
  await expect.poll(wanted).toBe(true)
  await page.context().close()
})

/** Chromium reaches no push service here, so DevTools hands its worker what the service would; what it shows is kept in a list. */
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
  const message = { id: 'n1', title: 'Rune asks you in WEB-12', path: '/northwind/inbox?open=n1' }
  await push(message)
  await expect.poll(shown).toMatchObject([{ title: 'Rune asks you in WEB-12', tag: 'n1', data: { path: message.path } }])
  await push({ id: 'n2', title: 'Never shown', path: '/', settled: true })
  await push({ ...message, settled: true })
  await expect.poll(shown).toMatchObject([{ title: 'No longer needs you', body: message.title, tag: 'n1' }])
  await context.close()
})
