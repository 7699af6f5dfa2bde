import { userOf, type TxContext } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { namesHere } from '../../names-here.ts'
import * as queries from './workspaces.queries.ts'
import type { WorkspaceRole, WorkspaceRow } from './workspaces.queries.ts'

const rank: Record<WorkspaceRole, number> = { viewer: 0, editor: 1, owner: 2 }

/** A workspace by slug or id; that it exists is visible to everyone in the organization. */
export async function requireWorkspace(ctx: TxContext, name: string): Promise<WorkspaceRow> {
  const found = await ctx.tx.row(isId(name) ? queries.workspaceById : queries.workspaceBySlug, { org: ctx.org, user: userOf(ctx), name })
  if (found) return found
  const rows = await ctx.tx.rows(queries.workspaceSlugs, { org: ctx.org })
  const next = rows.length === 0 ? 'There is none yet: create one with {createWorkspace}.' : 'Use {listWorkspaces}.'
  const slugs = rows.map(({ slug }) => slug)
  throw notFound('workspace', name, namesHere('Workspaces', slugs, next))
}

/** A workspace in which the caller has this role or a higher one. */
export async function requireWorkspaceRole(ctx: TxContext, name: string, least: WorkspaceRole): Promise<WorkspaceRow> {
  const workspace = await requireWorkspace(ctx, name)
  if (hasRole(workspace, least)) return workspace
  throw new Refusal('forbidden', `This needs the role ${least} in the workspace. Ask one of its owners or an admin of the organization.`)
}

export const hasRole = ({ role }: Pick<WorkspaceRow, 'role'>, least: WorkspaceRole): boolean => role !== null && rank[role] >= rank[least]
