import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../../paging.ts'
import { isOnline, requireOwnTunnel, requirePaired, requireTunnel, shownTunnel } from './require-tunnel.ts'
import * as contracts from './tunnels.contract.ts'
import { tunnelDeleted, tunnelUpdated } from './tunnels.events.ts'
import * as queries from './tunnels.queries.ts'

export const listTunnels = implement(contracts.listTunnels, async (ctx, { limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  const rows = await ctx.tx.rows(queries.listTunnels, { org: ctx.org, after, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  return { items: items.map((row) => shownTunnel(row, ctx.clock.now())), next_cursor }
})

export const getTunnel = implement(contracts.getTunnel, async (ctx, { tunnel }) =>
  shownTunnel(await requireTunnel(ctx, tunnel), ctx.clock.now()),
)

export const getTunnelStatus = implement(contracts.getTunnelStatus, async (ctx, { tunnel }) => {
  const row = await requireTunnel(ctx, tunnel)
  const { status } = shownTunnel(row, ctx.clock.now())
  const { count } = await ctx.tx.one(queries.countWaiting, { org: ctx.org, id: row.id })
  const connected_at = status === 'online' ? row.connected_at : null
  return { id: row.id, status, connected_at, last_seen_at: row.last_seen_at, waiting_actions: count }
})

export const heartbeatTunnel = implement(contracts.heartbeatTunnel, async (ctx, { tunnel }) => {
  const row = requirePaired(await requireOwnTunnel(ctx, tunnel))
  const now = ctx.clock.now()
  // A connected machine is tracked by its own connection; a request must not hide that the connection is gone.
  if (!row.node_id) await ctx.tx.rows(queries.noteHeartbeat, { org: ctx.org, id: row.id, now })
  const { count } = await ctx.tx.one(queries.countWaiting, { org: ctx.org, id: row.id })
  const last_seen_at = row.node_id && row.last_seen_at ? row.last_seen_at : now.toISOString()
  return { id: row.id, status: isOnline(row, now) ? ('online' as const) : ('offline' as const), last_seen_at, waiting_actions: count }
})

export const updateTunnel = implement(contracts.updateTunnel, async (ctx, { tunnel, name, version }) => {
  await ctx.tx.rows(queries.lockTunnel, { org: ctx.org, id: tunnel })
  const before = await requireOwnTunnel(ctx, tunnel)
  if (version !== undefined && version !== before.version)
    throw new Refusal('stale_version', 'Someone changed this machine in the meantime. Read it again and retry.')
  if (name === undefined || name === before.name) return shownTunnel(before, ctx.clock.now())
  await ctx.tx.rows(queries.renameTunnel, { org: ctx.org, id: before.id, name, now: ctx.clock.now() })
  ctx.emit(tunnelUpdated, { tunnel: { id: before.id, name } })
  ctx.target(before.id)
  return shownTunnel(await requireTunnel(ctx, tunnel), ctx.clock.now())
})

export const deleteTunnel = implement(contracts.deleteTunnel, async (ctx, { tunnel }) => {
  await ctx.tx.rows(queries.lockTunnel, { org: ctx.org, id: tunnel })
  const before = await requireTunnel(ctx, tunnel)
  const isAdmin = ctx.principal.organization?.role === 'owner' || ctx.principal.organization?.role === 'admin'
  if (before.user_id !== userOf(ctx) && !isAdmin)
    throw new Refusal('forbidden', `Only ${before.handle}, whose machine this is, or an admin may remove it.`)
  const now = ctx.clock.now()
  await ctx.tx.rows(queries.removePairing, { org: ctx.org, id: before.id })
  await ctx.tx.rows(queries.deleteTunnel, { org: ctx.org, id: before.id, now })
  ctx.emit(tunnelDeleted, { tunnel: { id: before.id, name: before.name } })
  ctx.target(before.id)
  return { ...shownTunnel(before, now), deleted_at: now.toISOString() }
})
