import pg from 'pg'
import { inject } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { admin, databaseExists, oneAtATime, sceneOf, type Servers } from '../harness/databases.ts'
import { stateReader } from './organization-state.ts'
import { populate } from './populate.ts'
import type { Registry } from './references.ts'
import { Scene, ofOneProcess, type KeptScene } from './scene.ts'
import { startWorld, type KeptWorld, type World } from './world.ts'

/** A world with two of everything in two organizations, and a third that is empty. */
export interface Populated {
  world: World
  /** The victim's organization. The colleague is a member there and the viewer a viewer. */
  victim: Scene
  /** The stranger's. */
  other: Scene
  /** Another of the victim's with the same members, for what changes things. */
  workshop: Scene
}

/** Ends only what hangs: on a machine with twenty times the work it can do, building the scene takes minutes, and so can a check. */
export const patience = 900_000

type Kept = { world: KeptWorld } & Record<'victim' | 'other' | 'workshop', KeptScene>

/**
 * A copy of the one scene. Whoever asks first builds it, which costs seconds of calls; everybody else copies its database. What is
 * partly outside it is created in each copy.
 */
export async function startPopulated(registry: Registry = operations, servers: Servers = inject('servers')): Promise<Populated> {
  const template = sceneOf(servers)
  await oneAtATime(servers, template, async () => {
    if (!(await databaseExists(servers, template))) await build(servers, template)
  })
  const kept = await readKept(servers, template)
  const world = await startWorld(registry, {}, { servers, template, kept: kept.world })
  await world.renew(world.victim, world.stranger, world.colleague, world.viewer, world.administrator)
  const victim = Scene.restore(world, world.victim, kept.victim)
  const other = Scene.restore(world, world.stranger, kept.other)
  await populate(victim, (kind) => ofOneProcess.has(kind))
  return { world, victim, other, workshop: Scene.restore(world, world.victim, kept.workshop) }
}

async function build(servers: Servers, template: string): Promise<void> {
  const world = await startWorld(operations, {}, { servers })
  try {
    await stateReader(world.look)
    const [victim, other] = [await Scene.open(world, world.victim), await Scene.open(world, world.stranger)]
    for (const scene of [victim, other]) await populate(scene, (kind) => !ofOneProcess.has(kind))
    const workshop = await Scene.open(world, world.victim)
    for (const scene of [victim, workshop]) await joined(scene)
    for (const { person } of [victim, other, workshop]) await world.mcpToken(person)
    const kept: Kept = {
      world: await world.kept(),
      victim: await victim.kept(),
      other: await other.kept(),
      workshop: await workshop.kept(),
    }
    await world.closeAs(template)
    // In a comment, because nobody may be connected to a template while it is copied.
    await admin(servers, (client) => client.query(`comment on database ${template} is ${pg.escapeLiteral(JSON.stringify(kept))}`))
  } catch (error) {
    await world.close()
    throw error
  }
}

/** The colleague and the viewer in this organization, with the tokens of their agents. */
export async function joined(scene: Scene): Promise<void> {
  const { world } = scene
  for (const [person, role] of [
    [world.colleague, 'member'],
    [world.viewer, 'viewer'],
  ] as const)
    await world.mcpToken((await scene.joinedBy(person, role)).person)
}

async function readKept(servers: Servers, template: string): Promise<Kept> {
  const text = "select shobj_description(oid, 'pg_database') as kept from pg_database where datname = $1"
  const { rows } = await admin(servers, (client) => client.query<{ kept: string }>(text, [template]))
  if (!rows[0]) throw new Error(`there is no template ${template}`)
  return JSON.parse(rows[0].kept) as Kept
}
