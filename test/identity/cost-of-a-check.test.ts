import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOrder, type Statement, type Values } from '../../src/platform/sql.ts'
import { findSession, findToken } from '../../src/capabilities/identity/login/login.queries.ts'
import { authenticateRest } from '../../src/doors/shared/authenticate.ts'
import type { Kernel } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

let baton: Baton
let ann: Person

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
})
afterAll(() => baton.close())

test('an API key and a JWT are checked by one statement each', async () => {
  const { key } = await ann.do('POST', '/api/settings/api-keys', { name: 'key' })
  for (const credential of [key, ann.token]) {
    const asked: string[] = []
    const { kernel } = baton.node.assembly
    const database: Kernel['database'] = {
      ...kernel.database,
      withRealm: () => Promise.reject(new Error('a check needs no transaction')),
      identify: (statement, values) => (asked.push(statement.text), kernel.database.identify(statement, values)),
    }
    const principal = await authenticateRest({ ...kernel, database }, `Bearer ${credential}`, undefined)
    expect(principal.user).toBe(ann.user.id)
    expect(asked).toHaveLength(1)
  }
})

test('and that statement finds the credential by an index', async () => {
  // Tables of a few rows would be scanned sequentially.
  await baton.look(
    `insert into auth.sessions (id, user_id, kind, method, refresh_hash, authenticated_at, created_at, last_used_at, idle_until, ends_at)
      select gen_random_uuid(), $1, 'interactive', 'password', sha256(n::text::bytea), now(), now(), now(), now() + interval '30 days', now() + interval '90 days' from generate_series(1, 3000) n`,
    [ann.user.id],
  )
  await baton.look(
    `insert into auth.tokens (id, user_id, org_id, kind, name, hash, prefix, last_four, created_at, expires_at)
      select gen_random_uuid(), $1, $2, 'api_key', 'key', sha256(n::text::bytea), 'svc_', '', now(), now() + interval '90 days' from generate_series(1, 3000) n`,
    [ann.user.id, ann.user.personal_organization_id],
  )
  await baton.look('analyze auth.sessions, auth.tokens')
  const plan = async <Name extends string>(statement: Statement<unknown, Name>, values: Values<NoInfer<Name>>) =>
    JSON.stringify(await baton.look(`explain ${statement.text}`, inOrder(statement, values)))
  const now = baton.clock.now()
  expect(await plan(findToken, { hash: Buffer.alloc(32), now })).toContain('tokens_hash_key')
  expect(await plan(findSession, { id: ann.user.id, org: null, handle: null, now })).toContain('sessions_pkey')
})
