import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { send } from '../../harness/person.ts'
import { newId } from '../../../src/platform/ids.ts'
import { digest, newSecret } from '../../../src/platform/secrets.ts'

let open: Baton
let invited: Baton
let closed: Baton
beforeAll(async () => {
  ;[open, invited, closed] = await Promise.all([
    startBaton(),
    startBaton({ REGISTRATION: 'invite' }),
    startBaton({ REGISTRATION: 'closed' }),
  ])
})
afterAll(() => Promise.all([open.close(), invited.close(), closed.close()]))

const register = (baton: Baton, email: string, invite?: string) =>
  send(baton.url, 'POST', '/api/auth/register', { email, password: 'a long password', name: 'New', ...(invite && { invite }) })

/** Creates an organization with an invitation mailed to this address; returns the token. */
async function inviteTo(email: string, expires = '1 day'): Promise<string> {
  const [org, user, invite, token] = [newId(), newId(), newId(), newSecret()]
  const handle = `o${invite.slice(-10)}`
  await invited.look("insert into handles (handle, kind, id) values ($1, 'organization', $2), ('u' || $1, 'user', $3)", [handle, org, user])
  await invited.look("insert into users (id, handle, name) values ($1, 'u' || $2::text, 'Inviter')", [user, handle])
  await invited.look("insert into organizations (id, handle, name) values ($1, $2, 'Inviting')", [org, handle])
  await invited.look("insert into memberships (org_id, user_id, role) values ($1, $2, 'owner')", [org, user])
  await invited.look('insert into auth.accounts (user_id, email, personal_org_id) values ($1, $2, $3)', [
    user,
    `${handle}@example.com`,
    org,
  ])
  await invited.look(
    `insert into invites (org_id, id, email, role, invited_by, created_at, updated_at, expires_at)
      values ($1, $2, $3, 'member', $4, now(), now(), now() + $5::interval)`,
    [org, invite, email, user, expires],
  )
  await invited.look('insert into auth.invite_links (hash, org_id, invite_id, created_at) values ($1, $2, $3, now())', [
    digest(token),
    org,
    invite,
  ])
  return token
}

test('anybody registers where registration is open, nobody where it is closed', async () => {
  expect((await register(open, 'ann@example.com')).status).toBe(201)
  const refused = await register(closed, 'ann@example.com')
  expect(refused.status).toBe(403)
  expect(refused.body.detail).toContain('closed')
})

test('where it takes an invitation, the address needs an open one; it is not proven by that', async () => {
  const token = await inviteTo('ann@example.com')
  for (const [email, invite] of [
    ['ann@example.com', undefined],
    ['ann@example.com', newSecret()],
    ['eve@example.com', token],
    ['old@example.com', await inviteTo('old@example.com', '-1 second')],
  ] as const) {
    expect((await register(invited, email, invite)).body, email).toMatchObject({ code: 'forbidden', reason: 'registration_closed' })
  }
  const made = await register(invited, 'ann@example.com', token)
  expect(made.status).toBe(201)
  expect(made.body.user.email_verified).toBe(false)
})
