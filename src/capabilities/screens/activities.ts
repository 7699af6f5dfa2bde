import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { requireAgent } from '../agents/agents/require-agent.ts'
import * as contracts from '../log/activity.contract.ts'
import { activityLogged } from '../log/activity.events.ts'
import { readFeed } from '../log/read-feed.ts'
import { requireMember } from '../organizations/organizations/require-member.ts'
import { requireProject } from '../projects/require-project.ts'

export const logActivity = implement(contracts.logActivity, async (ctx, { project, type, description, metadata = {} }) => {
  const project_id = project === undefined ? null : (await requireProject(ctx, project, 'write')).id
  const activity = { id: newId(), project_id, type, description, metadata }
  ctx.emit(activityLogged, { activity })
  ctx.target(activity.id)
  return { ...activity, at: ctx.clock.now().toISOString() }
})

export const listActivities = implement(contracts.listActivities, async (ctx, input) => {
  const project = input.project === undefined ? null : (await requireProject(ctx, input.project, 'read')).id
  const agent = input.agent === undefined ? null : (await requireAgent(ctx, input.agent)).id
  const user = input.user === undefined ? null : (await requireMember(ctx, input.user)).user_id
  const { type = null, area = null, subject = null, since = null, until = null, limit, cursor } = input
  return readFeed(ctx, { type, area, user, agent, project, subject, since, until }, limit, cursor)
})
