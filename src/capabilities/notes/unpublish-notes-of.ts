import type { Context } from '../../kernel/context.ts'
import { unpublishProject } from './notes.queries.ts'

/** What a deleted project had published goes with it. */
export async function unpublishNotesOf(ctx: Context, project: string): Promise<void> {
  await ctx.tx.rows(unpublishProject, [ctx.org, project, ctx.clock.now()])
}
