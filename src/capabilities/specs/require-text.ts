import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { versionOf, type SpecRow, type VersionRow } from './specs.queries.ts'

/** One version with its text. */
export async function requireText(ctx: Context, spec: SpecRow, number: number): Promise<VersionRow & { body: string }> {
  const row = await ctx.tx.row(versionOf, [ctx.org, spec.id, number])
  if (!row) throw notFound('version', String(number), `${spec.ref} has the versions 1 to ${spec.latest_version}.`)
  return row
}

/** The text to compare with; before the first version there was nothing. */
export const earlierText = async (ctx: Context, spec: SpecRow, number: number): Promise<string> =>
  number === 0 ? '' : (await requireText(ctx, spec, number)).body
