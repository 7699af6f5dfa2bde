import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireMember } from '../../organizations/organizations/require-member.ts'
import { requireTeam } from '../../organizations/teams/require-team.ts'
import { allRows, decodeCursor, lastId, nextPage, withTotal } from '../../paging.ts'
import { projectIdsIn } from '../../projects/project-visibility.ts'
import { requireProject } from '../../projects/require-project.ts'
import { requireMilestone, resolveMilestone } from '../../work/planning/require-milestone.ts'
import { announceWait } from '../gates/move-to-gate.ts'
import { presentFeature, presentHeads } from '../gates/present-feature.ts'
import { relinkFeature } from '../gates/relink-feature.ts'
import { addAuthors } from './authors.ts'
import { changeFeature, type Changes } from './change-feature.ts'
import * as contracts from './features.contract.ts'
import { featureCancelled, featureDeleted, featureRestored, featureUpdated, summaryForLog } from './features.events.ts'
import { features, featuresOfProjects, tasksOfFeatures } from './features.queries.ts'
import { requireFeature, requireWaiting } from './require-feature.ts'

export const listFeatures = implement(contracts.listFeatures, async (ctx, { project, status, gate, milestone: named, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const within = project === undefined ? null : (await requireProject(ctx, project, 'read')).id
  const milestone = named === undefined ? null : (await requireMilestone(ctx, named, within ?? undefined)).id
  const filters = { org: ctx.org, project: within, status: status ?? null, gate: gate ?? null, milestone }
  const rows = await ctx.tx.rows(features, { ...filters, before, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  return withTotal(ctx, cursor, { items: await presentHeads(ctx, items), next_cursor }, features, {
    ...filters,
    before: lastId,
    limit: allRows,
  })
})

export const listFeatureTasks = implement(contracts.listFeatureTasks, async (ctx, { project: name }) => {
  const project = await requireProject(ctx, name, 'read')
  return { items: await ctx.tx.rows(tasksOfFeatures, { org: ctx.org, project: project.id }) }
})

export const listTeamFeatures = implement(contracts.listTeamFeatures, async (ctx, { team: name, status = null, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const team = await requireTeam(ctx, name)
  const projects = await projectIdsIn(ctx, team.id)
  const rows = await ctx.tx.rows(featuresOfProjects, { org: ctx.org, projects, status, before, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  return { items: await presentHeads(ctx, items), next_cursor }
})

export const updateFeature = implement(contracts.updateFeature, async (ctx, input) => {
  const { title, description, owner, summary, recommendation, risks, version } = input
  const before = await requireFeature(ctx, input.feature, 'write', input.project)
  if (version !== undefined && version !== before.version) {
    throw new Refusal(
      'stale_version',
      `Someone changed ${before.ref} in the meantime; it is at version ${before.version}. Read it again and repeat.`,
    )
  }
  const owner_id = owner === undefined ? undefined : (await requireMember(ctx, owner)).user_id
  if (owner_id) await addAuthors(ctx, before.id, [owner_id], 'owner')
  const { feature, changed } = await changeFeature(ctx, before, {
    ...{ title, description, owner_id, summary, recommendation, risks },
    ...(await resolveMilestone(ctx, before.project_id, input.milestone)),
  })
  const from = { title: before.title, owner_id: before.owner_id, milestone_id: before.milestone_id }
  if (changed.length > 0) ctx.emit(featureUpdated, { feature: summaryForLog(feature), changed, from })
  return presentFeature(ctx, await relinkFeature(ctx, feature, input))
})

export const deleteFeature = implement(contracts.deleteFeature, async (ctx, { feature: name, project }) => {
  const before = await requireFeature(ctx, name, 'write', project)
  const { feature } = await changeFeature(ctx, before, { deleted_at: ctx.clock.now().toISOString() })
  ctx.emit(featureDeleted, { feature: summaryForLog(feature) })
  return presentFeature(ctx, feature)
})

export const cancelFeature = implement(contracts.cancelFeature, async (ctx, { feature: name, reason = '' }) => {
  const { feature: before } = await requireWaiting(ctx, name)
  const { feature } = await changeFeature(ctx, before, { status: 'cancelled', cancelled_at: ctx.clock.now().toISOString() })
  ctx.emit(featureCancelled, { feature: summaryForLog(feature), reason })
  return presentFeature(ctx, feature)
})

/** A deleted feature comes back as it was; a cancelled one that isn't deleted becomes active again. */
export const restoreFeature = implement(contracts.restoreFeature, async (ctx, { feature: name }) => {
  const before = await requireFeature(ctx, name, 'restore')
  const changes: Changes = before.deleted_at ? { deleted_at: null } : { status: 'active', cancelled_at: null }
  if (!before.deleted_at && before.status !== 'cancelled') {
    throw new Refusal('conflict', `${before.ref} is ${before.status} and not deleted: there is nothing to restore.`)
  }
  const { feature } = await changeFeature(ctx, before, changes)
  ctx.emit(featureRestored, { feature: summaryForLog(feature) })
  if (feature.status === 'active') await announceWait(ctx, feature)
  return presentFeature(ctx, feature)
})
