import { nobody, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { canonical } from '../../../platform/tunnel-protocol.ts'
import { renewLeasesOf } from '../../work/leases/session-leases.ts'
import { storeReceipt } from '../receipts/submit-receipt.ts'
import { requireTunnel } from '../tunnels/require-tunnel.ts'
import { endByItself, endLocked, lockOpenRun, requeueLocked } from './end-attempt.ts'
import * as contracts from './hold-runs.contract.ts'
import * as output from './run-output.queries.ts'
import { runUpdated, summaryForLog } from './runs.events.ts'
import * as queries from './runs.queries.ts'
import type { RunRow } from './runs.queries.ts'
import { leaseMilliseconds } from './take-runs.ts'

/** How often a run is attempted that fails to start or is never heard of again. */
const maxAttempts = 3
/** Output pieces kept per run. */
const maxPieces = 4000
/** Above any piece number that a machine may send. */
const notePiece = 2_000_000_000

/** Process output is arbitrary, and PostgreSQL text can't store NUL. */
const plain = (text: string): string => text.replaceAll('\0', '').toWellFormed()

export const renewRuns = implement(contracts.renewRuns, async (ctx, { tunnel_id: tunnel, runs }) => {
  const now = ctx.clock.now()
  const values = { ids: runs.map(({ run }) => run), fences: runs.map(({ fence }) => fence) }
  const until = new Date(now.getTime() + leaseMilliseconds)
  const kept = await ctx.tx.rows(queries.renewRuns, { org: ctx.org, tunnel, until, ...values })
  const sessions = kept.flatMap(({ session_id }) => session_id ?? [])
  if (sessions.length > 0)
    for (const { id } of await ctx.tx.rows(queries.keepSessions, { org: ctx.org, sessions, now })) await renewLeasesOf(ctx, id)
  const held = new Set(kept.map(({ id, fence }) => `${id} ${fence}`))
  return { lost: runs.filter(({ run, fence }) => !held.has(`${run} ${fence}`)) }
})

export const recordRunStarted = implement(
  contracts.recordRunStarted,
  async (ctx, { tunnel_id: tunnel, run: id, fence, branch, worktree }) => {
    const values = { org: ctx.org, tunnel, id, fence, branch: plain(branch), worktree: plain(worktree), now: ctx.clock.now() }
    const run = await ctx.tx.row(queries.noteBranch, values)
    if (run) ctx.emit(runUpdated, summaryForLog(run))
    return { recorded: run !== undefined }
  },
)

export const recordRunOutput = implement(
  contracts.recordRunOutput,
  async (ctx, { tunnel_id: tunnel, run, fence, seq: piece, kind, text }) => {
    const values = { org: ctx.org, run, tunnel, fence, piece, kind, text: plain(text), now: ctx.clock.now() }
    const stored = await ctx.tx.row(output.insertOutput, values)
    if (stored && piece % 100 === 0) await ctx.tx.rows(output.dropOldest, { org: ctx.org, run, keep: maxPieces })
    return { recorded: stored !== undefined }
  },
)

export const recordRunEnded = implement(contracts.recordRunEnded, async (ctx, { tunnel_id: tunnel, run: id, fence, receipt, ...said }) => {
  const run = await lockOpenRun(ctx, id)
  const result = { ...said, error: said.error === null ? null : plain(said.error).slice(0, 2000).toWellFormed() }
  if (!run || run.fence !== fence || run.tunnel_id !== tunnel || run.state === 'queued') {
    const text = `A result came late and does not count: ${canonical(result)}`.slice(0, 16_000).toWellFormed()
    await ctx.tx.rows(output.insertNote, { org: ctx.org, run: id, fence, piece: notePiece, now: ctx.clock.now(), text: plain(text) })
    return { recorded: false }
  }
  const { outcome, error, ...work } = result
  const isAgain = (outcome === 'unknown' || outcome === 'refused') && !run.stop_requested_at && run.fence < maxAttempts
  if (isAgain) await requeueLocked(ctx, run, error ?? 'The machine ended meanwhile.', work)
  else if (outcome === 'done') await endByItself(ctx, run, work)
  else {
    const state = outcome === 'stopped' || run.stop_requested_at ? 'stopped' : 'failed'
    await endLocked(ctx, run, { state, error, work })
  }
  if (receipt) await keepReceipt(ctx, run, tunnel, receipt)
  return { recorded: true }
})

/** Submitted as the machine's owner, limited to the run's project. A rejected receipt is noted and otherwise doesn't affect the run. */
async function keepReceipt(ctx: Context, run: RunRow, tunnel: string, receipt: { body: string; signature: string }): Promise<void> {
  const itself = ctx.principal
  const { user_id: user } = await requireTunnel(ctx, tunnel)
  const organization = { id: ctx.org, role: 'member' } as const
  const wall = { id: run.id, project: run.project_id }
  ctx.enter({ ...nobody, user, credential: { kind: 'device', id: null }, organization, run: wall }, ctx.org)
  try {
    const { id } = await storeReceipt(ctx, { tunnel, ...receipt })
    await ctx.tx.rows(queries.noteReceipt, { org: ctx.org, id: run.id, receipt: id })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const text = `The machine’s receipt was not taken: ${error.message}`
    const note = { org: ctx.org, run: run.id, fence: run.fence, piece: notePiece + 1, now: ctx.clock.now(), text }
    await ctx.tx.rows(output.insertNote, note)
  } finally {
    ctx.enter(itself, ctx.org)
    ctx.target(run.id)
  }
}

/** Runs when a lease should have ended. If it was renewed, the check is rescheduled; an attempt that is over is ignored. */
export const expireRun = implement(contracts.expireRun, async (ctx, { run_id: id, fence }) => {
  const run = await lockOpenRun(ctx, id)
  if (!run?.lease_until || run.fence !== fence) return { expired: false }
  if (new Date(run.lease_until) > ctx.clock.now()) {
    await ctx.enqueue('expireRun', { run_id: id, fence }, { startAfter: new Date(run.lease_until) })
    return { expired: false }
  }
  if (run.stop_requested_at) await endLocked(ctx, run, { state: 'stopped', error: 'The machine was gone when it was to stop.' })
  else if (run.fence >= maxAttempts)
    await endLocked(ctx, run, { state: 'failed', error: `No machine was heard of again after ${run.fence} attempts.` })
  else await requeueLocked(ctx, run, 'The machine could no longer be reached.')
  return { expired: true }
})
