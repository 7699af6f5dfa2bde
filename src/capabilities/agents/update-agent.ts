import { implement } from '../../kernel/operation.ts'
import { requireProject } from '../projects/require-project.ts'
import { skillIdsOf } from '../skills/named-skills.ts'
import * as contracts from './agents.contract.ts'
import { changeAgent } from './change-agent.ts'
import { requireOwnAgent } from './require-agent.ts'
import { toAgent } from './to-agent.ts'

export const updateAgent = implement(contracts.updateAgent, async (ctx, { agent: name, project, skills, version, ...changes }) => {
  const before = await requireOwnAgent(ctx, name)
  const project_id = project ? (await requireProject(ctx, project, 'write')).id : project
  const skill_ids = skills && (await skillIdsOf(ctx, skills))
  return toAgent(ctx, await changeAgent(ctx, before, { ...changes, project_id, skill_ids }, version))
})
