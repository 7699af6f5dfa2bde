import type { z } from 'zod'
import { userOf, type Context, type TxContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { firstId } from '../../paging.ts'
import { requireOwnTunnel } from '../tunnels/require-tunnel.ts'
import { askMachines, endAsking, type Asked } from './ask-machines.ts'
import * as contracts from './checkouts.contract.ts'
import { insertCheckout, noteReport, type CheckoutRow } from './checkouts.queries.ts'
import { hasRole, requireWorkspaceRole } from './require-workspace.ts'
import { checkoutsIn } from './runnable.ts'
import { namedWorkspace, workspaceSynced } from './workspaces.events.ts'
import { workspaces as listed, type WorkspaceRow } from './workspaces.queries.ts'

type Input = { workspace?: string | undefined; machine?: string | undefined; checkouts?: Report[] | undefined }
type Report = z.output<typeof contracts.CheckoutReport>

const maxWorkspaces = 200

/** Machines are asked before the transaction, which only stores their answers and never waits for a machine. */
export const syncWorkspaces = implement(contracts.syncWorkspaces, {
  async prepare(ctx, input): Promise<Asked[]> {
    if (input.checkouts) return []
    const checkouts = await ctx.transaction('read', (tx) => checkoutsToAsk(tx, input))
    return askMachines(ctx, checkouts)
  },
  async handle(ctx, input, asked) {
    const workspaces = await workspacesToSync(ctx, input)
    const ids = workspaces.map(({ id }) => id)
    const checked = new Set<string>()
    const changed = new Set<string>()
    const note = async (tunnel: string, report: Report) => {
      for (const { id, workspace_id } of await noteOne(ctx, ids, tunnel, report)) {
        checked.add(id)
        changed.add(workspace_id)
      }
    }
    if (input.checkouts) await takeReport(ctx, input, ids, note)
    for (const { machine, reports } of asked) for (const report of reports) await note(machine.id, report)
    await endAsking(ctx, asked)
    for (const workspace of workspaces) if (changed.has(workspace.id)) ctx.emit(workspaceSynced, namedWorkspace(workspace))
    const [only] = workspaces
    if (only && workspaces.length === 1) ctx.target(only.id)
    return {
      checked: (await checkoutsIn(ctx, ids, input.machine ?? null)).filter(({ id }) => checked.has(id)),
      unanswered: asked.flatMap(({ machine, refusal }) => (refusal ? [{ machine, ...refusal }] : [])),
    }
  },
})

/** Empty if the caller may not ask: `handle` refuses that, after the check whether this call was made before. */
async function checkoutsToAsk(ctx: TxContext, input: Input): Promise<CheckoutRow[]> {
  const workspaces = await workspacesToSync(ctx, input).catch((error: unknown) => {
    if (error instanceof Refusal) return []
    throw error
  })
  const ids = workspaces.map(({ id }) => id)
  return checkoutsIn(ctx, ids, input.machine ?? null)
}

/** The named workspace, or all in which the caller may do this. */
async function workspacesToSync(ctx: TxContext, { workspace }: Input): Promise<WorkspaceRow[]> {
  if (workspace !== undefined) return [await requireWorkspaceRole(ctx, workspace, 'editor')]
  const rows = await ctx.tx.rows(listed, { org: ctx.org, user: userOf(ctx), team: null, after: firstId, limit: maxWorkspaces })
  return rows.filter((row) => hasRole(row, 'editor'))
}

function noteOne(ctx: Context, workspaces: string[], tunnel: string, report: Report) {
  return ctx.tx.rows(noteReport, {
    org: ctx.org,
    workspaces,
    tunnel,
    local_id: report.local_id,
    path: report.path ?? null,
    repository: report.repository ?? null,
    branch: report.branch ?? null,
    head: report.head ?? null,
    dirty_files: JSON.stringify(report.dirty_files),
    worktrees: JSON.stringify(report.worktrees),
    now: ctx.clock.now(),
  })
}

/** Stores a report on the caller's own machine. Repeating the same report changes only the time of the check. */
async function takeReport(
  ctx: Context,
  { workspace, machine, checkouts = [] }: Input,
  ids: readonly string[],
  note: (tunnel: string, report: Report) => Promise<void>,
): Promise<void> {
  const [id] = ids
  if (workspace === undefined || machine === undefined || !id) {
    throw new Refusal('invalid', 'Name `workspace` and `machine` with `checkouts`: which machine reports, and for which workspace.')
  }
  const tunnel = (await requireOwnTunnel(ctx, machine)).id
  for (const report of checkouts) {
    const { local_id, path = null, repository = null, branch = null } = report
    const values = {
      org: ctx.org,
      id: newId(),
      workspace: id,
      tunnel,
      local_id,
      repository,
      branch,
      user: userOf(ctx),
      now: ctx.clock.now(),
    }
    if (path !== null) await ctx.tx.rows(insertCheckout, { ...values, path })
    await note(tunnel, report)
  }
}
