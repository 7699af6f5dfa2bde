import type { Context, TxContext } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { namesHere } from '../../names-here.ts'
import { namedAs } from '../../links/find-by-names.ts'
import {
  type FoundSpec,
  linkableByIds,
  linkableByRefs,
  listStatement,
  lockedSpec,
  specById,
  type SpecRow,
  specsByName,
} from './specs.queries.ts'

const maxNamed = 5

/** A spec the caller may see, by ref, id or title; for writing its row is locked. A deleted one is found only to restore it. */
export async function requireSpec(ctx: Context, name: string, purpose: 'read' | 'write' | 'restore'): Promise<SpecRow> {
  const found = await find(ctx, name, purpose === 'restore')
  if (purpose === 'read') return toSpec(found)
  if (found.project_archived_at) {
    throw new Refusal('conflict', 'This project is archived. Restore it first: {archiveProject with restore: true}.')
  }
  const locked = await ctx.tx.row(lockedSpec, { org: ctx.org, id: found.id })
  if (!locked || (locked.deleted_at && purpose === 'write')) throw await unknown(ctx, name)
  return toSpec(locked)
}

async function find(ctx: Context, name: string, deleted: boolean): Promise<FoundSpec> {
  const rows = await ctx.tx.rows(isId(name) ? specById : specsByName, { org: ctx.org, name, deleted })
  const [first] = rows
  if (!first) throw await unknown(ctx, name)
  if (rows.length === 1 || first.ref === name.toUpperCase()) return first
  throw new Refusal('conflict', `Several specs have this title: ${rows.map((row) => row.ref).join(', ')}. Name one by its ref.`)
}

async function unknown(ctx: Context, name: string): Promise<Refusal> {
  const refs = (await specsHere(ctx, null, maxNamed)).map(({ ref }) => ref)
  return notFound('spec', name, namesHere('Newest', refs, 'Use {listSpecs} to find its ref.'))
}

/** The newest specs that the caller sees, of one project or of all. */
export function specsHere(ctx: TxContext, project: string | null, limit: number): Promise<SpecRow[]> {
  const within = project === null ? [] : ['s.project_id = :project', "s.status <> 'obsolete'"]
  return ctx.tx.rows(listStatement(within), { org: ctx.org, limit, project })
}

const toSpec = ({ project_archived_at: _, ...spec }: FoundSpec): SpecRow => spec

/** Specs as endpoints of links. */
export const linkableSpecs = {
  byNames: (ctx: Context, names: readonly string[], near: string | null = null) =>
    ctx.tx.rows(linkableByRefs, { org: ctx.org, ...namedAs(names), near }),
  byIds: (ctx: Context, ids: readonly string[]) => ctx.tx.rows(linkableByIds, { org: ctx.org, ids }),
}
