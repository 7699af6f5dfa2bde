import type { Context } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { parentById, parentByKey } from './changes.queries.ts'
import type { FullRow, Kind } from './work-items.queries.ts'

const nowhere = (name: string) => notFound('epic or story', name, 'Name one of the same project.')

/** The epic or story that is to be a parent; it can't be deleted until this transaction ends. Lock it before its children. */
export async function holdParent<Name extends string | null | undefined>(
  ctx: Context,
  name: Name,
): Promise<FullRow | Exclude<Name, string>> {
  if (name === null || name === undefined) return name as Exclude<Name, string>
  const byId = isId(name)
  const row = await ctx.tx.row(byId ? parentById : parentByKey, { org: ctx.org, name: byId ? name : name.toUpperCase() })
  if (!row) throw nowhere(name)
  return row
}

/** The new `parent_id` of an item. A task goes below a story, an epic or nothing, a story below an epic, so there can be no cycle. */
export function parentOf(item: { kind: Kind; project_id: string }, parent: FullRow | null): string | null {
  if (item.kind === 'story' && parent?.kind !== 'epic') throw new Refusal('invalid', 'A story needs an epic as its parent.')
  if (parent && parent.project_id !== item.project_id) throw nowhere(parent.key)
  return parent?.id ?? null
}
