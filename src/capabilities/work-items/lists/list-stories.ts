import { implement } from '../../../kernel/operation.ts'
import { listItems } from './list-items.ts'
import { requireItem, toItem } from '../require-item.ts'
import * as contracts from '../work-items.contract.ts'

export const listStories = implement(contracts.listStories, async (ctx, { project, epic, status, limit, cursor }) => {
  const parent = await requireItem(ctx, 'epic', epic, 'read', { project })
  const filters = { kind: 'story' as const, projects: [parent.project_id], parents: [parent.id], status }
  const page = await listItems(ctx, { filters, form: 'whole', limit, cursor })
  return { ...page, items: page.items.map(toItem) }
})
