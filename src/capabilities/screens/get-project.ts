import { implement } from '../../kernel/operation.ts'
import { together } from '../../platform/together.ts'
import { activityOfProject } from '../log/recent-activity.ts'
import { countItems } from '../work/lists/count-items.ts'
import * as contracts from '../projects/projects.contract.ts'
import { isReadOnly } from '../projects/project-visibility.ts'
import { requireProject } from '../projects/require-project.ts'

export const getProject = implement(contracts.getProject, async (ctx, input) => {
  const project = await requireProject(ctx, input.project, 'read')
  const read = together(ctx)
  const [stats, recent_activity, read_only] = await Promise.all([
    countItems(read, project.id),
    activityOfProject(read, project.id, 10),
    isReadOnly(read, project),
  ])
  return { ...project, read_only, stats, recent_activity }
})
