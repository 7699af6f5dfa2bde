import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { requireProject } from '../../projects/require-project.ts'
import { requireSession } from '../../agents/sessions/require-session.ts'

export type Scope = 'project' | 'agent' | 'session'

/** Whose memory it is, and thereby who can see it. */
export interface MemoryScope {
  scope: Scope
  scope_id: string
  project_id: string | null
  owner_id: string | null
}

interface Named {
  scope?: Scope | undefined
  project?: string | undefined
  agent?: string | undefined
  session?: string | undefined
}

export const ofProject = (project: string): MemoryScope => ({ scope: 'project', scope_id: project, project_id: project, owner_id: null })
const ofOwner = (scope: Scope, scope_id: string, owner_id: string): MemoryScope => ({ scope, scope_id, project_id: null, owner_id })

/** The one scope to write to or to clear. The caller must be able to see everything named, even what is not chosen. */
export async function writableScope(ctx: Context, input: Named): Promise<MemoryScope> {
  const lanes = new Map<Scope, MemoryScope>()
  if (input.project !== undefined) lanes.set('project', ofProject((await requireProject(ctx, input.project, 'write')).id))
  if (input.agent !== undefined) lanes.set('agent', await laneOfAgent(ctx, input.agent))
  if (input.session !== undefined) lanes.set('session', await laneOfSession(ctx, input.session))
  if (lanes.size === 0 && ctx.principal.agent && input.scope !== 'session') return laneOfCaller(ctx, ctx.principal.agent, input.scope)
  const lane = input.scope === undefined ? [...lanes.values()][0] : lanes.get(input.scope)
  if (!lane) throw new Refusal('invalid', `Say whose memory it is: name a ${input.scope ?? 'project, an agent or a session'}.`)
  if (lane.owner_id && lane.owner_id !== ctx.principal.user) {
    throw new Refusal('forbidden', 'Only its owner may change the memory of an agent or a session.')
  }
  return lane
}

async function laneOfAgent(ctx: Context, name: string): Promise<MemoryScope> {
  const agent = await requireAgent(ctx, name)
  return ofOwner('agent', agent.id, agent.owner_id)
}

async function laneOfSession(ctx: Context, id: string): Promise<MemoryScope> {
  return ofOwner('session', id, (await requireSession(ctx, id)).owner_id)
}

/** An agent remembers for itself, or for its project if it was configured that way. */
async function laneOfCaller(ctx: Context, id: string, scope: Scope | undefined): Promise<MemoryScope> {
  const agent = await requireAgent(ctx, id)
  const shares = scope === 'project' || (scope === undefined && agent.memory_scope === 'project')
  if (shares && agent.project_id) return ofProject((await requireProject(ctx, agent.project_id, 'write')).id)
  if (scope === 'project') throw new Refusal('invalid', 'Name the project: this agent has none.')
  return ofOwner('agent', agent.id, agent.owner_id)
}

/** The scopes a search or list is limited to; null: everything the caller may see. */
export async function readableScopes(ctx: Context, input: Omit<Named, 'scope'>): Promise<string[] | null> {
  const lanes: string[] = []
  if (input.project !== undefined) lanes.push((await requireProject(ctx, input.project, 'read')).id)
  if (input.agent !== undefined) lanes.push((await requireAgent(ctx, input.agent)).id)
  if (input.session !== undefined) lanes.push((await requireSession(ctx, input.session)).id)
  return lanes.length > 0 ? lanes : null
}
