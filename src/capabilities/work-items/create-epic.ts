import { implement } from '../../kernel/operation.ts'
import { requireProject } from '../projects/require-project.ts'
import { createItem } from './create-item.ts'
import { toItem } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const createEpic = implement(contracts.createEpic, async (ctx, { project: name, ...fields }) => {
  const { same_title: _, ...row } = await createItem(ctx, 'epic', await requireProject(ctx, name, 'write'), null, fields)
  return toItem(row)
})
