import type { Context } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { findByNames } from '../../links/find-by-names.ts'
import { describe, endKey, storeRows, storedRows, type Link, type LinkRow } from '../../links/links.ts'
import { linkNames, nameKey } from '../../links/link-names.ts'
import { keepReferences } from '../../links/text-references.ts'

interface Written {
  links: Link[]
  unresolved: string[]
}

/**
 * Brings the links of a note in step with its text and with those given beside it. A name that led somewhere goes on leading there:
 * a renamed note keeps its links, and nobody cuts a link to what they cannot see by editing around it.
 */
export async function writeLinks(
  ctx: Context,
  note: { id: string; project_id: string | null },
  content: string,
  given?: readonly string[],
): Promise<Written> {
  const from = { kind: 'note' as const, id: note.id }
  const before = await storedRows(ctx, from)
  const seen = new Set((await describe(ctx, before)).map(endKey))
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
  for (const end of given ? await givenEnds(ctx, given, note.project_id) : before.filter((row) => row.explicit)) add(end, null)

  const names = linkNames(content)
  const known = new Map(before.flatMap((row) => row.names.map((name) => [name, row])))
  const steady = (name: string) => {
    const row = known.get(nameKey(name))
    return row && seen.has(endKey(row)) ? row : undefined
  }
  const found = await findByNames(
    ctx,
    names.filter((name) => !steady(name)),
    note.project_id,
  )
  for (const name of names) {
    const end = steady(name) ?? found.get(nameKey(name)) ?? known.get(nameKey(name))
    if (end) add(end, nameKey(name))
  }
  await storeRows(ctx, from, [...rows.values()])
  await keepReferences(ctx, from, note.project_id, names)
  return readLinks(ctx, note, content)
}

/**
 * Where the note's links lead as far as the caller sees it, and the names in its text that lead nowhere for them. A name that led
 * nowhere when it was written leads to what bears it now.
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

async function givenEnds(ctx: Context, given: readonly string[], near: string | null): Promise<Link[]> {
  const found = await findByNames(ctx, given, near)
  return given.map((name) => {
    const end = found.get(nameKey(name))
    if (!end)
      throw notFound('link target', name, 'A link leads to a task, spec, decision, feature or note that exists and that you can see.')
    return end
  })
}
