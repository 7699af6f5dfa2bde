import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { mailedSecret } from '../../harness/mailed-secret.ts'
import { send } from '../../harness/person.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

const post = (path: string, body: unknown) => send(baton.url, 'POST', path, body)

/** Every way to prove that one receives the mail of an address. */
const proofs = {
  code: async (email: string) => post('/api/auth/otp/verify', { email, code: await mailedSecret(baton, 'code', email) }),
  magic_link: async (email: string) => post('/api/auth/magic-link/verify', { token: await mailedSecret(baton, 'magic_link', email) }),
  reset: async (email: string) =>
    post('/api/auth/reset-password', { token: await mailedSecret(baton, 'reset', email), password: 'the owner’s password' }),
}

describe('an account that a stranger registered on my address is mine alone once I prove the address', () => {
  test.each(Object.entries(proofs))('by %s', async (kind, prove) => {
    const stranger = await baton.person(`victim-${kind.replace('_', '-')}`)
    const { email } = stranger.user
    const { token } = await stranger.mcpToken()
    const mcp = () =>
      send(
        baton.url,
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'ping' },
        {
          authorization: `Bearer ${token}`,
          accept: 'application/json, text/event-stream',
        },
      )
    expect((await mcp()).status).not.toBe(401)
    const proven = await prove(email)
    expect(proven.status).toBe(200)
    expect((await stranger.call('GET', '/api/auth/me')).status).toBe(401)
    expect((await post('/api/auth/refresh', { refresh_token: stranger.refreshToken })).status).toBe(401)
    expect((await post('/api/auth/login', { email, password: stranger.password })).status).toBe(401)
    expect((await mcp()).status).toBe(401)
    const mine = kind === 'reset' ? await post('/api/auth/login', { email, password: 'the owner’s password' }) : proven
    expect(mine.body.user).toMatchObject({ id: stranger.user.id, email_verified: true })
  })
})

test('a link mailed to me for a stranger’s account cannot be confirmed by the stranger, nor by me as somebody else', async () => {
  const stranger = await baton.person('squatter')
  const me = await baton.person('myself')
  const token = await mailedSecret(baton, 'verify', stranger.user.email, stranger.user.id)
  expect((await post('/api/auth/email/verify', { token })).status).toBe(401)
  expect((await me.call('POST', '/api/auth/email/verify', { token })).status).toBe(401)
  expect((await stranger.do('GET', '/api/auth/me')).email_verified).toBe(false)
})

test('one’s own proven account keeps its password when a code is used', async () => {
  const ann = await baton.person('ann')
  await ann.do('POST', '/api/auth/email/verify', { token: await mailedSecret(baton, 'verify', ann.user.email, ann.user.id) })
  expect((await proofs.code(ann.user.email)).status).toBe(200)
  expect((await ann.call('GET', '/api/auth/me')).status).toBe(200)
  expect((await post('/api/auth/login', { email: ann.user.email, password: ann.password })).status).toBe(200)
})
