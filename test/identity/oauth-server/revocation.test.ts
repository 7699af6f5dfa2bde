import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Baton } from '../../harness/baton.ts'
import { startBatonAtItsAddress } from './baton-at.ts'
import { refresh } from './app.ts'
import { tokensFor, tryTool, type LoggedIn } from './login.ts'
import { settles } from '../../harness/wait.ts'

let baton: Baton
beforeAll(async () => {
  baton = await startBatonAtItsAddress()
})
afterAll(() => baton.close())

const revoke = (login: LoggedIn, token: string) =>
  fetch(`${baton.url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token, client_id: login.app.client_id }) })

/** Opens an SSE stream; `ended` resolves when the stream has ended. */
async function openStream(token: string) {
  const response = await fetch(`${baton.url}/mcp/sse`, { headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } })
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  await reader.read()
  const ended = (async () => {
    while (!(await reader.read().catch(() => ({ done: true }))).done);
  })()
  return { ended }
}

const ends: [string, (login: LoggedIn) => Promise<unknown>][] = [
  ['the access token is revoked', (login) => revoke(login, login.access_token)],
  ['the refresh token is revoked', (login) => revoke(login, login.refresh_token)],
  [
    'the person ends it in the settings',
    async ({ person }) => {
      const { items } = await person.do('GET', '/api/settings/oauth-grants')
      await person.do('DELETE', `/api/settings/oauth-grants/${items[0].id}`)
    },
  ],
  [
    'the person is suspended',
    async ({ person }) => (await baton.administrator()).do('PATCH', `/api/admin/users/${person.user.id}/suspend`),
  ],
  [
    'the old refresh token is used again',
    async ({ app, refresh_token }) => {
      await refresh(baton.url, app, refresh_token)
      baton.clock.advance(11_000)
      await refresh(baton.url, app, refresh_token)
    },
  ],
]

test.each(ends)('%s: calls end at once, and an open stream with the next check', async (_, end) => {
  const login = await tokensFor(baton)
  expect(await tryTool(baton.url, login.access_token)).toBe(200)
  const stream = await openStream(login.access_token)
  await end(login)
  expect(await tryTool(baton.url, login.access_token)).toBe(401)
  await settles('the stream to end', stream.ended)
  expect((await refresh(baton.url, login.app, login.refresh_token)).body.error).toBe('invalid_grant')
})
