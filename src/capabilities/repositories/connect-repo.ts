import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireProject } from '../projects/require-project.ts'
import * as contracts from './repositories.contract.ts'

export const connectRepo = implement(contracts.connectRepo, async (ctx, { project }) => {
  await requireProject(ctx, project, 'write')
  throw new Refusal(
    'conflict',
    'This instance has no code host set up for repositories yet, so nothing can be connected and nothing was changed. An administrator must update Baton to a version with repository access and set CODEHOST_CLIENT_ID and CODEHOST_CLIENT_SECRET. Until then link work by commit: advance_feature takes one.',
  )
})
