import type { Context } from '../../kernel/context.ts'
import { peopleByIds } from './organizations.queries.ts'

export interface PersonNamed {
  id: string
  handle: string
  name: string
}

/** The people behind these ids, as far as the caller may know them. */
export async function peopleById(ctx: Context, ids: readonly (string | null)[]): Promise<Map<string, PersonNamed>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const rows = wanted.length > 0 ? await ctx.tx.rows(peopleByIds, [wanted]) : []
  return new Map(rows.map((row) => [row.id, row]))
}
