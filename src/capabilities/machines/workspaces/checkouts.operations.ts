import { userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { requireOwnTunnel } from '../tunnels/require-tunnel.ts'
import * as contracts from './checkouts.contract.ts'
import * as queries from './checkouts.queries.ts'
import { hasRole, requireWorkspace, requireWorkspaceRole } from './require-workspace.ts'
import { aliveSince } from './runnable.ts'
import { namedWorkspace, workspaceSynced } from './workspaces.events.ts'

/** Only its owner can offer a machine: from then on the workspace's editors may ask it for the state of these checkouts. */
export const addCheckout = implement(contracts.addCheckout, async (ctx, input) => {
  const workspace = await requireWorkspaceRole(ctx, input.workspace, 'editor')
  const tunnel = await requireOwnTunnel(ctx, input.machine)
  const { path, repository = null, branch = null, local_id = path.slice(0, 200) } = input
  const values = { tunnel: tunnel.id, local_id, path, repository, branch, user: userOf(ctx), now: ctx.clock.now() }
  const id = newId()
  if (!(await ctx.tx.row(queries.insertCheckout, { org: ctx.org, id, workspace: workspace.id, ...values }))) {
    throw new Refusal('conflict', 'This checkout of the machine is in the workspace already.')
  }
  ctx.emit(workspaceSynced, namedWorkspace(workspace))
  ctx.target(workspace.id)
  return ctx.tx.one(queries.checkoutById, { org: ctx.org, workspace: workspace.id, id, alive: aliveSince(ctx) })
})

/** Allowed for owners of the workspace and for the owner of the machine. */
export const removeCheckout = implement(contracts.removeCheckout, async (ctx, input) => {
  const workspace = await requireWorkspace(ctx, input.workspace)
  const of = { org: ctx.org, workspace: workspace.id, id: input.checkout, alive: aliveSince(ctx) }
  const found = hasRole(workspace, 'viewer') ? await ctx.tx.row(queries.checkoutById, of) : undefined
  if (!found) throw notFound('checkout', input.checkout, 'Read the workspace with {getWorkspace}.')
  if (!hasRole(workspace, 'owner')) await requireOwnTunnel(ctx, found.machine.id)
  await ctx.tx.rows(queries.deleteCheckout, { org: ctx.org, id: found.id })
  ctx.emit(workspaceSynced, namedWorkspace(workspace))
  ctx.target(workspace.id)
  return { ...found, deleted_at: ctx.clock.now().toISOString() }
})
