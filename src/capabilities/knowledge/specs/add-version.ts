import { createHash } from 'node:crypto'
import { type Context, userOf } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { keepReferences, referencesIn } from '../../links/text-references.ts'
import { insertVersion, type SpecRow, nextNumber as statement, versionOf, type VersionRow } from './specs.queries.ts'

export const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex')

/** Writes the next version of a spec whose row is new or locked, so that numbers have no gaps. It is stored with COMMIT. */
export function addVersion(
  ctx: Context,
  spec: Pick<SpecRow, 'id' | 'project_id'>,
  number: number,
  body: string,
  summary: string,
): VersionRow {
  const added: VersionRow = {
    number,
    summary,
    body_sha256: digestOf(body),
    body_length: Array.from(body).length,
    created_by: userOf(ctx),
    created_by_agent_id: ctx.principal.agent,
    created_at: ctx.clock.now().toISOString(),
  }
  const author = { created_by: added.created_by, created_by_agent_id: added.created_by_agent_id, created_at: added.created_at }
  const { body_sha256 } = added
  ctx.tx.beforeCommit(insertVersion, { org: ctx.org, spec: spec.id, number, body, body_sha256, summary, ...author })
  keepReferences(ctx, { kind: 'spec', id: spec.id }, spec.project_id, referencesIn(body), number === 1)
  return added
}

/** The next number of a kind in a project, or in the organization as a whole. Concurrent callers wait for each other. */
export async function nextNumber(ctx: Context, kind: 'spec' | 'decision', scope: string): Promise<number> {
  const row = await ctx.tx.one(statement, { org: ctx.org, scope, kind })
  return row.number
}

/** One version with its text. */
export async function requireText(ctx: Context, spec: SpecRow, number: number): Promise<VersionRow & { body: string }> {
  const row = await ctx.tx.row(versionOf, { org: ctx.org, spec: spec.id, number })
  if (!row) throw notFound('version', String(number), `${spec.ref} has the versions 1 to ${spec.latest_version}.`)
  return row
}

/** The text to compare with; empty before the first version. */
export const earlierText = async (ctx: Context, spec: SpecRow, number: number): Promise<string> =>
  number === 0 ? '' : (await requireText(ctx, spec, number)).body
