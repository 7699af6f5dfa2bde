import type { Context } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { together } from '../../../platform/together.ts'
import { findByNames } from '../../links/find-by-names.ts'
import { describe, endKey, followRows, storedRows, type Link, type LinkRow } from '../../links/links.ts'
import { linkNames, nameKey } from '../../links/link-names.ts'
import { keepReferences } from '../../links/text-references.ts'

interface Written {
  links: Link[]
  unresolved: string[]
}

/**
 * Syncs the links of a note with its text and with those given explicitly. A name that resolved keeps its target:
 * a renamed note keeps its links, and editing around a link to something the editor can't see doesn't remove it.
 */
export async function writeLinks(
  outer: Context,
  note: { id: string; project_id: string | null },
  content: string,
  { given, isNew = false }: { given?: readonly string[] | undefined; isNew?: boolean },
): Promise<Written> {
  const ctx = together(outer)
  const from = { kind: 'note' as const, id: note.id }
  const names = linkNames(content)
  const [before, found] = await Promise.all([
    isNew ? [] : storedRows(ctx, from),
    findByNames(ctx, [...(given ?? []), ...names], note.project_id),
  ])
  const seen = new Map((await describe(ctx, before)).map((link) => [endKey(link), link]))
  const rows = new Map<string, LinkRow>()
  const add = ({ kind, id, version }: Pick<LinkRow, 'kind' | 'id' | 'version'>, name: string | null) => {
    const key = endKey({ kind, id })
    const old = before.find((row) => endKey(row) === key)
    const row = rows.get(key) ?? {
      kind,
      id,
      version,
      names: [],
      explicit: false,
      created_at: old?.created_at ?? ctx.clock.now().toISOString(),
    }
    rows.set(key, name === null ? { ...row, explicit: true } : { ...row, names: [...row.names, name] })
  }
  for (const end of given ? given.map((name) => givenEnd(found, name)) : before.filter((row) => row.explicit)) add(end, null)

  const known = new Map(before.flatMap((row) => row.names.map((name) => [name, row])))
  const unresolved: string[] = []
  for (const name of names) {
    const stored = known.get(nameKey(name))
    const steady = stored && seen.has(endKey(stored)) ? stored : undefined
    const end = steady ?? found.get(nameKey(name))
    if (!end) unresolved.push(name)
    if (end ?? stored) add((end ?? stored)!, nameKey(name))
  }
  await followRows(ctx, from, before, [...rows.values()])
  keepReferences(ctx, from, note.project_id, names, isNew)
  for (const link of found.values()) if (!seen.has(endKey(link))) seen.set(endKey(link), link)
  const links = [...rows.values()].toSorted(newestFirst).flatMap((row) => {
    const link = seen.get(endKey(row))
    return link ? [{ ...link, version: row.version }] : []
  })
  return { links, unresolved }
}

/** The order in which links are read. */
const newestFirst = (a: LinkRow, b: LinkRow): number => Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? -1 : 1)

/**
 * The targets of the note's links that the caller sees, and the names in its text that don't resolve for them. A name that didn't
 * resolve when it was written resolves to whatever has that name now.
 */
export async function readLinks(ctx: Context, note: { id: string; project_id: string | null }, content: string): Promise<Written> {
  const rows = await storedRows(ctx, { kind: 'note', id: note.id })
  const links = await describe(ctx, rows)
  const seen = new Set(links.map(endKey))
  const names = new Set(rows.filter((row) => seen.has(endKey(row))).flatMap((row) => row.names))
  const open = linkNames(content).filter((name) => !names.has(nameKey(name)))
  const found = await findByNames(ctx, open, note.project_id)
  for (const end of found.values()) {
    if (!seen.has(endKey(end)) && end.id !== note.id) links.push(end)
    seen.add(endKey(end))
  }
  return { links, unresolved: open.filter((name) => !found.has(nameKey(name))) }
}

function givenEnd(found: ReadonlyMap<string, Link>, name: string): Link {
  const end = found.get(nameKey(name))
  if (!end) throw notFound('link target', name, 'A link leads to a task, spec, decision, feature or note that exists and that you can see.')
  return end
}
