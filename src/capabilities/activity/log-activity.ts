import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { requireProject } from '../projects/require-project.ts'
import * as contracts from './activity.contract.ts'
import { activityLogged } from './activity.events.ts'

export const logActivity = implement(contracts.logActivity, async (ctx, { project, type, description, metadata = {} }) => {
  const project_id = project === undefined ? null : (await requireProject(ctx, project, 'write')).id
  const activity = { id: newId(), project_id, type, description, metadata }
  ctx.emit(activityLogged, { activity })
  ctx.target(activity.id)
  return { ...activity, at: ctx.clock.now().toISOString() }
})
