import { implement } from '../../kernel/operation.ts'
import { activityOfSubject } from '../activity/recent-activity.ts'
import { requireItem, toTask } from './require-item.ts'
import * as contracts from './work-items.contract.ts'
import { blockedBy, blocks, parentsOf } from './work-items.queries.ts'

/** Everything a task page shows, in one call. */
export const getTask = implement(contracts.getTask, async (ctx, { task: name, ...ancestors }) => {
  const row = await requireItem(ctx, 'task', name, 'read', ancestors)
  const place = [ctx.org, row.id]
  const [line, blocked_by, blocking, history] = await Promise.all([
    ctx.tx.rows(parentsOf, place),
    ctx.tx.rows(blockedBy, place),
    ctx.tx.rows(blocks, place),
    activityOfSubject(ctx, row.id, 20),
  ])
  const parents = line.slice(1).map(({ parent_id: _, ...link }) => link)
  return { ...toTask(row), parents, blocked_by, blocks: blocking, history }
})
