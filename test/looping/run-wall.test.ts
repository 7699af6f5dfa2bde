import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticateSession } from '../../src/capabilities/identity/login/authenticate.ts'
import { runScopes } from '../../src/capabilities/machines/runs/take-runs.ts'
import { operations } from '../../src/capabilities/operations.ts'
import type { Principal } from '../../src/kernel/context.ts'
import { Refusal } from '../../src/kernel/errors.ts'
import { execute } from '../../src/kernel/execute.ts'
import { newId } from '../../src/platform/ids.ts'
import { chosenOperations, sayWhatIsLeft } from './chosen.ts'
import { blank } from './look-alike.ts'
import { difference, stateReader } from './organization-state.ts'
import { Scene, every } from './scene.ts'
import { victimOf } from './victims.ts'
import { startWorld, type World } from './world.ts'

/** What a run may still change outside its project, and why. */
const allowed: Record<string, string> = {}
/** A refusal is written to the organization's audit log, and the calling instance is recorded. */
const ignored = ['public.audit', 'public.log_heads', 'public.agent_instances']

let world: World
beforeAll(async () => {
  world = await startWorld(operations)
})
afterAll(() => world.close())

/** The same person in a run of one of their agents, whose project is separate from everything else they have. */
async function runOf(scene: Scene): Promise<Principal> {
  const { person } = scene
  const whole = await authenticateSession(world.baton.node.assembly.kernel, person.token, person.organization)
  const { id: project } = await world.run('createProject', person, { name: 'Elsewhere', key: `E${newId().slice(-6)}`.toUpperCase() })
  const { id: agent } = await world.run('createAgent', person, { name: 'Runner' })
  const credential = { kind: 'mcp_token', id: newId() } as const
  return { ...whole, agent, credential, administrator: false, authenticatedAt: null, scopes: runScopes, run: { id: newId(), project } }
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []

const outside = ['system', 'anyone']
const asked = chosenOperations().filter(({ contract }) => (contract.http || contract.mcp) && !outside.includes(contract.permission))

sayWhatIsLeft()

test.each(asked.map((operation) => [operation.name, operation] as const))('%s stays in the run’s project', async (name, operation) => {
  const { contract } = operation
  const [route] = contract.http ?? []
  const scene = await victimOf(world, operation, { rehearsal: route?.rehearsal } as never)
  await world.renew(scene.person)
  const run = await runOf(scene)
  const read = await stateReader(world.look)
  const input = await scene.input(operation, every, route?.rehearsal)
  const before = await read(scene.organization.id, scene.person.user.id)
  const answer = await execute(world.baton.node.assembly.kernel, operation, run, { ...route?.fixed, ...input }, { door: 'mcp' }).catch(
    (error: unknown) => error,
  )
  if (answer instanceof Error && !(answer instanceof Refusal && answer.code !== 'internal')) throw answer
  // Names that the caller supplied reveal nothing new to it.
  const told = blank(JSON.stringify(answer instanceof Refusal ? [answer.message, answer.extra] : answer), textsIn(input))
  expect(told).not.toContain(scene.hidden)
  const changed = difference(before, await read(scene.organization.id, scene.person.user.id), ignored)
  expect(changed.length > 0, `changes in [${changed.join(', ')}]`).toBe(name in allowed)
  const isFar =
    contract.realm !== 'organization' ||
    /^(run|tunnel|workspace|webhook|sandbox|organization):(write|manage|own)$/.test(contract.permission)
  if (isFar) expect(answer).toMatchObject({ code: 'forbidden' })
})
