import type { TxContext } from '../../../kernel/context.ts'
import { workflowsHere } from '../../features/workflows/require-workflow.ts'
import { decisionsInForce } from '../../knowledge/decisions/decisions-governing.ts'
import { specsHere } from '../../knowledge/specs/require-spec.ts'
import { requireProject } from '../../projects/require-project.ts'
import { skillsHere } from '../../skills/require-skill.ts'
import { describeRepository, repositoryHere } from './describe-repository.ts'
import { mergeAgentsMd, writeAgentsMd } from './write-agents-md.ts'

const maxEntries = { stack: 20, commands: 30, layout: 15, map: 40, conventions: 30, decisions: 40, specs: 20, skills: 30, workflows: 5 }
const steps = ['decisions', 'specs', 'skills', 'workflows', 'repository', 'text']

interface Wanted {
  project: string
  repo?: string | undefined
  path: string
}

/** The file as it should be, keeping what people wrote into it, and whether that differs from the one in the repository. */
export async function draftAgentsMd(ctx: TxContext, { project: name, repo, path }: Wanted) {
  const project = await requireProject(ctx, name, 'read')
  const step = (done: number) =>
    ctx.call.progress?.({ done, total: steps.length, message: steps[done] ? `Reading the ${steps[done]}` : 'Written' })
  step(0)
  const decisions = await decisionsInForce(ctx, project.id, maxEntries.decisions + 1)
  step(1)
  const specs = await specsHere(ctx, project.id, maxEntries.specs + 1)
  step(2)
  const skills = await skillsHere(ctx, maxEntries.skills + 1)
  step(3)
  const workflows = await workflowsHere(ctx)
  step(4)
  const found = await repositoryHere(ctx, project.id, repo)
  const repository = found && (await describeRepository(ctx, found, path))
  step(5)
  const material = { project, decisions, specs, skills, workflows, repository }
  const { content: ours, sections } = writeAgentsMd(material, maxEntries, ctx.services.config.APP_URL)
  const content = mergeAgentsMd(repository?.current ?? null, ours)
  step(6)
  return { project, repository: found, content, sections, changed: content !== repository?.current }
}
