import type { Context } from '../../kernel/context.ts'
import type { Expected } from '../../platform/together.ts'
import { findByNames } from './find-by-names.ts'
import { linkNames, nameKey, withoutCode } from './link-names.ts'
import { linkables } from './linkable.ts'
import type { Named, Source } from './links.ts'
import {
  clearOtherReferences,
  clearReferences,
  insertReferences,
  insertReferencesOfMany,
  referencesTo,
  rehomeReferences,
  type EndRow,
  type Reference,
} from './links.queries.ts'

const maxNames = 200
const bareKey = /(?<![\w/-])[A-Z][A-Z0-9]{1,9}-[SDF]?[1-9]\d{0,8}(?![\w-])/g

/** What a text names outside of code: `[[Title]]`, and keys such as WEB-12 or WEB-D3 with brackets or without. */
export function referencesIn(text: string): string[] {
  const keys = withoutCode(text).flatMap((part) => part.match(bareKey) ?? [])
  return [...new Set([...linkNames(text), ...keys].map(nameKey))].slice(0, maxNames)
}

/** The source of a text: a comment has no page of its own, and counts as its item. */
type Text = Source | { kind: 'comment'; id: string }

/**
 * Stores these names as what the text of `from` refers to; a new one has no others to delete. Whether a name leads anywhere is decided when
 * somebody reads it. The deleted and the inserted rows are distinct, so both statements are sent with COMMIT.
 */
export function keepReferences(ctx: Context, from: Text, near: string | null, names: readonly string[], isNew: boolean): void {
  const place = { org: ctx.org, kind: from.kind, from: from.id, names: [...new Set(names.map(nameKey))] }
  if (!isNew) ctx.tx.beforeCommit(clearOtherReferences, place)
  if (place.names.length > 0) ctx.tx.beforeCommit(insertReferences, { ...place, near })
}

/** The same for a text whose previous version is known: most refer to nothing, or to the same as before, and then nothing is written. */
export async function followReferences(ctx: Context, from: Text, near: string | null, before: string, after: string): Promise<void> {
  const [had, has] = [referencesIn(before), referencesIn(after)]
  if (had.join('\n') === has.join('\n')) return
  if (had.length > 0) await ctx.tx.rows(clearReferences, { org: ctx.org, kind: from.kind, from: from.id })
  if (has.length > 0) await ctx.tx.rows(insertReferences, { org: ctx.org, kind: from.kind, from: from.id, near, names: has })
}

/** Stores what the texts of new items of a project refer to, in one statement. */
export async function keepReferencesOfItems(
  ctx: Context,
  near: string,
  items: readonly { id: string; description: string }[],
): Promise<void> {
  const rows = items.flatMap(({ id, description }) => referencesIn(description).map((name) => ({ id, name })))
  if (rows.length === 0) return
  const [ids, names] = [rows.map(({ id }) => id), rows.map(({ name }) => name)]
  await ctx.tx.rows(insertReferencesOfMany, { org: ctx.org, kind: 'task', near, ids, names })
}

/** For an item that has moved to another project, where a title may mean something else. */
export const moveReferences = (ctx: Context, item: string, near: string): Promise<unknown> =>
  ctx.tx.rows(rehomeReferences, { org: ctx.org, item, near })

/** Texts that refer to this; if several items have the same title, each text means the one nearest to it. */
export async function referrersOf(ctx: Context, target: Source, known?: Named & { id: string }): Promise<EndRow[]> {
  const end = known ?? (await linkables[target.kind]?.byIds(ctx, [target.id]))?.[0]
  return end ? meaning(ctx, end, await ctx.tx.rows(referencesTo, { org: ctx.org, names: namesOf(end) })) : []
}

/** Something with a key that texts may name. */
export interface ExpectedEnd {
  id: string
  key: string
  title: string
  deleted_at: string | null
}

/** The same for something that is read in the same statement. */
export async function referrersOfExpected(ctx: Context, expected: Expected<ExpectedEnd>): Promise<EndRow[]> {
  const [rows, row] = await Promise.all([
    ctx.tx.rows(referencesTo, { org: ctx.org, names: [expected.column('key'), expected.column('title'), expected.column('id')] }),
    expected.row,
  ])
  if (!row || row.deleted_at) return []
  const end = { id: row.id, ref: row.key, title: row.title }
  // Names are stored lower-cased by JavaScript, which beyond ASCII may differ from PostgreSQL's lower().
  const isSame = isAscii.test(row.title)
  return meaning(ctx, end, isSame ? rows : await ctx.tx.rows(referencesTo, { org: ctx.org, names: namesOf(end) }))
}

const isAscii = /^[\x20-\x7e]*$/
const namesOf = ({ id, ref, title }: Named & { id: string }): string[] => [...new Set([ref, title, id].map(nameKey))]

/** Those of these references that resolve to this end. */
async function meaning(ctx: Context, end: Named & { id: string }, references: readonly Reference[]): Promise<EndRow[]> {
  const rows = references.filter(({ id }) => id !== end.id)
  const names = namesOf(end)
  const places = [...new Set(rows.map((row) => row.near))]
  const meant = new Map(await Promise.all(places.map(async (near) => [near, await findByNames(ctx, names, near)] as const)))
  const distinct = new Map(
    rows.filter(({ name, near }) => meant.get(near)?.get(name)?.id === end.id).map((row) => [`${row.kind} ${row.id}`, row]),
  )
  return [...distinct.values()].map(({ kind, id, version }) => ({ kind, id, version }))
}
