import { createServer } from 'node:net'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChromium, type Chromium } from '../../harness/chromium.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { send, type Person } from '../../harness/person.ts'

let baton: Baton
let browser: Chromium
let origin: string

/** The origin is part of every passkey, so the port must be known before the server starts. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

beforeAll(async () => {
  const port = await freePort()
  origin = `http://localhost:${port}`
  baton = await startBaton({ APP_URL: origin, PORT: String(port) })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await baton?.close()
})

interface Tab {
  context: BrowserContext
  page: Page
  devtools: CDPSession
  authenticatorId: string
}

/** A page of the instance, with its own virtual authenticator that verifies its user, for example by fingerprint. */
async function openTab(): Promise<Tab> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${origin}/setup`)
  return { context, page, devtools, authenticatorId }
}

interface Reply {
  status: number
  body: any
}

/** What the dashboard does: begin, ask the authenticator, finish. Returns status and body of the last call. */
function ceremony(page: Page, kind: 'register' | 'authenticate', token: string, more: Record<string, unknown> = {}): Promise<Reply> {
  return page.evaluate(
    async ({ kind, token, more }) => {
      const post = async (path: string, body: unknown): Promise<Reply> => {
        const headers: Record<string, string> = { 'content-type': 'application/json' }
        if (token) headers['authorization'] = `Bearer ${token}`
        const response = await fetch(`/api/auth/passkey/${kind}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
        return { status: response.status, body: await response.json() }
      }
      const { challenge_id, options } = (await post('begin', {})).body
      const page = globalThis as any
      const publicKey =
        kind === 'register'
          ? page.PublicKeyCredential.parseCreationOptionsFromJSON(options)
          : page.PublicKeyCredential.parseRequestOptionsFromJSON(options)
      const credential = await page.navigator.credentials[kind === 'register' ? 'create' : 'get']({ publicKey })
      return post('finish', { ...more, passkey: { challenge_id, response: credential.toJSON() } })
    },
    { kind, token, more },
  )
}

const register = (tab: Tab, person: Person) => ceremony(tab.page, 'register', person.token, { name: 'Chromium' })

test('a passkey added in Chromium logs in there without a name, and the session is its owner’s', async () => {
  const ann = await baton.person()
  const tab = await openTab()
  expect(await register(tab, ann)).toMatchObject({ status: 201, body: { name: 'Chromium', second_factor: false } })
  const login = await ceremony(tab.page, 'authenticate', '')
  expect(login).toMatchObject({ status: 200, body: { user: { id: ann.user.id } } })
  const me = await send(baton.url, 'GET', '/api/auth/me', undefined, { authorization: `Bearer ${login.body.token}` })
  expect(me.body.id).toBe(ann.user.id)
  expect(await ceremony(tab.page, 'authenticate', '')).toMatchObject({ status: 200 })
  await tab.context.close()
})

test('the same authenticator is not added twice', async () => {
  const bob = await baton.person()
  const tab = await openTab()
  await register(tab, bob)
  await expect(register(tab, bob)).rejects.toThrow(/InvalidStateError|already/)
  await tab.context.close()
})

test('Chromium itself refuses where the user cannot be verified', async () => {
  const cid = await baton.person()
  const tab = await openTab()
  await register(tab, cid)
  await tab.devtools.send('WebAuthn.setUserVerified', { authenticatorId: tab.authenticatorId, isUserVerified: false })
  await expect(ceremony(tab.page, 'authenticate', '')).rejects.toThrow(/NotAllowedError/)
  await tab.context.close()
})

test('a passkey copied to another authenticator is refused once the first has been used on', async () => {
  const dan = await baton.person()
  const first = await openTab()
  await register(first, dan)
  const { credentials } = await first.devtools.send('WebAuthn.getCredentials', { authenticatorId: first.authenticatorId })
  const copy = await openTab()
  const [credential] = credentials
  if (!credential) throw new Error('the authenticator holds nothing')
  await copy.devtools.send('WebAuthn.addCredential', { authenticatorId: copy.authenticatorId, credential })
  for (let use = 0; use < 3; use++) expect(await ceremony(first.page, 'authenticate', '')).toMatchObject({ status: 200 })
  expect(await ceremony(copy.page, 'authenticate', '')).toMatchObject({ status: 401 })
  await Promise.all([first.context.close(), copy.context.close()])
})

test('another site cannot ask for the passkey', async () => {
  const eve = await baton.person()
  const tab = await openTab()
  await register(tab, eve)
  await tab.page.goto(`${origin.replace('localhost', '127.0.0.1')}/setup`)
  await expect(ceremony(tab.page, 'authenticate', '')).rejects.toThrow(/SecurityError/)
  await tab.context.close()
})
