import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { requireProject } from '../projects/require-project.ts'

/** A project that the caller may write to has no repository yet, and it says so rather than pretending. */
export async function refuseWithoutRepository(ctx: Context, project: string): Promise<never> {
  await requireProject(ctx, project, 'write')
  throw new Refusal('conflict', 'No repository connected; connect one with connect_repo.')
}
