import type { Context } from '../../kernel/context.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { requireMember } from '../organizations/require-member.ts'

interface Named {
  assignee?: string | null | undefined
  assignee_agent?: string | null | undefined
}

interface Assignment {
  assignee_id?: string | null
  assignee_agent_id?: string | null
}

/** A task has one assignee, a person or an agent; naming one takes it from the other. */
export async function resolveAssignee(ctx: Context, { assignee, assignee_agent }: Named): Promise<Assignment> {
  const found: Assignment = {}
  if (assignee) Object.assign(found, { assignee_id: (await requireMember(ctx, assignee)).user_id, assignee_agent_id: null })
  else if (assignee === null) found.assignee_id = null
  if (assignee_agent) Object.assign(found, { assignee_agent_id: (await requireAgent(ctx, assignee_agent)).id, assignee_id: null })
  else if (assignee_agent === null) found.assignee_agent_id = null
  return found
}
