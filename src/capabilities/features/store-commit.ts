import type { Context } from '../../kernel/context.ts'
import { newId } from '../../platform/ids.ts'
import { insertCommit } from './features.queries.ts'

export async function storeCommit(ctx: Context, feature: string, sha: string, user: string): Promise<void> {
  await ctx.tx.rows(insertCommit, [ctx.org, newId(), feature, sha, user, ctx.principal.agent, ctx.clock.now()])
}
