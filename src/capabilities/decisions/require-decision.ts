import type { Context } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import { decisionById, decisionsByName, lockedDecisions, type DecisionRow, type FoundDecision, type LineRow } from './decisions.queries.ts'

/** A decision the caller may see, by ref, id or title. A deleted one is found only to restore it. */
export async function requireDecision(ctx: Context, name: string, purpose: 'read' | 'write' | 'restore'): Promise<DecisionRow> {
  const rows = await ctx.tx.rows(isId(name) ? decisionById : decisionsByName, [ctx.org, name, purpose === 'restore'])
  const [first] = rows
  if (!first) throw unknown(name)
  if (rows.length > 1 && first.ref !== name.toUpperCase()) {
    throw new Refusal('conflict', `Several decisions have this title: ${rows.map((row) => row.ref).join(', ')}. Name one by its ref.`)
  }
  if (purpose !== 'read' && first.project_archived_at) {
    throw new Refusal('conflict', 'This project is archived. Restore it first: archive_project with restore: true.')
  }
  return toDecision(first)
}

/** Locks what has been found, all at once, and reads it as it now is. */
export async function lockDecisions(ctx: Context, found: readonly DecisionRow[], purpose: 'write' | 'restore'): Promise<DecisionRow[]> {
  const rows = await ctx.tx.rows(lockedDecisions, [ctx.org, found.map(({ id }) => id)])
  return found.map(({ id, ref }) => {
    const row = rows.find((one) => one.id === id)
    if (!row || (row.deleted_at && purpose === 'write')) throw unknown(ref)
    return toDecision(row)
  })
}

const unknown = (name: string): Refusal => notFound('decision', name, 'Use list_decisions to find its ref.')

const toDecision = ({ project_archived_at: _, ...decision }: FoundDecision): DecisionRow => decision

export const toLine = ({ context: _, rationale: __, alternatives: ___, outcome: ____, ...line }: DecisionRow): LineRow => line
