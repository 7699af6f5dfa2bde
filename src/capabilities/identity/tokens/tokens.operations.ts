import { userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { issueToken } from './issue-token.ts'
import * as contracts from './tokens.contract.ts'
import { apiKeyCreated, apiKeyRevoked, sandboxReset, tokenRevoked } from './tokens.events.ts'
import * as queries from './tokens.queries.ts'
import { listTokens, revokeToken } from './tokens.queries.ts'

export const listMcpTokens = implement(contracts.listMcpTokens, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(listTokens, { user: userOf(ctx), kind: 'mcp', before, limit: limit + 1 }), limit, (row) => [row.id])
})

export const revokeMcpToken = implement(contracts.revokeMcpToken, async (ctx, input) => {
  const user = userOf(ctx)
  const row = await ctx.tx.row(revokeToken, { id: input.id, user, kind: 'mcp', now: ctx.clock.now() })
  if (!row) throw notFound('MCP token', input.id, 'List yours with {listMcpTokens}.')
  ctx.emit(tokenRevoked, { user_id: user, token_id: row.id, name: row.name })
  ctx.target(row.id)
  return row
})

export const createApiKey = implement(contracts.createApiKey, async (ctx, { name, scopes, expires_in_days }) => {
  const { secret, ...row } = await issueToken(ctx, {
    kind: 'api_key',
    prefix: 'svc_',
    name,
    organization: ctx.org,
    scopes,
    expires_in_days,
  })
  ctx.emit(apiKeyCreated, { user_id: userOf(ctx), token_id: row.id, name: row.name })
  return { ...row, key: secret }
})

export const listApiKeys = implement(contracts.listApiKeys, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(listTokens, { user: userOf(ctx), kind: 'api_key', before, limit: limit + 1 }), limit, (row) => [row.id])
})

export const revokeApiKey = implement(contracts.revokeApiKey, async (ctx, input) => {
  const user = userOf(ctx)
  const row = await ctx.tx.row(revokeToken, { id: input.id, user, kind: 'api_key', now: ctx.clock.now() })
  if (!row) throw notFound('API key', input.id, 'List yours with {listApiKeys}.')
  ctx.emit(apiKeyRevoked, { user_id: user, token_id: row.id, name: row.name })
  ctx.target(row.id)
  return row
})

export const resetSandbox = implement(contracts.resetSandbox, async (ctx) => {
  const twin = newId()
  await ctx.tx.rows(queries.replaceSandbox, { sandbox: twin })
  const row = await ctx.tx.one(queries.sandboxById, { sandbox: twin })
  ctx.emit(sandboxReset, { sandbox_id: row.id })
  ctx.target(row.id)
  return row
})

const lifetime = 30_000

/** A ticket stands for the login session, API key or impersonation that requested it, and is worthless once that has ended. */
export const createWsTicket = implement(contracts.createWsTicket, async (ctx) => {
  const { kind, id } = ctx.principal.credential
  const session = kind === 'interactive' || kind === 'device' ? id : null
  const token = kind === 'api_key' ? id : null
  const impersonation = kind === 'impersonation' ? id : null
  if (!session && !token && !impersonation) {
    throw new Refusal('forbidden', 'Only a login session or an API key with the scope live:read gets tickets for /api/ws.')
  }
  const now = ctx.clock.now()
  const expires = new Date(now.getTime() + lifetime)
  const ticket = `wst_${newSecret()}`
  await ctx.tx.rows(queries.purgeTickets, { user: userOf(ctx), now })
  const made = { hash: digest(ticket), user: userOf(ctx), session, token, impersonation, now, expires_at: expires }
  await ctx.tx.rows(queries.insertTicket, made)
  return { ticket, expires_at: expires.toISOString() }
})
