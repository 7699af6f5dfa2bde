import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { announceWait } from '../gates/move-to-gate.ts'
import { presentFeature } from '../gates/present-feature.ts'
import { mentionedMembers } from '../../organizations/organizations/people.ts'
import { requireMember } from '../../organizations/organizations/require-member.ts'
import { requireProject } from '../../projects/require-project.ts'
import { resolveMilestone } from '../../work/planning/require-milestone.ts'
import { requireWorkflow } from '../workflows/require-workflow.ts'
import { actingUsers, addAuthors } from './authors.ts'
import { linkFeature, resolveSpec } from './feature-links.ts'
import * as contracts from './features.contract.ts'
import { featureCreated, summaryForLog } from './features.events.ts'
import { insertFeature, lockProject } from './features.queries.ts'

export const createFeature = implement(contracts.createFeature, async (ctx, input) => {
  const { title, description = '' } = input
  const project = await requireProject(ctx, input.project, 'write')
  const workflow = await requireWorkflow(ctx, input.workflow ?? 'default')
  const owner = input.owner === undefined ? userOf(ctx) : (await requireMember(ctx, input.owner)).user_id
  const spec = await resolveSpec(ctx, { spec_id: null, spec_version: null }, input)
  const { milestone_id = null } = await resolveMilestone(ctx, project.id, input.milestone)
  const locked = await ctx.tx.row(lockProject, { org: ctx.org, id: project.id })
  const [first] = workflow.gates
  const feature = await ctx.tx.one(insertFeature, {
    org: ctx.org,
    id: newId(),
    project: project.id,
    project_key: locked?.key,
    title,
    description,
    workflow: workflow.slug,
    gates: JSON.stringify(workflow.gates),
    gate: first?.key,
    gate_kind: first?.kind,
    spec_id: spec.spec_id,
    spec_version: spec.spec_version,
    milestone_id,
    owner,
    user: userOf(ctx),
    agent: ctx.principal.agent,
    now: ctx.clock.now(),
  })
  await addAuthors(ctx, feature.id, await actingUsers(ctx), 'created')
  await addAuthors(ctx, feature.id, [owner], 'owner')
  await linkFeature(ctx, feature.id, spec, input.tasks ?? [])
  ctx.emit(featureCreated, { feature: summaryForLog(feature), mentions: await mentionedMembers(ctx, description) })
  await announceWait(ctx, feature)
  ctx.target(feature.id)
  return presentFeature(ctx, feature)
})
