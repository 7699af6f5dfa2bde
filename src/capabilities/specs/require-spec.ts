import type { Context } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { isId } from '../../platform/ids.ts'
import { lockedSpec, specById, specsByName, type FoundSpec, type SpecRow } from './specs.queries.ts'

/** A spec the caller may see, by ref, id or title; for writing its row is locked. A deleted one is found only to restore it. */
export async function requireSpec(ctx: Context, name: string, purpose: 'read' | 'write' | 'restore'): Promise<SpecRow> {
  const found = await find(ctx, name, purpose === 'restore')
  if (purpose === 'read') return toSpec(found)
  if (found.project_archived_at) {
    throw new Refusal('conflict', 'This project is archived. Restore it first: archive_project with restore: true.')
  }
  const locked = await ctx.tx.row(lockedSpec, [ctx.org, found.id])
  if (!locked || (locked.deleted_at && purpose === 'write')) throw unknown(name)
  return toSpec(locked)
}

async function find(ctx: Context, name: string, deleted: boolean): Promise<FoundSpec> {
  const rows = await ctx.tx.rows(isId(name) ? specById : specsByName, [ctx.org, name, deleted])
  const [first] = rows
  if (!first) throw unknown(name)
  if (rows.length === 1 || first.ref === name.toUpperCase()) return first
  throw new Refusal('conflict', `Several specs have this title: ${rows.map((row) => row.ref).join(', ')}. Name one by its ref.`)
}

const unknown = (name: string): Refusal => notFound('spec', name, 'Use list_specs to find its ref.')

const toSpec = ({ project_archived_at: _, ...spec }: FoundSpec): SpecRow => spec
