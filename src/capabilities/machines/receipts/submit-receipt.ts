import type { z } from 'zod'
import { authorize } from '../../../kernel/authorize.ts'
import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import type { ReceiptBody } from '../../../platform/receipt.ts'
import { digest } from '../../../platform/secrets.ts'
import { fingerprintOf } from '../../../platform/tunnel-protocol.ts'
import { addEvidence } from '../../features/evidence/evidence.contract.ts'
import { checkNameOf } from '../../features/evidence/read-check.ts'
import { recordEvidence, type Claim } from '../../features/evidence/record-evidence.ts'
import { recordTaskEvidence } from '../../features/evidence/record-task-evidence.ts'
import { requireWaiting } from '../../features/features/require-feature.ts'
import type { Gate } from '../../features/workflows/gate.ts'
import { updateTask } from '../../work/items/work-items.contract.ts'
import { requireItem } from '../../work/items/require-item.ts'
import { requireOwnTunnel, requirePaired } from '../tunnels/require-tunnel.ts'
import { readReceipt } from './read-receipt.ts'
import * as contracts from './receipts.contract.ts'
import { receiptSubmitted } from './receipts.events.ts'
import * as queries from './receipts.queries.ts'
import { doubtsAbout } from './worth.ts'

export const submitReceipt = implement(contracts.submitReceipt, (ctx, input) => storeReceipt(ctx, input))

/** Stores a receipt from one of the caller's machines and records it as evidence. */
export async function storeReceipt(
  ctx: Context,
  { tunnel: name, body: text, signature, output }: z.output<typeof contracts.submitReceipt.input>,
) {
  const tunnel = requirePaired(await requireOwnTunnel(ctx, name))
  const body = readReceipt({ body: text, signature, output }, tunnel)
  const now = ctx.clock.now()
  const user = userOf(ctx)
  const nonce = await takeNonce(ctx, body.nonce, now)
  const about = await subjectOf(ctx, body)
  const reasons = doubtsAbout(body, { nonce, tunnel: tunnel.id, user, pinned: about.pinned, now })
  const rank = reasons.length === 0 ? ('observed' as const) : ('reported' as const)
  const id = newId()
  const evidence = await about.record({
    check: about.check,
    outcome: body.exit_code === 0 ? 'pass' : 'fail',
    note: noteOf(id, tunnel.name, body, reasons),
    exit_code: body.exit_code,
    ...(output?.trim() && { log: output }),
    url: new URL(`/api/receipts/${id}`, ctx.services.config.APP_URL).href,
    rank,
  })
  const stored = await ctx.tx.row(queries.insertReceipt, {
    org: ctx.org,
    id,
    tunnel: tunnel.id,
    user,
    public_key: tunnel.public_key,
    body: text,
    body_sha256: digest(text),
    signature,
    rank,
    reasons,
    feature: about.feature,
    task: about.task,
    evidence,
    now,
  })
  if (!stored) throw new Refusal('conflict', 'This receipt was already submitted. Run the command again for a new one.')
  const { feature, task, project_id } = about
  ctx.emit(receiptSubmitted, {
    receipt: { id, tunnel_id: tunnel.id, rank, exit_code: body.exit_code, feature_id: feature, task_id: task },
    project_id,
    owner_id: user,
  })
  ctx.target(id)
  return shownReceipt(await ctx.tx.one(queries.receiptById, { org: ctx.org, id }))
}

/** The first receipt that names a nonce consumes it, regardless of that receipt's rank. */
async function takeNonce(ctx: Context, nonce: string | null, now: Date): Promise<queries.NonceRow | undefined> {
  if (nonce === null) return undefined
  const hash = digest(nonce)
  const row = await ctx.tx.row(queries.lockNonce, { org: ctx.org, hash })
  if (row?.used_at) throw new Refusal('conflict', 'Its nonce was used by another receipt. Run the command again: {takeReceiptNonce}.')
  if (row) await ctx.tx.rows(queries.useNonce, { org: ctx.org, hash, now })
  return row
}

type Said = Claim & { rank: 'reported' | 'observed' }

interface Subject {
  feature: string | null
  task: string | null
  project_id: string | null
  check: string
  pinned: readonly string[] | undefined
  /** Returns the evidence’s id. */
  record(said: Said): Promise<string | null>
}

/** Resolves and locks what the receipt is about; throws if the caller may not write there. */
async function subjectOf(ctx: Context, body: ReceiptBody): Promise<Subject> {
  const none = { feature: null, task: null, project_id: null, pinned: undefined }
  const check = body.check ?? (checkNameOf(body.argv.join(' ')) || 'command')
  const { principal } = ctx
  const now = ctx.clock.now()
  if (body.feature !== null) {
    authorize(addEvidence, principal, now)
    const { feature, gate } = await requireWaiting(ctx, body.feature, body.gate ?? undefined)
    const asked = checkOf(gate, body)
    return {
      ...none,
      feature: feature.id,
      project_id: feature.project_id,
      check: asked.check,
      // At a gate before any code exists, a result is bound to the spec and not to a tree.
      pinned: gate.before_code ? undefined : asked.command,
      record: async ({ rank, ...said }) => (await recordEvidence(ctx, feature, said, body.commit, undefined, rank)).id,
    }
  }
  if (body.task !== null) {
    authorize(updateTask, principal, now)
    const task = await requireItem(ctx, 'task', body.task, 'write')
    const record = async ({ rank, ...said }: Said) => (await recordTaskEvidence(ctx, task, said, body.commit, undefined, rank)).id
    return { ...none, task: task.id, project_id: task.project_id, check, record }
  }
  return { ...none, check, record: async () => null }
}

/** The check that the receipt names, else the one that pins its command, else the gate's only one. */
function checkOf(gate: Gate, { check, argv }: ReceiptBody) {
  if (gate.kind !== 'evidence')
    throw new Refusal('conflict', `The gate ${gate.key} asks for no evidence, so a receipt shows nothing there.`)
  const runs = JSON.stringify(argv)
  const found =
    check === null
      ? (gate.checks.find(({ command }) => command && JSON.stringify(command) === runs) ??
        (gate.checks.length === 1 ? gate.checks[0] : null))
      : gate.checks.find((one) => one.check === check)
  if (found) return found
  const names = gate.checks.map((one) => one.check).join(', ')
  throw new Refusal('invalid', `body: name the check that the command is for, one of ${names}: \`baton run --check NAME\`.`)
}

function noteOf(id: string, machine: string, { argv, exit_code, tree, submodules }: ReceiptBody, reasons: string[]): string {
  const shown = argv.join(' ').replace(/[\p{C}`]+/gu, ' ')
  const parts = [
    `Receipt ${id}: \`${shown.slice(0, 500)}\` ended with ${exit_code} on ${machine}, tree ${tree}.`,
    ...(submodules.length > 0 ? [`Submodules: ${submodules.map(({ commit }) => commit).join(', ')}.`.slice(0, 1000)] : []),
    ...(reasons.length > 0 ? [`Worth \`reported\`: ${reasons.join('; ')}.`] : []),
  ]
  return parts.join(' ').slice(0, 4000)
}

export function shownReceipt({ public_key, ...row }: queries.ReceiptRow): z.input<typeof contracts.getReceipt.output> {
  return { ...row, public_key: public_key.toString('base64url'), fingerprint: fingerprintOf(public_key) }
}
