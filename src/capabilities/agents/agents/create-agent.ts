import { userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { requireProject } from '../../projects/require-project.ts'
import { skillIdsOf } from '../../skills/to-skill.ts'
import { slugOf, suggestSlugs } from '../../suggest-slugs.ts'
import * as contracts from './agents.contract.ts'
import { agentCreated } from './agents.events.ts'
import { freeSlugs, insertAgent } from './agents.queries.ts'
import { requireAgent } from './require-agent.ts'
import { toAgent } from './to-agent.ts'

export const createAgent = implement(contracts.createAgent, async (ctx, input) => {
  const { name, description = '', role = '', model = '', memory_scope, settings = {} } = input
  const project = input.project === undefined ? null : (await requireProject(ctx, input.project, 'write')).id
  const skills = await skillIdsOf(ctx, input.skills ?? [])
  const wanted = input.slug ?? slugOf(name, 'agent')
  const [free] = await ctx.tx.rows(freeSlugs, { org: ctx.org, slugs: [wanted, ...suggestSlugs(wanted)] })
  const slug = input.slug ?? free?.slug ?? wanted
  const id = newId()
  const values = {
    org: ctx.org,
    id,
    slug,
    name,
    description,
    role,
    skill_ids: skills,
    memory_scope,
    project,
    model,
    settings,
    user: userOf(ctx),
    now: ctx.clock.now(),
  }
  if (!(await ctx.tx.row(insertAgent, values))) {
    throw new Refusal('conflict', `An agent called \`${slug}\` is or was here already. \`${free?.slug}\` is free: use it as slug.`, {
      suggestion: free?.slug,
    })
  }
  const agent = await requireAgent(ctx, id)
  ctx.emit(agentCreated, { agent })
  ctx.target(id)
  return toAgent(ctx, agent)
})
