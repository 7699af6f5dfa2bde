import type { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import type { Contract } from '../../../kernel/contract.ts'
import type { Implementation } from '../../../kernel/operation.ts'
import { isAdmin } from '../../organizations/teams/require-team.ts'
import { sample, type SampleRow } from './sample.queries.ts'

export const findSample = async (ctx: Context): Promise<SampleRow | null> => (await ctx.tx.row(sample, { org: ctx.org })) ?? null

/** Whoever added it, and admins. */
export const mayRemoveSample = (ctx: Context, { created_by }: SampleRow): boolean =>
  ctx.principal.organization?.role !== 'viewer' && (created_by === ctx.principal.user || isAdmin(ctx))

/**
 * Runs an operation as part of this one, with the same input checks, so that the sample is there as a whole or not at all. What the operation would
 * store with COMMIT is stored at once, since the next one may need it.
 */
export const within = <C extends Contract>(
  ctx: Context,
  operation: Implementation<C>,
  input: z.input<C['input']>,
): Promise<z.input<C['output']>> => {
  const tx: Context['tx'] = { ...ctx.tx, beforeCommit: (statement, values) => void ctx.tx.unread(statement, values) }
  return operation.phases.handle(
    { ...ctx, tx, deferred: undefined },
    operation.contract.input.parse(input) as z.output<C['input']>,
    undefined,
  )
}
