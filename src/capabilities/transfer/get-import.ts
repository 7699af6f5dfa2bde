import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { findProject } from '../projects/require-project.ts'
import * as contracts from './imports.contract.ts'
import { importById } from './imports.queries.ts'
import { toImport } from './to-import.ts'

export const getImport = implement(contracts.getImport, async (ctx, { import: id }) => {
  const found = await ctx.tx.row(importById, [ctx.org, id])
  // Who cannot see the project does not learn that something was imported into it.
  if (!found || !(await findProject(ctx, found.project_id)))
    throw notFound('import', id, 'Start one with POST /api/projects/:slug/imports.')
  return toImport(found)
})
