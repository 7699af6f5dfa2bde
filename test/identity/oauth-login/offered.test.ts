import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startBaton } from '../../harness/baton.ts'
import { send } from '../../harness/person.ts'
import { Browser, challengeOf } from './browser.ts'
import { appUrl, startProviders } from './providers.ts'
import { settles, waitFor } from '../../harness/wait.ts'

test('a provider without id and secret is not offered, and its path says what to set', async () => {
  const baton = await startBaton({ APP_URL: appUrl, GOOGLE_CLIENT_ID: 'only the id' })
  try {
    expect((await send(baton.url, 'GET', '/api/auth/providers')).body).toEqual({ providers: [] })
    for (const [provider, prefix] of [
      ['github', 'CODEHOST'],
      ['google', 'GOOGLE'],
      ['microsoft', 'MICROSOFT'],
    ]) {
      const answer = await send(baton.url, 'GET', `/api/auth/oauth/${provider}?challenge=${challengeOf('v'.repeat(43))}`)
      expect(answer.status).toBe(404)
      expect(answer.body.detail).toContain(`${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET`)
      const person = await baton.person()
      expect((await person.call('POST', `/api/settings/connected-accounts/${provider}`)).status).toBe(404)
    }
    expect((await send(baton.url, 'GET', '/api/auth/oauth/myspace')).status).toBe(404)
  } finally {
    await baton.close()
  }
})

test('where registration is closed a provider makes no account either', async () => {
  const providers = await startProviders()
  const baton = await startBaton({ ...providers.settings, REGISTRATION: 'closed' })
  try {
    const browser = new Browser(baton.url)
    expect(await browser.journey('google', 'ada@google.example')).toEqual({ error: 'registration_closed' })
    expect(await baton.look('select from auth.accounts')).toEqual([])
  } finally {
    await baton.close()
    await providers.close()
  }
})

test('a provider that does not answer is given up, and keeps nobody else waiting', async () => {
  let asked = 0
  const silent = createServer(() => void asked++)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const baton = await startBaton({ APP_URL: appUrl, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_URL: url })
  try {
    const browser = new Browser(baton.url)
    const callers = async () => {
      let answered = 0
      const one = () => browser.comeBack(`/api/auth/oauth/google?challenge=${challengeOf(browser.verifier)}`).finally(() => answered++)
      const before = asked
      const all = Promise.allSettled(Array.from({ length: 6 }, one))
      await waitFor('the provider to be asked', () => asked > before)
      const open = "select from pg_stat_activity where datname = $1 and state like 'idle in transaction%'"
      let isFree = false
      while (!isFree && answered === 0) isFree = (await baton.look(open, [baton.database])).length === 0 && answered === 0
      // A busy machine may refuse one with 503; whoever was let in is told that the provider failed.
      const told = (await settles('all to be given up', all)).flatMap((one) => (one.status === 'fulfilled' ? [one.value.error] : []))
      expect(new Set(told)).toEqual(new Set(['provider_failed']))
      return isFree
    }
    // Again if the machine was too busy to look while they waited.
    await waitFor('a moment without an open transaction while callers wait', callers)
  } finally {
    await baton.close()
    silent.closeAllConnections()
    silent.close()
  }
})
