import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { checkUnproven, kinds, setProven } from './unproven.ts'
import { chosenOperations } from './chosen.ts'
import { startWorld, type World } from './world.ts'

/** These don't pass a gate but remove rows: members who leave, invitations that are answered. */
const removing = new Set(['leaveOrganization', 'removeMember', 'deleteAccount', 'acceptInvite'])

const making = chosenOperations().filter(
  ({ name, contract }) =>
    contract.effect === 'create' && !['anyone', 'system', 'administrator'].includes(contract.permission) && !removing.has(name),
)
const undeclared = { ...operations.get('createWebhook'), name: 'ungated' }
const broken: Operation = { ...undeclared, contract: ungated(undeclared.contract) }

function ungated({ needs_proven_email: _, ...contract }: Operation['contract']): Operation['contract'] {
  return { ...contract, http: [{ method: 'POST', path: '/api/broken/ungated' }] } as Operation['contract']
}

let world: World
beforeAll(async () => {
  world = await startWorld(new Map([...operations, ['ungated', broken]]), { MAIL_URL: 'smtp://127.0.0.1:9' })
})
afterAll(() => world.close())

test('every operation that makes a webhook, organization, skill, agent, key or invite says that it needs a proven address', () => {
  const open = [...operations.values()].filter(
    ({ contract }) => contract.creates && kinds.has(contract.creates.ref) && contract.needs_proven_email !== true,
  )
  expect(open.map(({ name }) => name)).toEqual([])
})

test.each(making.map((operation) => [operation.name, operation] as const))(
  '%s makes none of these for an account whose address is unproven',
  async (_, operation) => {
    expect(await checkUnproven(world, operation)).toEqual([])
  },
)

test('the check finds an operation that is not gated', async () => {
  expect(await checkUnproven(world, broken)).toEqual(['ungated | POST /api/broken/ungated: rows of webhooks changed'])
})

test('a password alone makes no key for an unproven account either', async () => {
  await setProven(world, false)
  const { user, password } = world.victim
  await expect(world.run('exchangeForApiKey', null, { email: user.email, password, name: 'key' })).rejects.toThrow(
    'Verify your email address',
  )
})
