import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { argumentsDigest, maxOutput, signFrame, type SignedFrame } from '../../../platform/tunnel-protocol.ts'
import { serverKeyPlace } from '../tunnels/require-tunnel.ts'
import { shownAction, summaryForLog } from './action.ts'
import * as contracts from './actions.contract.ts'
import { actionUpdated } from './actions.events.ts'
import * as queries from './actions.queries.ts'
import { offeredSigners } from './signers.operations.ts'
import type { ActionRow } from './actions.queries.ts'

/** Unacknowledged actions are resent before any new ones, with the same sequence number: the machine performs each number once. */
export const takeTunnelActions = implement(contracts.takeTunnelActions, async (ctx, { tunnel_id: tunnel, fence, again }) => {
  const held = await ctx.tx.row(queries.lockHeld, { org: ctx.org, tunnel, fence })
  if (!held) throw new Refusal('conflict', 'Another connection of this machine has taken over.')
  const now = ctx.clock.now()
  const key = ctx.services.secretBox.open(held.server_key, serverKeyPlace(ctx.org, tunnel))
  const frames = again ? (await ctx.tx.rows(queries.unacknowledged, { org: ctx.org, tunnel })).map((row) => frameOf(key, row)) : []
  let seq = held.seq
  for (const { id } of await ctx.tx.rows(queries.approvedActions, { org: ctx.org, tunnel, now })) {
    const sent = await ctx.tx.one(queries.sendAction, { org: ctx.org, id, seq: ++seq, now })
    ctx.emit(actionUpdated, summaryForLog(sent))
    frames.push(frameOf(key, sent))
  }
  if (seq !== held.seq) await ctx.tx.rows(queries.countSent, { org: ctx.org, tunnel, seq })
  return { frames, signers: await offeredSigners(ctx, tunnel) }
})

function frameOf(key: string, row: ActionRow): SignedFrame {
  return signFrame(key, {
    type: 'action',
    machine: row.tunnel_id,
    id: row.id,
    action: row.action,
    arguments: shownAction(row).arguments,
    arguments_sha256: argumentsDigest(row.arguments),
    expires_at: row.expires_at,
    seq: Number(row.seq),
    approval: row.approval,
  })
}

export const recordTunnelAction = implement(
  contracts.recordTunnelAction,
  async (ctx, { tunnel_id: tunnel, action_id: id, outcome, output, error, exit_code }) => {
    const values = { org: ctx.org, tunnel, id, now: ctx.clock.now() }
    // Process output is arbitrary: PostgreSQL text can't store NUL, and nobody reads more than this.
    const kept = output?.replaceAll('\0', '').toWellFormed().slice(0, maxOutput) ?? null
    const row =
      outcome === 'acknowledged'
        ? await ctx.tx.row(queries.noteAcknowledged, values)
        : await ctx.tx.row(queries.noteResult, {
            ...values,
            outcome,
            exit_code,
            output: kept,
            error: error?.replaceAll('\0', '') ?? null,
          })
    if (!row) return { recorded: false }
    ctx.emit(actionUpdated, summaryForLog(row))
    ctx.target(id)
    return { recorded: true }
  },
)
