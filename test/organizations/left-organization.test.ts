import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { authenticatePerson } from '../../src/capabilities/identity/login/authenticate.ts'
import { actsInOrganization, authorize } from '../../src/kernel/authorize.ts'
import { Refusal } from '../../src/kernel/errors.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

// Clients send the organization they show with every request. It may be gone: renamed, deleted, or left.

let baton: Baton
let ann: Person
beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
})
afterAll(() => baton.close())

const named = { 'baton-organization': 'gone-elsewhere' }

test.each([
  ['GET', '/api/auth/me'],
  ['GET', '/api/organizations'],
  ['GET', '/api/notifications'],
  ['GET', '/api/settings/sessions'],
  ['GET', '/api/auth/options'],
  ['GET', '/api/docs'],
])('%s %s does not depend on the organization that a request names', async (method, path) => {
  expect((await ann.call(method, path, undefined, named)).status).toBe(200)
})

test('what acts in an organization is refused, and the refusal says how to find yours', async () => {
  for (const [method, path, body] of [
    ['GET', '/api/projects', undefined],
    ['POST', '/api/projects', { name: 'Web', slug: 'web' }],
    ['POST', '/api/settings/mcp-tokens', { name: 'Laptop' }],
    ['POST', '/api/settings/api-keys', { name: 'Laptop', scopes: ['*'] }],
    ['POST', '/api/organization/leave', {}],
  ] as const) {
    const { status, body: problem } = await ann.call(method, path, body, named)
    expect([path, status, problem.code]).toEqual([path, 404, 'not_found'])
    expect(problem.detail).toContain('gone-elsewhere')
  }
})

test('of all operations, exactly those that act in an organization need one', async () => {
  const { kernel } = baton.node.assembly
  const principal = { ...(await authenticatePerson(kernel, ann.token, 'gone-elsewhere')), administrator: true }
  expect(principal).toMatchObject({ organization: null, personalOrganization: ann.user.personal_organization_id })
  const wrong = [...operations.values()].filter(({ contract }) => {
    if (contract.permission === 'system' || contract.permission === 'anyone') return false
    try {
      authorize(contract, principal, kernel.clock.now())
      return actsInOrganization(contract)
    } catch (error) {
      return !actsInOrganization(contract) || !(error instanceof Refusal && error.code === 'not_found')
    }
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('a change to the account is in the audit trail, whatever organization was named', async () => {
  expect((await ann.call('PATCH', '/api/settings/profile', { name: 'Ann of nowhere' }, named)).status).toBe(200)
  const trail = await baton.look('select operation from audit where org_id = $1 order by seq desc limit 1', [
    ann.user.personal_organization_id,
  ])
  expect(trail).toEqual([{ operation: 'updateProfile' }])
})

test('a stream that acts in an organization does not open without it', async () => {
  const { status } = await ann.call('GET', '/api/sync/export', undefined, named)
  expect(status).toBe(404)
})

test('whoever has left the organization can still log out', async () => {
  expect((await ann.call('POST', '/api/auth/logout', undefined, named)).status).toBeLessThan(300)
  expect((await ann.call('GET', '/api/auth/me')).status).toBe(401)
})
