import type { Context } from '../../kernel/context.ts'
import { isId } from '../../platform/ids.ts'
import { linkables } from './linkable.ts'
import { LinkKind } from './links.contract.ts'
import type { Link } from './links.ts'

// Keys before titles: a note called WEB-12 takes no link away from the task. Among equal titles a note's comes first, as it always did.
const order = ['task', 'feature', 'note', 'spec', 'decision']
const kinds = LinkKind.options.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))

/** The ways a name may be meant: as a ref, a title or an id. */
export const namedAs = (names: readonly string[]) => ({
  refs: names.map((name) => name.toUpperCase()),
  titles: names.map((name) => name.toLowerCase()),
  ids: names.map((name) => name.toLowerCase()).filter(isId),
})

/** Resolves names as the caller sees them: keys or refs, ids, or titles, ignoring case. Returns them by lower-case name. */
export async function findByNames(ctx: Context, names: readonly string[], near: string | null): Promise<Map<string, Link>> {
  const found = new Map<string, Link>()
  if (names.length === 0) return found
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const ofKinds = await Promise.all(
    kinds.map(async (kind) =>
      ((await linkables[kind]?.byNames(ctx, names, near)) ?? []).map(({ names: before = [], ...end }) => {
        const link: Link = { ...end, kind, version: null }
        return { end: link, refs: [end.ref, end.id, ...before] }
      }),
    ),
  )
  const ends = ofKinds.flat()
  const take = (name: string, end: Link) => wanted.has(name) && !found.has(name) && found.set(name, end)
  for (const { end, refs } of ends) for (const name of refs) take(name.toLowerCase(), end)
  for (const { end } of ends) if (end.kind !== 'task' && end.kind !== 'feature') take(end.title.toLowerCase(), end)
  return found
}
