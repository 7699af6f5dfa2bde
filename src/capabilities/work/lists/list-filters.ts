import type { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import { isId } from '../../../platform/ids.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { requireProject } from '../../projects/require-project.ts'
import { requireMilestone } from '../planning/require-milestone.ts'
import { requireAssignee } from '../items/assignee.ts'
import type { TaskFilters } from './lists.contract.ts'
import { storiesOf } from './lists.queries.ts'
import { requireItem } from '../items/require-item.ts'

export type Filters = z.output<typeof TaskFilters>
type Named = 'project' | 'projects' | 'epic' | 'story' | 'assignee' | 'assignee_not' | 'assignee_agent' | 'milestone'

/** People and agents, and perhaps nobody. */
export interface Assigned {
  people: string[]
  agents: string[]
  none: boolean
}

/** Filters with names resolved to ids, so everything they name is known to exist; an unknown name is a 404. */
export interface Resolved extends Omit<Filters, Named> {
  /** Undefined means every project the caller sees. */
  projects?: string[] | undefined
  /** Instead of an id, a slug that hasn't been looked up: if no project has it, there is nothing to list. */
  slug?: string | undefined
  parents?: string[] | undefined
  assignee?: Assigned | undefined
  assignee_not?: Assigned | undefined
  agent?: string | undefined
  milestone?: string | undefined
  /** Lists deleted items instead of live ones. */
  deleted?: boolean | undefined
}

/**
 * One project by its slug, if nothing else narrows the list: the list's own statement can find it then. A statement that is planned for its values
 * has to know the project.
 */
export function bySlug({ project, kind, ...others }: Filters): Resolved | undefined {
  const plain = project !== undefined && !isId(project) && Object.values(others).every((value) => value === undefined)
  return plain ? { kind, slug: project } : undefined
}

/** `found` is a project that has already been looked up. */
export async function resolveFilters(ctx: Context, filters: Filters, found?: { id: string }): Promise<Resolved> {
  const { project, projects, epic, story, assignee, assignee_not, assignee_agent, milestone, ...rest } = filters
  const resolved: Resolved = { ...rest, ...(await within(ctx, project, projects ?? [], { epic, story }, found)) }
  if (assignee !== undefined) resolved.assignee = await assigned(ctx, assignee)
  if (assignee_not !== undefined) resolved.assignee_not = await assigned(ctx, assignee_not)
  if (milestone !== undefined) {
    const [only, ...others] = resolved.projects ?? []
    resolved.milestone =
      milestone === 'none' ? milestone : (await requireMilestone(ctx, milestone, others.length > 0 ? undefined : only)).id
  }
  if (assignee_agent !== undefined) resolved.agent = (await requireAgent(ctx, assignee_agent)).id
  return resolved
}

async function assigned(ctx: Context, names: string | string[]): Promise<Assigned> {
  const found: Assigned = { people: [], agents: [], none: false }
  for (const name of [names].flat()) {
    const one = name === 'none' ? null : await requireAssignee(ctx, name)
    if (!one) found.none = true
    else if ('person' in one) found.people.push(one.person)
    else found.agents.push(one.agent)
  }
  return found
}

/** The closest named ancestor decides, and the ones above it must match. An epic's tasks include those of its stories. */
async function within(
  ctx: Context,
  project: string | undefined,
  projects: string[],
  { epic, story }: { epic?: string | undefined; story?: string | undefined },
  found?: { id: string },
) {
  const ids: string[] = []
  const named = async (name: string) => (name === found?.id ? found : requireProject(ctx, name, 'read'))
  for (const name of project === undefined ? projects : [project, ...projects]) ids.push((await named(name)).id)
  const within = project === undefined ? undefined : ids[0]
  if (story !== undefined) {
    const item = await requireItem(ctx, 'story', story, 'read', { project: within, epic })
    return { projects: [item.project_id], parents: [item.id] }
  }
  if (epic !== undefined) {
    const item = await requireItem(ctx, 'epic', epic, 'read', { project: within })
    const stories = await ctx.tx.rows(storiesOf, { org: ctx.org, id: item.id })
    return { projects: [item.project_id], parents: [item.id, ...stories.map((one) => one.id)] }
  }
  return ids.length > 0 ? { projects: [...new Set(ids)] } : {}
}
