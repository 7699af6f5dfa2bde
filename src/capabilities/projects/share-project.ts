import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { changeProject } from './change-project.ts'
import * as contracts from './projects.contract.ts'
import { organizationToShareIn } from './projects.queries.ts'
import { requireProject } from './require-project.ts'

export const shareProject = implement(contracts.shareProject, async (ctx, input) => {
  const before = await requireProject(ctx, input.project, 'write')
  const organization = await ctx.tx.row(organizationToShareIn, [ctx.org])
  if (organization?.sandbox) throw new Refusal('conflict', 'Nothing leaves a sandbox. Share the project in the organization itself.')
  return changeProject(ctx, before, { shared_slug: `${organization?.handle}/${before.slug}` })
})
