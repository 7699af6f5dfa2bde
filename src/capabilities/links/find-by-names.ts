import type { Context } from '../../kernel/context.ts'
import { linkables } from './linkable.ts'
import { LinkKind } from './links.contract.ts'
import type { Link } from './links.ts'

// Keys and refs before titles: whoever calls a note WEB-12 takes no link away from the task.
const kinds = LinkKind.options.toSorted((a, b) => Number(a === 'note') - Number(b === 'note'))

/** What these names mean to the caller: a key or ref, an id, or a title; case does not matter. Answers by lower-case name. */
export async function findByNames(ctx: Context, names: readonly string[], near: string | null): Promise<Map<string, Link>> {
  const found = new Map<string, Link>()
  if (names.length === 0) return found
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  for (const kind of kinds) {
    for (const { names: before = [], ...end } of (await linkables[kind]?.byNames(ctx, names, near)) ?? []) {
      for (const name of [end.ref, end.id, end.title, ...before].map((one) => one.toLowerCase())) {
        if (wanted.has(name) && !found.has(name)) found.set(name, { ...end, kind, version: null })
      }
    }
  }
  return found
}
