import { implement } from '../../../kernel/operation.ts'
import { requireProject } from '../../projects/require-project.ts'
import { requireItem, toItem } from '../items/require-item.ts'
import * as contracts from '../items/work-items.contract.ts'
import { listItems } from './list-items.ts'

export const listEpics = implement(contracts.listEpics, async (ctx, { project: name, status, limit, cursor }) => {
  const project = await requireProject(ctx, name, 'read')
  const filters = { kind: 'epic' as const, projects: [project.id], status }
  const page = await listItems(ctx, { filters, form: 'whole', limit, cursor })
  return { ...page, items: page.items.map(toItem) }
})

export const listStories = implement(contracts.listStories, async (ctx, { project, epic, status, limit, cursor }) => {
  const parent = await requireItem(ctx, 'epic', epic, 'read', { project })
  const filters = { kind: 'story' as const, projects: [parent.project_id], parents: [parent.id], status }
  const page = await listItems(ctx, { filters, form: 'whole', limit, cursor })
  return { ...page, items: page.items.map(toItem) }
})
