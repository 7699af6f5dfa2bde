import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { together } from '../../../platform/together.ts'
import { announceWait } from '../gates/move-to-gate.ts'
import { presentFeature } from '../gates/present-feature.ts'
import { mentionedMembers } from '../../organizations/organizations/people.ts'
import { requireMember } from '../../organizations/organizations/require-member.ts'
import { requireProject } from '../../projects/require-project.ts'
import { resolveMilestone } from '../../work/planning/require-milestone.ts'
import { requireWorkflow } from '../workflows/require-workflow.ts'
import { addActing, addAuthors } from './authors.ts'
import { linkFeature, resolveSpec } from './feature-links.ts'
import * as contracts from './features.contract.ts'
import { featureCreated, summaryForLog } from './features.events.ts'
import { insertFeature, lockProject, lockProjectNamed } from './features.queries.ts'

export const createFeature = implement(contracts.createFeature, async (outer, input) => {
  const ctx = together(outer)
  const { title, description = '' } = input
  const named = [
    requireProject(ctx, input.project, 'write'),
    requireWorkflow(ctx, input.workflow ?? 'default'),
    input.owner === undefined ? Promise.resolve(userOf(ctx)) : requireMember(ctx, input.owner).then(({ user_id }) => user_id),
    resolveSpec(ctx, { spec_id: null, spec_version: null }, input),
    mentionedMembers(ctx, description),
    ctx.tx.row(lockProjectNamed, { org: ctx.org, name: input.project }),
  ] as const
  // Waits for all of them: if several don't exist, the first in this order is reported.
  await Promise.allSettled(named)
  const [project, workflow, owner, spec, mentions, lock] = await Promise.all(named)
  const { milestone_id = null } = await resolveMilestone(ctx, project.id, input.milestone)
  const locked = lock?.id === project.id ? lock : await ctx.tx.row(lockProject, { org: ctx.org, id: project.id })
  const [first] = workflow.gates
  const id = newId()
  const inserted = ctx.tx.one(insertFeature, {
    org: ctx.org,
    id,
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
  const [feature] = await Promise.all([inserted, addActing(ctx, id, 'created'), addAuthors(ctx, id, [owner], 'owner')])
  if (spec.spec_id || input.tasks?.length) await linkFeature(ctx, id, spec, input.tasks ?? [])
  ctx.emit(featureCreated, { feature: summaryForLog(feature), mentions })
  await announceWait(ctx, feature)
  ctx.target(feature.id)
  return presentFeature(ctx, feature)
})
