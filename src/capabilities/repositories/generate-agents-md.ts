import { implement } from '../../kernel/operation.ts'
import { decisionsInForce } from '../decisions/decisions-in-force.ts'
import { requireProject } from '../projects/require-project.ts'
import { skillsHere } from '../skills/require-skill.ts'
import { specsHere } from '../specs/require-spec.ts'
import { workflowsHere } from '../workflows/require-workflow.ts'
import * as contracts from './repositories.contract.ts'
import { writeAgentsMd } from './write-agents-md.ts'

const most = { decisions: 40, specs: 20, skills: 30, workflows: 5 }
const steps = ['decisions', 'specs', 'skills', 'workflows', 'text']

export const generateAgentsMd = implement(contracts.generateAgentsMd, async (ctx, { project: name, offset }) => {
  const project = await requireProject(ctx, name, 'read')
  const step = (done: number) =>
    ctx.call.progress?.({ done, total: steps.length, message: steps[done] ? `Reading the ${steps[done]}` : 'Written' })
  step(0)
  const decisions = await decisionsInForce(ctx, project.id, most.decisions + 1)
  step(1)
  const specs = await specsHere(ctx, project.id, most.specs + 1)
  step(2)
  const skills = await skillsHere(ctx, most.skills + 1)
  step(3)
  const workflows = await workflowsHere(ctx)
  step(4)
  const material = { project, decisions, specs, skills, workflows }
  const { content, sections } = writeAgentsMd(material, most, ctx.services.config.APP_URL)
  step(5)
  const rest = content.slice(offset)
  return { project: project.slug, path: 'AGENTS.md', content: rest, content_length: content.length, next_offset: null, sections }
})
