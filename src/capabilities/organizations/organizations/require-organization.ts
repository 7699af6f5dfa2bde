import { type Context, userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import * as queries from './organizations.queries.ts'
import { clearPersonal, type OrganizationRow } from './organizations.queries.ts'

/** One of the caller's organizations by id or handle; a deleted one only if asked for. */
export async function requireOrganization(ctx: Context, name: string, deleted = false): Promise<OrganizationRow> {
  const found = await ctx.tx.row(isId(name) ? queries.organizationOf : queries.organizationByHandle, { user: userOf(ctx), name })
  if (found && (found.deleted_at !== null) === deleted) return found
  throw notFound('organization', name, `List yours with {listOrganizations${deleted ? ' with deleted: true' : ''}}.`)
}

/** Refuses a personal organization, which exists only as long as its user. */
export function requireShared(organization: OrganizationRow, instead: string): void {
  if (organization.personal) throw new Refusal('conflict', `This is a personal organization. ${instead}`)
}

const day = 86_400_000

/** How long a deleted organization or a closed account can come back before it is erased. */
export const daysToUndo = 30

export const undoUntil = (deletedAt: string | null): Date => new Date(new Date(deletedAt ?? 0).getTime() + daysToUndo * day)

/** What was deleted before this moment is erased. */
export const erasedBefore = (now: Date): Date => new Date(now.getTime() - daysToUndo * day)

/** Called before an address is marked as verified: removes everyone that an impostor let into the personal organization. */
export async function clearPersonalOrganization(ctx: Context, user: string): Promise<void> {
  await ctx.tx.rows(clearPersonal, { user })
}
