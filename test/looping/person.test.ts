import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { authorize } from '../../src/kernel/authorize.ts'
import { nobody, type Principal } from '../../src/kernel/context.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { newId } from '../../src/platform/ids.ts'
import { Person } from '../harness/person.ts'
import { chosenOperations } from './chosen.ts'
import { doorsOf, type Door } from './doors.ts'
import { difference, stateReader } from './organization-state.ts'
import { Scene, actorFor, every } from './scene.ts'
import { startWorld, type World } from './world.ts'

let world: World
let combinations = 0

beforeAll(async () => {
  world = await startWorld(operations)
})
afterAll(async () => {
  console.log(`what needs a person: ${combinations} combinations of operation, door and credential`)
  await world.close()
})

const withToken = (person: Person, token: string): Person =>
  new Person(person.url, { user: person.user, token, refresh_token: '' }, person.password, person.organization)

/** Every credential that doesn't prove a person's presence; an operation behind the MCP door gets that door's token. */
const credentials: Record<string, (person: Person) => Promise<Person>> = {
  'a login of eleven minutes ago': async (person) => {
    const old = await world.again(person)
    await world.look("update auth.sessions set authenticated_at = now() - interval '11 minutes' where id = $1", [sessionOf(old)])
    return old
  },
  'a device': async (person) => {
    const { device_code, user_code } = await world.run('requestDevice', null, {})
    await world.run('approveDevice', person, { user_code })
    return withToken(person, (await world.run('pollDevice', null, { device_code })).token)
  },
  'an API key': async (person) => withToken(person, (await world.run('createApiKey', person, { name: 'everything', scopes: ['*'] })).key),
  'an MCP token': async (person) => withToken(person, await world.mcpToken(person)),
}

const sessionOf = ({ token }: Person): string => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid

/** The web API doesn't accept MCP tokens; a credential without administrator rights is refused for that first. */
function expected({ contract }: Operation, door: Door, credential: string): { status: number; code: string } {
  if (door.kind === 'rest' && credential === 'an MCP token') return { status: 401, code: 'unauthenticated' }
  const young = contract.realm === 'instance' && credential !== 'a login of eleven minutes ago'
  return { status: 403, code: young ? 'forbidden' : 'needs_person' }
}

const forPersons = [...operations.values()].filter(({ contract }) => contract.needs_person)
const chosen = chosenOperations().filter(({ contract }) => contract.needs_person)

test.each(chosen.map((operation) => [operation.name, operation] as const))(
  '%s is refused to whatever is not a person who is there',
  async (_, operation) => {
    const readState = await stateReader(world.look)
    const usual = operation.contract.realm === 'instance' ? world.administrator : world.victim
    const failures: string[] = []
    for (const door of doorsOf(world, operation)) {
      const scene = await Scene.open(world, await actorFor(operation, world, usual))
      for (const [name, credential] of Object.entries(credentials)) {
        const caller = await credential(scene.person)
        const input = await scene.input(operation, every, door.rehearsal)
        const before = await readState(null, null)
        const answer = await door.call(caller, input)
        const changed = difference(before, await readState(null, null), ['public.audit', 'public.log_heads'])
        const { status, code } = expected(operation, door, name)
        combinations++
        if (answer.status !== status || !answer.text.includes(code) || changed.length > 0)
          failures.push(`${door.name} | ${name}: ${answer.status} ${answer.text.slice(0, 200)}, changed [${changed.join(', ')}]`)
      }
    }
    expect(failures).toEqual([])
  },
)

test('there are such operations, and a person who is there is let in', async () => {
  expect(forPersons.length).toBeGreaterThan(5)
  const old = await credentials['a login of eleven minutes ago']?.(world.victim)
  if (!old) throw new Error('no such credential')
  expect((await old.call('POST', '/api/settings/mcp-tokens', { name: 'late' })).body.code).toBe('needs_person')
  await old.do('POST', '/api/auth/step-up', { password: old.password })
  expect((await old.call('POST', '/api/settings/mcp-tokens', { name: 'in time' })).status).toBe(201)
})

test('an OAuth access token is no person either, for any operation that needs one', () => {
  const now = new Date()
  const fresh = {
    ...nobody,
    user: newId(),
    organization: { id: newId(), role: 'owner' },
    administrator: true,
    authenticatedAt: now,
  } as const
  for (const { name, contract } of forPersons) {
    for (const kind of ['oauth', 'mcp_token', 'api_key', 'device'] as const) {
      const principal: Principal = { ...fresh, credential: { kind, id: newId() } }
      expect(() => authorize(contract, principal, now), `${name} by ${kind}`).toThrow('Only a person who has logged in')
    }
    expect(() => authorize(contract, { ...fresh, credential: { kind: 'interactive', id: newId() } }, now)).not.toThrow()
  }
})
