import { implement } from '../../kernel/operation.ts'
import { requireProject } from '../projects/require-project.ts'
import { createItem } from './create-item.ts'
import { holdParent } from './parent.ts'
import { requireItem, toItem } from './require-item.ts'
import * as contracts from './work-items.contract.ts'

export const createStory = implement(contracts.createStory, async (ctx, { project: name, epic, ...fields }) => {
  const project = await requireProject(ctx, name, 'write')
  const { id } = await requireItem(ctx, 'epic', epic, 'read', { project: project.id })
  const parent = await holdParent(ctx, id)
  const { same_title: _, ...row } = await createItem(ctx, 'story', project, parent.id, fields)
  return toItem(row)
})
