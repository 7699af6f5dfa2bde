import type { Context } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { changedFields } from '../../changed-fields.ts'
import type { FeatureRow } from './feature-row.ts'
import * as queries from './features.queries.ts'
import { insertCommit } from './features.queries.ts'

type Fixed = 'id' | 'ref' | 'project_id' | 'number' | 'gates' | 'workflow' | 'created_by' | 'created_by_agent_id' | 'version'
export type Changes = Partial<Omit<FeatureRow, Fixed>>

/**
 * Stores the given fields of a locked row and returns which of them really changed. Events are up to the caller. If nothing reads the row
 * again, `last` sends the update together with COMMIT.
 */
export async function changeFeature<Row extends FeatureRow>(
  ctx: Context,
  before: Row,
  changes: Changes,
  stored: 'now' | 'last' = 'now',
): Promise<{ feature: Row; changed: string[] }> {
  const changed = changedFields<FeatureRow, Changes>(before, changes)
  ctx.target(before.id)
  if (changed.length === 0) return { feature: before, changed }
  const named = Object.fromEntries(changed.map((field) => [field, changes[field]]))
  const after: Row = { ...before, ...named, updated_at: ctx.clock.now().toISOString(), version: before.version + 1 }
  if (stored === 'last') ctx.tx.beforeCommit(queries.updateFeature, { ...after, org: ctx.org })
  else await ctx.tx.rows(queries.updateFeature, { ...after, org: ctx.org })
  return { feature: after, changed }
}

export async function storeCommit(ctx: Context, feature: string, sha: string, branch: string | null): Promise<void> {
  const { user, agent } = ctx.principal
  await ctx.tx.rows(insertCommit, { org: ctx.org, id: newId(), feature, sha, user, agent, branch, now: ctx.clock.now() })
}
