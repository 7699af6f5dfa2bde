import type { Context } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { namesHere } from '../../names-here.ts'
import { firstId } from '../../paging.ts'
import * as queries from './organizations.queries.ts'
import type { MemberRow } from './organizations.queries.ts'

/** A member of the current organization by handle or id. */
export async function requireMember(ctx: Context, name: string): Promise<MemberRow> {
  const found = await findMember(ctx, name)
  if (!found) throw notFound('member', name, await membersHere(ctx))
  return found
}

const maxNamed = 20

export async function membersHere(ctx: Context): Promise<string> {
  const rows = await ctx.tx.rows(queries.members, { org: ctx.org, user: firstId, limit: maxNamed })
  return namesHere(
    'Members',
    rows.map(({ handle }) => handle),
    'Use {listAgents with members: true|listMembers}.',
  )
}

export function findMember(ctx: Context, name: string): Promise<MemberRow | undefined> {
  return ctx.tx.row(isId(name) ? queries.memberById : queries.memberByHandle, { org: ctx.org, name })
}

/** Locks and returns the owners of the current organization; none of them ceases to be one until the end of the transaction. */
export async function lockOwners(ctx: Context): Promise<{ user_id: string }[]> {
  await ctx.tx.rows(queries.lockOwners, { org: ctx.org })
  return ctx.tx.rows(queries.owners, { org: ctx.org })
}

/** An organization never loses its last owner. */
export async function requireAnotherOwner(ctx: Context, user: string): Promise<void> {
  const owners = await lockOwners(ctx)
  if (owners.some((owner) => owner.user_id !== user)) return
  throw new Refusal('conflict', 'This is the last owner. Make someone else an owner first.')
}

/** Only an owner may appoint, change or remove an owner. */
export function requireOwnerFor(ctx: Context, ...roles: string[]): void {
  if (!roles.includes('owner') || ctx.principal.organization?.role === 'owner') return
  throw new Refusal('forbidden', 'Only an owner may do this to an owner.')
}
