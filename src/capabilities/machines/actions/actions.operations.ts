import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { approvalChallenge, canonical, deadMilliseconds } from '../../../platform/tunnel-protocol.ts'
import { relyingParty } from '../../identity/passkeys/passkeys-of.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { requireOwnTunnel, requirePaired, requireTunnel } from '../tunnels/require-tunnel.ts'
import type { TunnelRow } from '../tunnels/tunnels.queries.ts'
import { shownAction, summaryForLog } from './action.ts'
import * as contracts from './actions.contract.ts'
import { actionRequested, actionUpdated } from './actions.events.ts'
import * as queries from './actions.queries.ts'
import type { ActionRow } from './actions.queries.ts'

const maxArguments = 64 * 1024

export const listTunnelActions = implement(contracts.listTunnelActions, async (ctx, { tunnel }) => ({
  items: (await requireTunnel(ctx, tunnel)).actions,
}))

export const executeTunnelAction = implement(contracts.executeTunnelAction, async (ctx, { tunnel, ...asked }) => {
  const row = requirePaired(await requireOwnTunnel(ctx, tunnel))
  return shownAction(await requestAction(ctx, row, asked))
})

interface Asked {
  action: string
  arguments: Record<string, unknown>
  expires_in: number
}

/** Requests one of the actions that the caller's machine allows; it is sent once this transaction has committed. */
export async function requestAction(ctx: Context, row: TunnelRow, { action, arguments: given, expires_in }: Asked): Promise<ActionRow> {
  const allowed = row.actions.find(({ name }) => name === action)
  if (!allowed) throw notFound('action', action, 'List what the machine allows with {listTunnelActions}.')
  const text = canonical(given)
  if (text.length > maxArguments) throw new Refusal('invalid', 'Arguments may have 64 KiB in all.')
  const now = ctx.clock.now()
  const user = userOf(ctx)
  const waits = allowed.risk === 'danger'
  const expires_at = new Date(now.getTime() + expires_in * 1000)
  const made = await ctx.tx.one(queries.insertAction, {
    org: ctx.org,
    id: newId(),
    tunnel_id: row.id,
    action,
    risk: allowed.risk,
    arguments: text,
    state: waits ? 'queued' : 'approved',
    requested_by: user,
    decided_by: waits ? null : user,
    decided_at: waits ? null : now,
    expires_at,
    created_at: now,
  })
  // Slightly after the machine starts to refuse it, so that an action begun in time has been acknowledged by then.
  await ctx.enqueue('expireTunnelAction', { action_id: made.id }, { startAfter: new Date(expires_at.getTime() + deadMilliseconds) })
  ctx.emit(actionRequested, summaryForLog(made))
  ctx.target(made.id)
  return made
}

export const listTunnelActionHistory = implement(
  contracts.listTunnelActionHistory,
  async (ctx, { tunnel, state = null, limit, cursor }) => {
    const { id } = await requireTunnel(ctx, tunnel)
    const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
    const rows = await ctx.tx.rows(queries.history, { org: ctx.org, tunnel: id, user: userOf(ctx), before, state, limit: limit + 1 })
    const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
    return { items: items.map(shownAction), next_cursor }
  },
)

export const getTunnelAction = implement(contracts.getTunnelAction, async (ctx, { tunnel, action: name }) => {
  const { id } = await requireTunnel(ctx, tunnel)
  const row = await ctx.tx.row(queries.actionById, { org: ctx.org, tunnel: id, id: name, user: userOf(ctx) })
  if (!row) throw notFound('action', name, 'List what was asked with {listTunnelActionHistory}.')
  const shown = shownAction(row)
  if (row.state !== 'queued') return { ...shown, to_sign: null }
  const signers = await ctx.tx.rows(queries.signersOf, { org: ctx.org, tunnel: id })
  const challenge = approvalChallenge({ machine: id, action: row.action, arguments: shown.arguments, expires_at: row.expires_at })
  const credential_ids = signers.map(({ credential_id }) => credential_id)
  return { ...shown, to_sign: { challenge, rp_id: relyingParty(ctx.services.config).id, credential_ids } }
})

/** Runs shortly after an action has expired. If its outcome can't be determined, it becomes `unknown` and is never retried. */
export const expireTunnelAction = implement(contracts.expireTunnelAction, async (ctx, { action_id: id }) => {
  const now = ctx.clock.now()
  const row = await ctx.tx.row(queries.lockAction, { org: ctx.org, id })
  if (!row || !['queued', 'approved', 'sent', 'acknowledged'].includes(row.state)) return { expired: false }
  const isUnsent = row.state === 'queued' || row.state === 'approved'
  const error = isUnsent ? 'Its time was over before it was sent.' : 'The machine has not said what became of it.'
  const ended = await ctx.tx.one(queries.endAction, { org: ctx.org, id, state: isUnsent ? 'failed' : 'unknown', error, now })
  ctx.emit(actionUpdated, summaryForLog(ended))
  ctx.target(id)
  return { expired: true }
})
