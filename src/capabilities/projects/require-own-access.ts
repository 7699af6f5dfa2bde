import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { ownsAccess, type ProjectRow } from './projects.queries.ts'

/** Access through a team alone ends with the team, so those who have it may let in nobody else, and not themselves permanently. */
export async function requireOwnAccess(ctx: Context, project: ProjectRow): Promise<void> {
  if (project.visibility !== 'private' || (await ctx.tx.one(ownsAccess, { project: project.id })).owns) return
  throw new Refusal('forbidden', 'Only members of this private project and admins of the organization decide who sees it. Ask one of them.')
}
