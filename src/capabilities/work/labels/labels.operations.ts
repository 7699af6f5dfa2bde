import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireProject } from '../../projects/require-project.ts'
import { changeItem } from '../items/change-item.ts'
import * as contracts from './labels.contract.ts'
import { labelCreated, labelDeleted, labelRenamed, labelUpdated } from './labels.events.ts'
import { dropLabel, keepLabel, labelCounts, labelNamed, labelled } from './labels.queries.ts'

const maxRelabelled = 500

/** Replaces a label by `to` on the items of a project, or removes it; at most as many at a time as fit well into one transaction. */
async function relabelItems(ctx: Context, project: string, label: string, to: string | null) {
  const rows = label === to ? [] : await ctx.tx.rows(labelled, { org: ctx.org, project, label, limit: maxRelabelled + 1 })
  const renamed = (one: string) => (one !== label ? [one] : to === null ? [] : [to])
  await Promise.all(rows.slice(0, maxRelabelled).map((row) => changeItem(ctx, row, { labels: [...new Set(row.labels.flatMap(renamed))] })))
  ctx.target(project)
  return { label: to ?? label, changed: Math.min(rows.length, maxRelabelled), more: rows.length > maxRelabelled }
}

const maxListed = 500

/** The most used first, up to a limit that the answer reports. */
export const listLabels = implement(contracts.listLabels, async (ctx, { project: name }) => {
  const { id, slug } = await requireProject(ctx, name, 'read')
  const rows = await ctx.tx.rows(labelCounts, { org: ctx.org, project: id, limit: maxListed + 1 })
  return { project: { id, slug }, items: rows.slice(0, maxListed), truncated: rows.length > maxListed }
})

export const saveLabel = implement(contracts.saveLabel, async (ctx, { project: name, label, color, description }) => {
  const project = await requireProject(ctx, name, 'write')
  const at = { org: ctx.org, project: project.id, name: label }
  const before = await ctx.tx.row(labelNamed, at)
  const after = await ctx.tx.one(keepLabel, { ...at, color: color ?? null, description: description ?? null, now: ctx.clock.now() })
  ctx.emit(before ? labelUpdated : labelCreated, { project_id: project.id, label: after })
  ctx.target(project.id)
  return { label: after.name, color: after.color, description: after.description }
})

/** An item that already has the new label keeps it once, and a label that already exists keeps its color. */
export const renameLabel = implement(contracts.renameLabel, async (ctx, { project: name, label, to }) => {
  const project = await requireProject(ctx, name, 'write')
  const answer = await relabelItems(ctx, project.id, label, to)
  if (label === to) return answer
  const at = { org: ctx.org, project: project.id }
  const [old, taken] = [await ctx.tx.row(labelNamed, { ...at, name: label }), await ctx.tx.row(labelNamed, { ...at, name: to })]
  const look = taken ?? old
  // With the first part, so that the new name has its color at once; the old one is dropped with the last part.
  const kept =
    look && (await ctx.tx.one(keepLabel, { ...at, name: to, color: look.color, description: look.description, now: ctx.clock.now() }))
  if (!answer.more) {
    await ctx.tx.row(dropLabel, { ...at, name: label })
    const renamed = kept ?? { name: to, color: 'gray' as const, description: '' }
    if (old || answer.changed > 0) ctx.emit(labelRenamed, { project_id: project.id, from: label, label: renamed })
  }
  return answer
})

export const removeLabel = implement(contracts.removeLabel, async (ctx, { project: name, label }) => {
  const project = await requireProject(ctx, name, 'write')
  const answer = await relabelItems(ctx, project.id, label, null)
  if (answer.more) return answer
  const gone = await ctx.tx.row(dropLabel, { org: ctx.org, project: project.id, name: label })
  if (gone) ctx.emit(labelDeleted, { project_id: project.id, label: gone })
  return answer
})
