import { createHash } from 'node:crypto'
import { userOf, type Context } from '../../kernel/context.ts'
import { insertVersion, type SpecRow, type VersionRow } from './specs.queries.ts'

export const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex')

/** Writes the next version of a spec whose row is new or locked, so that numbers have no gaps. */
export async function addVersion(
  ctx: Context,
  spec: Pick<SpecRow, 'id'>,
  number: number,
  body: string,
  summary: string,
): Promise<VersionRow> {
  const added: VersionRow = {
    number,
    summary,
    body_sha256: digestOf(body),
    body_length: Array.from(body).length,
    created_by: userOf(ctx),
    created_by_agent_id: ctx.principal.agent,
    created_at: ctx.clock.now().toISOString(),
  }
  const author = [added.created_by, added.created_by_agent_id, added.created_at]
  await ctx.tx.rows(insertVersion, [ctx.org, spec.id, number, body, added.body_sha256, summary, ...author])
  return added
}
