import type { Context } from '../../kernel/context.ts'
import { whoSee } from './projects.queries.ts'

/** Of these users, those who may see this project. For what tells people of something they did not ask for. */
export async function membersWhoSee(ctx: Context, project: string, users: readonly string[]): Promise<string[]> {
  if (users.length === 0) return []
  return (await ctx.tx.rows(whoSee, [ctx.org, project, users])).map((row) => row.user_id)
}
