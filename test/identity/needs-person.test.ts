import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { nobody, type CredentialKind, type Principal } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness.ts'
import { send, type Person } from '../person.ts'

let baton: Baton
let owner: Person
let credentials: Record<string, string>

const forPersons = [...operations.values()].filter(({ contract }) => contract.needs_person)

beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.administrator()).createOrganization('acme')
  const { key } = await owner.do('POST', '/api/settings/api-keys', { name: 'key' })
  const { user_code, device_code } = await owner.do('POST', '/api/auth/device/request', {})
  await owner.do('POST', '/api/auth/device/approve', { user_code })
  const device = await send(baton.url, 'POST', '/api/auth/device/poll', { device_code })
  const old = await send(baton.url, 'POST', '/api/auth/login', { email: owner.user.email, password: owner.password })
  await baton.look("update auth.sessions set authenticated_at = now() - interval '11 minutes' where id = $1", [old.body.session_id])
  credentials = { 'an API key': key, 'a device': device.body.token, 'a login of eleven minutes ago': old.body.token }
})
afterAll(() => baton.close())

test('there are operations for persons alone', () => {
  expect(forPersons.length).toBeGreaterThan(5)
})

test.each(forPersons.map((operation) => [operation.name, operation] as const))(
  '%s is refused to whatever is no person',
  async (_, operation) => {
    for (const { method, path } of operation.contract.http ?? []) {
      for (const [name, token] of Object.entries(credentials)) {
        const headers = { authorization: `Bearer ${token}`, 'baton-organization': owner.organization ?? '' }
        const answer = await send(
          baton.url,
          method,
          path.replace(/:\w+/g, 'x'),
          method === 'GET' || method === 'DELETE' ? undefined : {},
          headers,
        )
        const expected = operation.contract.realm === 'instance' && !name.includes('login') ? 'forbidden' : 'needs_person'
        expect(answer, `${name} at ${method} ${path}`).toMatchObject({ status: 403, body: { code: expected } })
      }
    }
    const kinds: CredentialKind[] = ['api_key', 'device', 'mcp_token']
    for (const kind of kinds) {
      const principal: Principal = {
        ...nobody,
        user: owner.user.id,
        credential: { kind, id: owner.user.id },
        organization: { id: owner.organization ?? '', role: 'owner' },
        personalOrganization: owner.user.personal_organization_id,
        administrator: true,
        authenticatedAt: baton.clock.now(),
      }
      const call = execute(baton.node.assembly.kernel, operation, principal, {}, { door: 'test' })
      await expect(call, kind).rejects.toMatchObject({ code: 'needs_person' })
    }
  },
)
