import { userOf, type Context } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import { requireFeature } from '../../features/features/require-feature.ts'
import { requireItem } from '../../work/items/require-item.ts'
import { requireOwnTunnel, requirePaired } from '../tunnels/require-tunnel.ts'
import * as contracts from './receipts.contract.ts'
import * as queries from './receipts.queries.ts'
import { shownReceipt } from './submit-receipt.ts'

const nonceHours = 4
const day = 24 * 3_600_000

export const takeReceiptNonce = implement(contracts.takeReceiptNonce, async (ctx, { tunnel }) => {
  const { id } = requirePaired(await requireOwnTunnel(ctx, tunnel))
  const taken = await takeNonceFor(ctx, id, userOf(ctx))
  ctx.target(id)
  return taken
})

/** A nonce for a receipt that this person will submit from this machine of theirs. */
export async function takeNonceFor(ctx: Context, tunnel_id: string, user_id: string): Promise<{ nonce: string; expires_at: string }> {
  const created_at = ctx.clock.now()
  const nonce = newSecret()
  const expires_at = new Date(created_at.getTime() + nonceHours * 3_600_000)
  await ctx.tx.rows(queries.removeOldNonces, { org: ctx.org, tunnel: tunnel_id, before: new Date(created_at.getTime() - day) })
  await ctx.tx.rows(queries.insertNonce, { org: ctx.org, nonce_hash: digest(nonce), tunnel_id, user_id, created_at, expires_at })
  return { nonce, expires_at: expires_at.toISOString() }
}

export const getReceipt = implement(contracts.getReceipt, async (ctx, { receipt }) => {
  const row = await ctx.tx.row(queries.receiptById, { org: ctx.org, id: receipt })
  const missing = notFound('receipt', receipt, 'Evidence that a receipt made names it.')
  if (!row) throw missing
  // Visible to whoever can read what it is evidence for; otherwise only to its owner.
  if (row.feature_id) await requireFeature(ctx, row.feature_id, 'read')
  else if (row.task_id) await requireItem(ctx, 'task', row.task_id, 'read')
  else if (row.user_id !== userOf(ctx)) throw missing
  return shownReceipt(row)
})
