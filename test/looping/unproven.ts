import type { Operation } from '../../src/kernel/operation.ts'
import { doorsOf } from './doors.ts'
import { Scene, every } from './scene.ts'
import type { World } from './world.ts'

/** What an account with an unverified address can't create where mail is configured. */
const tables = [
  'webhooks',
  'organizations',
  'memberships',
  'skills',
  'agents',
  'invites',
  'auth.invite_links',
  'auth.tokens',
  'auth.oauth_grants',
]

/** Kinds in a contract's `creates` whose resources are rows of these tables. */
export const kinds: ReadonlySet<string> = new Set([
  'webhook',
  'organization',
  'skill',
  'agent',
  'mcp_token',
  'api_key',
  'oauth_grant',
  'invite',
  'member',
])

export const setProven = (world: World, proven: boolean): Promise<unknown> =>
  world.look('update auth.accounts set email_verified_at = $1', [proven ? new Date() : null])

const count = (world: World): Promise<Record<string, unknown>[]> =>
  world.look(tables.map((table) => `select '${table}' as name, count(*)::integer as rows from ${table}`).join(' union all '))

/** Calls the operation at each of its doors as a person with an unverified address; what it needs was created before. */
export async function checkUnproven(world: World, operation: Operation): Promise<string[]> {
  const failures: string[] = []
  for (const door of doorsOf(world, operation)) {
    await setProven(world, true)
    const scene = await Scene.open(world, world.victim)
    const input = await scene.input(operation, every, door.rehearsal)
    if (door.kind === 'mcp') await world.mcpToken(scene.person)
    await setProven(world, false)
    const before = await count(world)
    const answer = await door.call(scene.person, input)
    const after = await count(world)
    for (const [place, row] of after.entries()) {
      if (row['rows'] !== before[place]?.['rows']) failures.push(`${operation.name} | ${door.name}: rows of ${String(row['name'])} changed`)
    }
    if (operation.contract.needs_proven_email === true && !(answer.status === 403 && answer.text.includes('Verify your email address')))
      failures.push(`${operation.name} | ${door.name}: expected to be told to prove the address, got ${answer.status}`)
  }
  return failures
}
