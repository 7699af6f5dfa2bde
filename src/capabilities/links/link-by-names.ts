import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { findByNames } from './find-by-names.ts'
import { followRows, rowsOf, storeLinks, type Link, type Source } from './links.ts'

/** Replaces the links of `from` with what these names stand for, of whatever kind. Refuses a name that the caller can't see. */
export async function linkByNames(ctx: Context, from: Source, names: readonly string[], near: string | null): Promise<void> {
  await storeLinks(ctx, from, await endsOf(ctx, from, names, near))
}

/** The same for a new source: stored with COMMIT. */
export async function linkNew(ctx: Context, from: Source, names: readonly string[], near: string | null): Promise<void> {
  if (names.length > 0) await followRows(ctx, from, [], rowsOf(ctx, await endsOf(ctx, from, names, near)))
}

async function endsOf(ctx: Context, from: Source, names: readonly string[], near: string | null): Promise<Link[]> {
  const wanted = names.map(parse)
  const ends = await findByNames(
    ctx,
    wanted.map(({ plain }) => plain),
    near,
  )
  const links = new Map<string, Link>()
  for (const { kind, plain, version } of wanted) {
    const end = ends.get(plain.toLowerCase())
    if (!end || (kind && kind !== end.kind))
      throw notFound('task, spec, decision, feature or note', plain, 'A link leads to something that exists and that you can see.')
    if (end.id !== from.id) links.set(end.id, { ...end, version: end.kind === 'spec' ? version : null })
  }
  return [...links.values()]
}

function parse(name: string): { kind: string | undefined; plain: string; version: number | null } {
  const [, kind, plain = '', version] = name.match(/^(?:(\w+):)?([\w-]+)(?:@(\d+))?$/) ?? []
  return { kind, plain, version: version === undefined ? null : Number(version) }
}
