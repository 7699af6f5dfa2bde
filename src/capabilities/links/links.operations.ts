import { implement } from '../../kernel/operation.ts'
import { requireProject } from '../projects/require-project.ts'
import { findByNames } from './find-by-names.ts'
import * as contracts from './links.contract.ts'

export const resolveReferences = implement(contracts.resolveReferences, async (ctx, { names, project }) => {
  const near = project === undefined ? null : (await requireProject(ctx, project, 'read')).id
  const found = await findByNames(ctx, names, near)
  return { items: [...found].map(([name, end]) => ({ ...end, name })) }
})
