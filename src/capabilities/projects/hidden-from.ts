import type { Context } from '../../kernel/context.ts'
import { hiddenFrom as hidden } from './projects.queries.ts'

/** For each of these users, the private projects they may not see. For what is sent on somebody's behalf while they are away. */
export async function hiddenFrom(ctx: Context, users: readonly string[]): Promise<(user: string) => ReadonlySet<string>> {
  const rows = users.length === 0 ? [] : await ctx.tx.rows(hidden, [ctx.org, [...new Set(users)]])
  const byUser = Map.groupBy(rows, (row) => row.user_id)
  return (user) => new Set(byUser.get(user)?.map((row) => row.project_id))
}
