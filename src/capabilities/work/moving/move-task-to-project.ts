import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { moveReferences } from '../../links/text-references.ts'
import { requireProject } from '../../projects/require-project.ts'
import { changeItem } from '../items/change-item.ts'
import { requireItem, toTask } from '../items/require-item.ts'
import { taskLeft, taskMoved } from '../items/work-items.events.ts'
import { passLease } from '../leases/lease.ts'
import * as contracts from './moving.contract.ts'
import { dropLabels, nextNumber, putLabels, rehome } from './moving.queries.ts'
import { whatStays } from './what-stays.ts'

/** Dependencies, links, comments and history come along with the task. Its holder keeps the lease only by moving the task themselves. */
export const moveTaskToProject = implement(contracts.moveTaskToProject, async (ctx, { task: name, project: to, fence }) => {
  const found = await requireItem(ctx, 'task', name, 'write')
  const project = await requireProject(ctx, to, 'write')
  if (project.id === found.project_id) throw new Refusal('conflict', `${found.key} is in this project already.`)
  const pass = await passLease(ctx, found, fence)
  const { milestone_id, dropped } = await whatStays(ctx, found, project.id)
  const before = pass === 'overridden' ? await changeItem(ctx, found, {}, pass, ['project_id']) : found
  if (pass === 'overridden') dropped.push({ what: 'lease', name: found.key })
  // Moved back to a project, it gets the key that it had there.
  const own = before.former_keys.find((key) => key.startsWith(`${project.key}-`))
  const number = own
    ? Number(own.slice(project.key.length + 1))
    : (await ctx.tx.one(nextNumber, { org: ctx.org, project: project.id })).number
  const key = `${project.key}-${number}`
  const former_keys = [...before.former_keys.filter((one) => one !== key), before.key]
  const now = ctx.clock.now()
  const place = { org: ctx.org, id: before.id }
  await ctx.tx.rows(dropLabels, place)
  await ctx.tx.rows(rehome, { ...place, project: project.id, number, key, former_keys, milestone_id, now })
  await ctx.tx.rows(putLabels, place)
  await moveReferences(ctx, before.id, project.id)
  const after = await requireItem(ctx, 'task', before.id, 'read')
  ctx.emit(taskLeft, { item: { ...toTask(before), version: after.version } })
  ctx.emit(taskMoved, { item: toTask(after), from: before.key })
  ctx.target(before.id)
  return { ...toTask(after), moved_from: before.key, dropped }
})
