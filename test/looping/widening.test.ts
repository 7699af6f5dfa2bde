import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '../../src/capabilities/operations.ts'
import { authorizeInput } from '../../src/kernel/authorize.ts'
import { nobody, type Principal } from '../../src/kernel/context.ts'
import { contract } from '../../src/kernel/contract.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { newId } from '../../src/platform/ids.ts'
import { checkWidening, open } from './widening.ts'

const now = new Date()
const principal = (kind: Principal['credential']['kind'], minutesAgo = 0): Principal => ({
  ...nobody,
  user: newId(),
  credential: { kind, id: newId() },
  organization: { id: newId(), role: 'owner' },
  authenticatedAt: new Date(now.getTime() - minutesAgo * 60_000),
})

test('nothing that widens who sees or receives something is open to a token without a person, unless listed with a reason', () => {
  expect(checkWidening(operations)).toEqual([])
})

test('a field that needs a person is refused to every credential that is none', () => {
  const declared = [...operations.values()].filter((operation) => operation.contract.person_for)
  expect(declared.length).toBeGreaterThan(1)
  for (const operation of declared) {
    const known = Object.keys((operation.contract.input as z.ZodObject).shape)
    for (const field of operation.contract.person_for ?? []) {
      expect(known, `${operation.name} has no field ${field}`).toContain(field)
      const call = (who: Principal) => () => authorizeInput(operation.contract, who, { [field]: null }, now)
      for (const kind of ['api_key', 'mcp_token', 'oauth', 'device'] as const)
        expect(call(principal(kind)), `${operation.name}.${field} by ${kind}`).toThrow('Only a person')
      expect(call(principal('interactive', 11))).toThrow('login of the last ten minutes')
      expect(call(principal('interactive'))).not.toThrow()
    }
    expect(() => authorizeInput(operation.contract, principal('api_key'), {}, now)).not.toThrow()
  }
})

const widening = (name: string, input: z.ZodType, more: object = {}): Map<string, Operation> =>
  new Map([
    ...operations,
    [
      name,
      {
        ...operations.get('updateProject'),
        name,
        contract: contract({
          ...{ summary: 'Widens', realm: 'organization', permission: 'project:write', effect: 'change' },
          ...more,
          input,
          output: z.object({}),
        } as never),
      },
    ],
  ])

test.each([
  ['openUp', z.strictObject({ visibility: z.string() }), ['openUp ', 'openUp.visibility ']],
  ['tune', z.strictObject({ deep: z.array(z.strictObject({ members: z.array(z.string()) })) }), ['tune.deep.members ']],
  ['publishThing', z.strictObject({ thing: z.string() }), ['publishThing ']],
])('the check finds %s, which nobody declared', (name, input, found) => {
  const failures = checkWidening(widening(name, input))
  expect(failures.map((one) => one.replace(/widens.*/, ''))).toEqual(found)
  expect(checkWidening(widening(name, input, { needs_person: true }))).toEqual([])
})

test('the check finds a field that lost its declaration, and a reason that nothing needs', () => {
  const before = operations.get('updateWebhook')
  const bare = { ...before, contract: { ...before.contract, person_for: ['url'] } as Operation['contract'] }
  expect(checkWidening(new Map([...operations, ['updateWebhook', bare]]))).toEqual([
    expect.stringContaining('updateWebhook.events widens'),
    expect.stringContaining('updateWebhook.enabled widens'),
  ])
  expect(checkWidening(operations, { ...open, 'getTask.visibility': 'never' })).toEqual([
    'getTask.visibility is listed and does not widen: take it out',
  ])
})
