import type { Context } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { requireMember } from '../organizations/require-member.ts'
import { requireProject } from '../projects/require-project.ts'
import { listItems, type Filters } from './list-items.ts'
import { requireItem, type Ancestors } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const listTasks = implement(contracts.listTasks, async (ctx, input) => {
  const { limit, cursor, status, priority, label, ready } = input
  const filters: Filters = { ...(await within(ctx, input)), status, priority, label, ready }
  if (input.assignee) filters.assignee_id = (await requireMember(ctx, input.assignee)).user_id
  if (input.assignee_agent) filters.assignee_agent_id = (await requireAgent(ctx, input.assignee_agent)).id
  return listItems(ctx, 'task', filters, limit, cursor)
})

/** The closest ancestor named decides; the ones above it must fit. */
async function within(ctx: Context, { project, epic, story }: Ancestors): Promise<Filters> {
  if (story !== undefined) return { parent_id: (await requireItem(ctx, 'story', story, 'read', { project, epic })).id }
  if (epic !== undefined) return { parent_id: (await requireItem(ctx, 'epic', epic, 'read', { project })).id }
  return project === undefined ? {} : { project_id: (await requireProject(ctx, project, 'read')).id }
}
