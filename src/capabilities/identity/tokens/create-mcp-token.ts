import type { Context } from '../../../kernel/context.ts'
import { userOf } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { issueToken } from './issue-token.ts'
import * as contracts from './tokens.contract.ts'
import { tokenCreated } from './tokens.events.ts'
import * as queries from './tokens.queries.ts'

export const createMcpToken = implement(contracts.createMcpToken, async (ctx, { name, agent, mode, expires_in_days }) => {
  const organization = await placeOf(ctx, mode)
  const found = agent === undefined ? undefined : await agentIn(ctx, organization, agent)
  if (agent !== undefined && !found) throw notFound('agent', agent, 'Leave it out, and one is made on first use.')
  const prefix = mode === 'test' ? 'svc_test_' : 'svc_live_'
  const { secret, ...row } = await issueToken(ctx, { kind: 'mcp', prefix, name, organization, agent: found?.id, expires_in_days })
  ctx.emit(tokenCreated, { user_id: userOf(ctx), token_id: row.id, name: row.name })
  return { ...row, token: secret }
})

/** A live token acts in the current organization, a test token in its sandbox, which the first such token creates. */
async function placeOf(ctx: Context, mode: 'live' | 'test'): Promise<string> {
  if (mode === 'test') return (await ctx.tx.row(queries.openSandbox, { id: newId() }))?.id ?? ctx.org
  if (await ctx.tx.row(queries.isSandbox, { org: ctx.org })) {
    throw new Refusal(
      'conflict',
      'This organization is a sandbox: create a token with mode test here, or a live one in the organization itself.',
    )
  }
  return ctx.org
}

async function agentIn(ctx: Context, organization: string, agent: string): Promise<{ id: string } | undefined> {
  const { principal, org } = ctx
  if (organization === org) return ctx.tx.row(queries.findAgent, { org, agent, user: userOf(ctx) })
  ctx.enter(principal, organization)
  const found = await ctx.tx.row(queries.findAgent, { org: organization, agent, user: userOf(ctx) })
  ctx.enter(principal, org)
  return found
}
