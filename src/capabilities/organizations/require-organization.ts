import { userOf, type Context } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import * as queries from './organizations.queries.ts'
import type { OrganizationRow } from './organizations.queries.ts'

/** An organization of the caller's by id or handle; a deleted one only where it is asked for. */
export async function requireOrganization(ctx: Context, name: string, deleted = false): Promise<OrganizationRow> {
  const found = await ctx.tx.row(isId(name) ? queries.organizationOf : queries.organizationByHandle, [userOf(ctx), name])
  if (found && (found.deleted_at !== null) === deleted) return found
  throw notFound('organization', name, `List yours with GET /api/organizations${deleted ? '?deleted=true' : ''}.`)
}

/** A personal organization lives and goes with its user. */
export function requireShared(organization: OrganizationRow, instead: string): void {
  if (organization.personal) throw new Refusal('conflict', `This is a personal organization. ${instead}`)
}
