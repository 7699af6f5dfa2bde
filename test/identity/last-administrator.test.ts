import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { nobody } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

const system = { ...nobody, credential: { kind: 'system', id: null } } as const
const offerSetup = () =>
  execute(baton.node.assembly.kernel, operations.get('offerSetup'), system, { email: 'root@example.com' }, { door: 'test' }) as Promise<any>

test('the last administrator can neither go nor step down; once there is another, they can', async () => {
  const root = await baton.administrator()
  const closed = await root.call('DELETE', '/api/auth/account')
  expect([closed.status, closed.body.code]).toEqual([409, 'conflict'])
  expect((await root.call('PATCH', `/api/admin/users/${root.user.id}/role`, { role: 'user' })).status).toBe(409)
  const next = await baton.person()
  expect(await root.do('PATCH', `/api/admin/users/${next.user.id}/role`, { role: 'admin' })).toMatchObject({ role: 'admin' })
  expect((await next.call('GET', '/api/admin/users')).status).toBe(200)
  await root.do('DELETE', '/api/auth/account')
  expect((await next.call('DELETE', '/api/auth/account')).status).toBe(409)
})

test('two administrators who suspend each other at once leave one behind', async () => {
  await baton.look("update auth.accounts set role = 'user'")
  const [one, other] = [await baton.administrator(), await baton.administrator()]
  const answers = await Promise.all([
    one.call('PATCH', `/api/admin/users/${other.user.id}/suspend`),
    other.call('PATCH', `/api/admin/users/${one.user.id}/suspend`),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const [left] = await baton.look("select count(*)::integer as count from auth.accounts where role = 'admin' and suspended_at is null")
  expect(left).toEqual({ count: 1 })
})

test('an instance whose administrators are all closed or suspended gets a setup link', async () => {
  await baton.look("update auth.accounts set role = 'user'")
  const [one, other] = [await baton.administrator(), await baton.administrator()]
  await baton.look('update auth.accounts set closed_at = now() where user_id = $1', [one.user.id])
  expect((await offerSetup()).token).toBeNull()
  await baton.look('update auth.accounts set suspended_at = now() where user_id = $1', [other.user.id])
  expect((await offerSetup()).token).toEqual(expect.any(String))
})
