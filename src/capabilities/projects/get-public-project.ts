import { notFound } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import * as contracts from './projects.contract.ts'
import { publicProject } from './projects.queries.ts'

export const getPublicProject = implement(contracts.getPublicProject, async (ctx, input) => {
  const row = await ctx.tx.row(publicProject, [`${input.user}/${input.project}`])
  if (!row) throw notFound('public project', `${input.user}/${input.project}`, 'It may have been taken down.')
  const { fields, ...times } = row
  return { ...fields, ...times }
})
