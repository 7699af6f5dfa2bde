import type { Rehearsal } from '../../src/kernel/contract.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { populate } from './populate.ts'
import { isHidden, makerOf, referencesIn, type Registry } from './references.ts'
import { Scene } from './scene.ts'
import { joined, startPopulated, type Populated } from './scene-template.ts'
import type { World } from './world.ts'

/**
 * Where an operation is checked. Reads share the victim's organization, in which nothing changes. Whatever writes gets fresh resources
 * of the kinds it names, in an organization for that; if it left that organization other than it was, the next one gets a new one.
 */
export class Places {
  readonly world: World
  #populated: Populated
  #workshopWas: string

  private constructor(populated: Populated, workshopWas: string) {
    this.world = populated.world
    this.#populated = populated
    this.#workshopWas = workshopWas
  }

  static async open(registry?: Registry): Promise<Places> {
    const populated = await startPopulated(registry)
    return new Places(populated, await fingerprint(populated.workshop))
  }

  /** The victim of this operation, with everything it needs. */
  async victim(operation: Operation, rehearsal?: Rehearsal): Promise<Scene> {
    const { world } = this
    await this.#renew()
    const { effect } = operation.contract
    if (operation.contract.rehearsal?.newcomer) return Scene.open(world, await world.baton.person())
    if (effect !== 'read') return (await this.#workshop()).again(sharedBy(this.world.operations, operation, rehearsal))
    const before = world.operations.get(rehearsal?.after ?? '')
    // What was deleted is missing for everybody who comes later.
    if (before?.contract.effect === 'delete') return populate(await Scene.open(world, await world.baton.person()))
    return this.#populated.victim
  }

  /** Somebody in an organization of their own, who wants what is the victim's. */
  async stranger(operation: Operation, rehearsal?: Rehearsal): Promise<Scene> {
    await this.#renew()
    const { other } = this.#populated
    return operation.contract.effect === 'read' ? other : other.again(sharedBy(this.world.operations, operation, rehearsal))
  }

  /** New organizations for this operation: what goes wrong there as well isn't what others left behind. */
  async replace({ contract }: Operation): Promise<void> {
    const { world } = this
    const other = await Scene.open(world, world.stranger)
    const isRead = contract.effect === 'read'
    const victim = isRead ? await populate(await Scene.open(world, await world.baton.person())) : this.#populated.victim
    this.#populated = { world, victim, other, workshop: isRead ? this.#populated.workshop : await this.#newWorkshop() }
  }

  async #workshop(): Promise<Scene> {
    const { workshop } = this.#populated
    if ((await fingerprint(workshop)) === this.#workshopWas) return workshop
    const next = await this.#newWorkshop()
    this.#populated = { ...this.#populated, workshop: next }
    return next
  }

  async #newWorkshop(): Promise<Scene> {
    const next = await Scene.open(this.world, this.world.victim)
    await joined(next)
    this.#workshopWas = await fingerprint(next)
    return next
  }

  #renew(): Promise<void> {
    const { world } = this
    return world.renew(world.victim, world.stranger, world.colleague, world.viewer, world.administrator)
  }
}

/** What an operation can do to everybody in an organization: its own row, its settings, who is in it, and their tokens. */
async function fingerprint({ world, organization }: Scene): Promise<string> {
  const people = [world.victim, world.colleague, world.viewer].map(({ user }) => user.id)
  const [row] = await world.look<{ print: string }>(
    `select jsonb_build_array(
      (select to_jsonb(o) - 'updated_at' from organizations o where id = $1),
      (select jsonb_agg(jsonb_build_array(user_id, role) order by user_id) from memberships where org_id = $1 and user_id = any($2)),
      (select to_jsonb(f) - 'updated_at' from feature_settings f where org_id = $1),
      (select to_jsonb(s) - 'updated_at' from subscriptions s where org_id = $1),
      (select jsonb_agg(jsonb_build_array(id, revoked_at, expires_at) order by id) from auth.tokens
        where org_id = $1 and user_id = any($2) and name = 'looping'),
      (select jsonb_agg(jsonb_build_array(user_id, suspended_at, closed_at) order by user_id) from auth.accounts where user_id = any($2))
    )::text as print`,
    [organization.id, people],
    'fingerprint',
  )
  return row?.print ?? ''
}

/** Values that use nothing of the scene. */
const harmless = /^\$(new_\w+|email|password)$/

/**
 * Kinds whose resources an operation can share with others: those that it doesn't name, and that aren't part of what it names. A value
 * of the scene may use any of them.
 */
function sharedBy(operations: Registry, operation: Operation, rehearsal: Rehearsal | undefined): (kind: string) => boolean {
  const values = Object.values(rehearsal?.input ?? {})
  if (values.some((value) => typeof value === 'string' && value.startsWith('$') && !harmless.test(value))) return () => false
  const before = rehearsal?.after === undefined ? undefined : operations.get(rehearsal.after)
  if (before && !sharedBy(operations, before, before.contract.rehearsal)('nothing')) return () => false
  const named = [operation, ...(before ? [before] : [])].flatMap(({ contract }) => referencesIn(contract.input).map(({ kind }) => kind))
  return (kind) => !partsOf(operations, kind).some((part) => named.includes(part))
}

const known = new WeakMap<Registry, Map<string, string[]>>()

/** A kind, and every kind that creating one of it uses. */
function partsOf(operations: Registry, kind: string): string[] {
  const parts = known.get(operations) ?? new Map<string, string[]>()
  known.set(operations, parts)
  const found = parts.get(kind) ?? [...collect(operations, kind, new Set())]
  parts.set(kind, found)
  return found
}

function collect(operations: Registry, kind: string, seen: Set<string>): Set<string> {
  if (seen.has(kind)) return seen
  seen.add(kind)
  const maker = makerOf(operations, kind)?.contract
  const before = operations.get(maker?.rehearsal?.after ?? '')?.contract
  for (const contract of [maker, before]) {
    const used = contract ? referencesIn(contract.input) : []
    for (const { kind: part, required, list } of used)
      if (required || (!list && isHidden(operations, part))) collect(operations, part, seen)
  }
  return seen
}
