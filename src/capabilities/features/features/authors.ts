import { userOf, type Context, type TxContext } from '../../../kernel/context.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import type { AuthorRow } from './feature-row.ts'
import { authors, insertActing, insertAuthors } from './features.queries.ts'

/** The users behind this call: the caller, and the owner of the agent they act through. */
export async function actingUsers(ctx: Context): Promise<string[]> {
  const { agent } = ctx.principal
  const owner = agent ? (await requireAgent(ctx, agent)).owner_id : null
  return [...new Set([userOf(ctx), ...(owner ? [owner] : [])])]
}

/** Makes them authors without looking them up first. */
export async function addActing(ctx: Context, feature: string, why: AuthorRow['why']): Promise<void> {
  const { agent } = ctx.principal
  await ctx.tx.rows(insertActing, { org: ctx.org, feature, user: userOf(ctx), agent, why, now: ctx.clock.now() })
}

export async function addAuthors(ctx: Context, feature: string, users: readonly string[], why: AuthorRow['why']): Promise<void> {
  await ctx.tx.rows(insertAuthors, { org: ctx.org, feature, users, why, now: ctx.clock.now() })
}

export const authorsOf = (ctx: TxContext, features: readonly string[]): Promise<AuthorRow[]> =>
  ctx.tx.rows(authors, { org: ctx.org, features })
