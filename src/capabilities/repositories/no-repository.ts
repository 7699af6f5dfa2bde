import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { requireProject } from '../projects/require-project.ts'

/** No code host can be connected yet. Who may write to the project is told so; nobody else learns that there is one. */
export async function refuseWithoutRepository(ctx: Context, project: string): Promise<never> {
  await requireProject(ctx, project, 'write')
  throw new Refusal(
    'conflict',
    'This version of Baton cannot connect to a code host, so nothing was changed. Open the pull request yourself, and link work by commit: advance_feature takes one.',
  )
}
