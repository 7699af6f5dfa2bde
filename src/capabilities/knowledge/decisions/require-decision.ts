import type { Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { namedAs } from '../../links/find-by-names.ts'
import { namesHere } from '../../names-here.ts'
import {
  decisionById,
  type DecisionRow,
  decisionsByName,
  type FoundDecision,
  type LineRow,
  linkableByIds,
  linkableByRefs,
  listStatement,
  lockedDecisions,
} from './decisions.queries.ts'

const maxNamed = 5

/** A decision the caller may see, by ref, id or title. A deleted one is found only to restore it. */
export async function requireDecision(ctx: Context, name: string, purpose: 'read' | 'write' | 'restore'): Promise<DecisionRow> {
  const rows = await ctx.tx.rows(isId(name) ? decisionById : decisionsByName, { org: ctx.org, name, deleted: purpose === 'restore' })
  const [first] = rows
  if (!first) throw await unknown(ctx, name)
  if (rows.length > 1 && first.ref !== name.toUpperCase()) {
    throw new Refusal('conflict', `Several decisions have this title: ${rows.map((row) => row.ref).join(', ')}. Name one by its ref.`)
  }
  if (purpose !== 'read' && first.project_archived_at) {
    throw new Refusal('conflict', 'This project is archived. Restore it first: {archiveProject with restore: true}.')
  }
  return toDecision(first)
}

/** Locks the decisions that were found, all at once, and rereads them. */
export async function lockDecisions(ctx: Context, found: readonly DecisionRow[], purpose: 'write' | 'restore'): Promise<DecisionRow[]> {
  const rows = await ctx.tx.rows(lockedDecisions, { org: ctx.org, ids: found.map(({ id }) => id) })
  const locked: DecisionRow[] = []
  for (const { id, ref } of found) {
    const row = rows.find((one) => one.id === id)
    if (!row || (row.deleted_at && purpose === 'write')) throw await unknown(ctx, ref)
    locked.push(toDecision(row))
  }
  return locked
}

async function unknown(ctx: Context, name: string): Promise<Refusal> {
  const refs = (await ctx.tx.rows(listStatement([]), { org: ctx.org, limit: maxNamed })).map(({ ref }) => ref)
  return notFound('decision', name, namesHere('Newest', refs, 'Use {listDecisions} to find its ref.'))
}

const toDecision = ({ project_archived_at: _, ...decision }: FoundDecision): DecisionRow => decision

export const toLine = ({ context: _, rationale: __, alternatives: ___, outcome: ____, ...line }: DecisionRow): LineRow => line

/** Decisions as endpoints of links. */
export const linkableDecisions = {
  byNames: (ctx: Context, names: readonly string[], near: string | null = null) =>
    ctx.tx.rows(linkableByRefs, { org: ctx.org, ...namedAs(names), near }),
  byIds: (ctx: Context, ids: readonly string[]) => ctx.tx.rows(linkableByIds, { org: ctx.org, ids }),
}
