import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireProject } from '../../projects/require-project.ts'
import { changeItem } from '../items/change-item.ts'
import * as contracts from '../items/changes.contract.ts'
import { labelCounts, labelled } from '../items/changes.queries.ts'

const maxRelabelled = 500

/** Puts `to` in the place of a label on the items of a project, or nothing; so many at a time as fit well into one transaction. */
async function relabelProject(ctx: Context, name: string, label: string, to: string | null) {
  const project = await requireProject(ctx, name, 'write')
  const rows = label === to ? [] : await ctx.tx.rows(labelled, { org: ctx.org, project: project.id, label, limit: maxRelabelled + 1 })
  const renamed = (one: string) => (one !== label ? [one] : to === null ? [] : [to])
  await Promise.all(rows.slice(0, maxRelabelled).map((row) => changeItem(ctx, row, { labels: [...new Set(row.labels.flatMap(renamed))] })))
  ctx.target(project.id)
  return { label: to ?? label, changed: Math.min(rows.length, maxRelabelled), more: rows.length > maxRelabelled }
}

const maxListed = 500

/** The most used first, up to a bound that the answer admits to. */
export const listLabels = implement(contracts.listLabels, async (ctx, { project: name }) => {
  const { id, slug } = await requireProject(ctx, name, 'read')
  const rows = await ctx.tx.rows(labelCounts, { org: ctx.org, project: id, limit: maxListed + 1 })
  return { project: { id, slug }, items: rows.slice(0, maxListed), truncated: rows.length > maxListed }
})

/** An item that has the new label already keeps it once. */
export const renameLabel = implement(contracts.renameLabel, (ctx, { project, label, to }) => relabelProject(ctx, project, label, to))

export const removeLabel = implement(contracts.removeLabel, (ctx, { project, label }) => relabelProject(ctx, project, label, null))
