import { implement } from '../../kernel/operation.ts'
import { requireItem } from '../work-items/require-item.ts'
import { refuseWithoutRepository } from './no-repository.ts'
import * as contracts from './repositories.contract.ts'

export const createPr = implement(contracts.createPr, async (ctx, { project, tasks = [] }) => {
  for (const task of tasks) await requireItem(ctx, 'task', task, 'read')
  return refuseWithoutRepository(ctx, project)
})
