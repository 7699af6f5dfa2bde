import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import type { Person } from '../harness/person.ts'
import { areAllChosen, chosenOperations } from './chosen.ts'
import { doorsOf } from './doors.ts'
import { difference, stateReader } from './organization-state.ts'
import { isHidden, referencesIn } from './references.ts'
import { Scene, every } from './scene.ts'
import { startWorld, type World } from './world.ts'

/** What a viewer of a private project may still do there, and why. */
const allowed: Record<string, string> = {
  createAiSession: 'a conversation with the assistant is the person’s own',
  createSession: 'a session says what an agent does and changes no work; reading is something to do as well',
  snoozeApproval: 'a reminder of one’s own',
}
/** A refusal is written to the organization's audit log. */
const ignored = ['public.audit', 'public.log_heads']

let world: World
let scene: Scene
let viewer: Person
let refused = 0
beforeAll(async () => {
  world = await startWorld(operations)
  scene = await Scene.open(world, world.victim)
  viewer = (await scene.joinedBy(world.colleague, 'member')).person
  const { person } = scene
  await world.run('createTeam', person, { name: 'Viewers', handle: `${scene.canary}-viewers` })
  await world.run('addTeamMember', person, { team: `${scene.canary}-viewers`, user: viewer.user.id })
  await world.run('createWorkspace', person, { name: 'Viewed', slug: 'viewed' })
  await world.run('addWorkspaceTeam', person, { workspace: 'viewed', team: `${scene.canary}-viewers`, role: 'viewer' })
})
afterAll(() => world.close())

const writing = [...operations.values()].filter(
  ({ contract }) =>
    contract.effect !== 'read' &&
    contract.realm === 'organization' &&
    contract.http &&
    !contract.rehearsal?.newcomer &&
    referencesIn(contract.input).some(({ kind }) => isHidden(operations, kind)),
)

const chosen = writing.filter((operation) => chosenOperations().includes(operation))

test.each(chosen.map((operation) => [operation.name, operation] as const))('%s changes nothing for a viewer', async (name, operation) => {
  await world.renew(scene.person, viewer)
  const [door] = doorsOf(world, operation).filter(({ kind }) => kind === 'rest')
  if (!door) throw new Error(`${name} has no REST door`)
  // Each test uses resources of its own, because one operation may have deleted what another needs.
  const own = scene.again()
  const project = await own.name('project')
  await world.run('updateWorkspace', scene.person, { workspace: 'viewed', projects: [project] })
  expect((await viewer.call('GET', `/api/projects/${project}`)).status).toBe(200)
  const read = await stateReader(world.look)
  const input = await own.input(operation, every, door.rehearsal)
  const before = await read(scene.organization.id, scene.person.user.id)
  const answer = await door.call(viewer, input)
  const changed = difference(before, await read(scene.organization.id, scene.person.user.id), ignored)
  if (answer.status === 403) refused++
  // A change to a state that already holds is answered and changes nothing.
  expect(changed.length > 0, `${answer.status} ${answer.text.slice(0, 300)} and changes in [${changed.join(', ')}]`).toBe(name in allowed)
})

test('most are refused for being a viewer, and everything that is allowed is one of these operations', () => {
  console.log(`${refused} of ${chosen.length} operations answered 403 to a viewer of a workspace`)
  // Of a few, all may be among those that are answered and change nothing.
  expect(refused).toBeGreaterThan(areAllChosen() ? writing.length / 2 : -1)
  const names = new Set(writing.map(({ name }) => name))
  expect(Object.keys(allowed).filter((name) => !names.has(name))).toEqual([])
})
