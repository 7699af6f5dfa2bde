import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { nobody } from '../../../src/kernel/context.ts'
import { execute } from '../../../src/kernel/execute.ts'
import { openChromium, type Chromium } from '../../harness/chromium.ts'
import type { Baton } from '../../harness/baton.ts'
import { challengeOf } from './browser.ts'
import { startBatonAtItsAddress } from '../oauth-server/baton-at.ts'

let baton: Baton
let browser: Chromium
const verifier = 'v'.repeat(43)

beforeAll(async () => {
  baton = await startBatonAtItsAddress()
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await baton.close()
})

/** The fragment that the callback route sends to the browser after the provider has identified the user. */
async function fragment(provider: 'google' | 'github' | 'microsoft', email: string, user_id: string | null = null): Promise<string> {
  const accept = operations.get('acceptIdentity')
  const system = { ...nobody, credential: { kind: 'system', id: null } } as const
  const input = {
    provider,
    subject: `${provider} ${email}`,
    email,
    email_verified: true,
    name: 'Ann',
    user_id,
    challenge: challengeOf(verifier),
  }
  const { purpose, code } = await execute(baton.node.assembly.kernel, accept, system, input, { door: 'test' })
  return `#${purpose}=${code}`
}

test('the page a provider sends people back to logs them in, connects another provider, and says why it cannot', async () => {
  const page = await (await browser.newContext()).newPage()
  page.setDefaultTimeout(20_000)
  const visit = async (hash: string) => {
    await page.goto('about:blank')
    await page.goto(`${baton.url}/auth/callback${hash}`)
  }
  /** Makes this tab remember that it went to a provider. */
  const setOut = async () => {
    await page.goto(`${baton.url}/auth/login`)
    await page.evaluate((kept) => sessionStorage.setItem('baton.journey', kept), JSON.stringify({ verifier, back: '/' }))
  }
  const arrive = async (hash: string, title: string) => {
    await visit(hash)
    await page.getByRole('heading', { name: title }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
  }
  const login = await fragment('github', 'ann@example.com')
  await setOut()
  await visit(login)
  await page.getByRole('heading', { name: 'Name your organization' }).waitFor()
  expect(page.url()).toBe(`${baton.url}/onboarding`)
  await arrive(login, 'Something went wrong')
  const [account] = await baton.look<{ user_id: string }>("select user_id from auth.accounts where email = 'ann@example.com'")
  await arrive(await fragment('google', 'ann@example.com', account?.user_id), 'Connected')
  const identities = await baton.look('select provider from auth.identities where user_id = $1 order by provider', [account?.user_id])
  expect(identities).toEqual([{ provider: 'github' }, { provider: 'google' }])
  await arrive('#error=email_unverified', 'Something went wrong')
  await page.getByText('has not verified your email address').waitFor()
})

test('a link with somebody else’s code does not log a browser in that has not set out', async () => {
  const page = await (await browser.newContext()).newPage()
  page.setDefaultTimeout(20_000)
  const requests: string[] = []
  page.on('request', (request) => void requests.push(new URL(request.url()).pathname))
  await page.goto(`${baton.url}/auth/callback${await fragment('github', 'mallory@example.com')}`)
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  expect(requests).not.toContain('/api/auth/oauth/exchange')
  const [account] = await baton.look<{ user_id: string }>("select user_id from auth.accounts where email = 'mallory@example.com'")
  expect(await baton.look('select from auth.sessions where user_id = $1', [account?.user_id])).toEqual([])
})
