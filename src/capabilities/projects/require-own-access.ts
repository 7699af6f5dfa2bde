import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { ownsAccess, type ProjectRow } from './projects.queries.ts'

/** People who have a private project through a team alone lose it with the team: they let nobody else in, and not themselves for good. */
export async function requireOwnAccess(ctx: Context, project: ProjectRow): Promise<void> {
  if (project.visibility !== 'private' || (await ctx.tx.one(ownsAccess, { project: project.id })).owns) return
  throw new Refusal('forbidden', 'Only members of this private project and admins of the organization decide who sees it. Ask one of them.')
}
