import { implement } from '../../../kernel/operation.ts'
import { requireProject } from '../../projects/require-project.ts'
import { listItems } from './list-items.ts'
import { toItem } from '../require-item.ts'
import * as contracts from '../work-items.contract.ts'

export const listEpics = implement(contracts.listEpics, async (ctx, { project: name, status, limit, cursor }) => {
  const project = await requireProject(ctx, name, 'read')
  const filters = { kind: 'epic' as const, projects: [project.id], status }
  const page = await listItems(ctx, { filters, form: 'whole', limit, cursor })
  return { ...page, items: page.items.map(toItem) }
})
