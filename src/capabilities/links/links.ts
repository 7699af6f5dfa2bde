import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { together, type Column, type Expected } from '../../platform/together.ts'
import { linkables } from './linkable.ts'
import type { LinkKind, Linked } from './links.contract.ts'
import { clearLinks, insertLinks, linksFrom, linksTo, type EndRow, type LinkRow } from './links.queries.ts'
import { referrersOf, referrersOfExpected, type ExpectedEnd } from './text-references.ts'

type Kind = z.infer<typeof LinkKind>
export type Link = z.infer<typeof Linked>
export type { LinkRow }

export interface Source {
  kind: Kind
  id: string
}

/** What texts call something that is there and that the caller sees. */
export interface Named {
  ref: string
  title: string
}

export interface Target {
  kind: Kind
  name: string
  version?: number | null
}

/** Makes these the links of `from`, in place of those it had. One that the caller cannot see is refused. */
export async function setLinks(ctx: Context, from: Source, targets: readonly Target[]): Promise<Link[]> {
  const links: Link[] = []
  for (const { kind, name, version = null } of targets) {
    const [found] = (await linkables[kind]?.byNames(ctx, [name])) ?? []
    if (!found) throw notFound(kind, name, 'A link leads to something that exists and that you can see.')
    const { names: _, ...end } = found
    if (!links.some((link) => link.kind === kind && link.id === end.id)) links.push({ ...end, kind, version })
  }
  await storeLinks(ctx, from, links)
  return links
}

/** Stores links whose ends have been found already. */
export const storeLinks = (ctx: Context, from: Source, links: readonly Link[]): Promise<void> => storeRows(ctx, from, rowsOf(ctx, links))

export const rowsOf = (ctx: Context, links: readonly Link[]): LinkRow[] =>
  links.map(({ kind, id, version }) => ({ kind, id, version, names: [], explicit: true, created_at: ctx.clock.now().toISOString() }))

/** Makes these rows all that leads away from `from`. */
async function storeRows(ctx: Context, from: Source, rows: readonly LinkRow[]): Promise<void> {
  await ctx.tx.rows(clearLinks, { org: ctx.org, kind: from.kind, from: from.id })
  if (rows.length > 0) await ctx.tx.rows(insertLinks, { org: ctx.org, kind: from.kind, from: from.id, rows: JSON.stringify(rows) })
}

/** The same, stored with COMMIT, in place of what led away before: most texts are written again with the links they had, and then nothing is. */
export async function followRows(ctx: Context, from: Source, before: readonly LinkRow[], after: readonly LinkRow[]): Promise<void> {
  const told = ({ kind, id, version, names, explicit }: LinkRow) => JSON.stringify([kind, id, version, names, explicit])
  if (before.map(told).toSorted().join() === after.map(told).toSorted().join()) return
  const place = { org: ctx.org, kind: from.kind, from: from.id }
  if (before.length > 0) await ctx.tx.rows(clearLinks, place)
  if (after.length > 0) ctx.tx.beforeCommit(insertLinks, { ...place, rows: JSON.stringify(after) })
}

/** What leads away from this, seen by the caller or not: for whoever writes it anew. */
export const storedRows = (ctx: Context, { kind, id }: { kind: Kind; id: string | Column }): Promise<LinkRow[]> =>
  ctx.tx.rows(linksFrom, { org: ctx.org, kind, id })

/** What this points at, as far as the caller may see it. */
export const linksOf = async (ctx: Context, from: { kind: Kind; id: string | Column }): Promise<Link[]> =>
  describe(ctx, await storedRows(ctx, from))

/** What points at this, as far as the caller may see it. Whoever has its names at hand saves looking them up. */
export async function backlinksOf(outer: Context, { kind, id }: Source, known?: Named): Promise<Link[]> {
  const ctx = together(outer)
  const [linked, named] = await Promise.all([
    ctx.tx.rows(linksTo, { org: ctx.org, kind, id }),
    referrersOf(ctx, { kind, id }, known && { ...known, id }),
  ])
  return describeDistinct(ctx, linked, named)
}

/** The same, of something that is read at the same moment. */
export async function backlinksOfExpected(ctx: Context, kind: Kind, end: Expected<ExpectedEnd>): Promise<Link[]> {
  const [linked, named] = await Promise.all([
    ctx.tx.rows(linksTo, { org: ctx.org, kind, id: end.column('id') }),
    referrersOfExpected(ctx, end),
  ])
  return describeDistinct(ctx, linked, named)
}

function describeDistinct(ctx: Context, linked: readonly EndRow[], named: readonly EndRow[]): Promise<Link[]> {
  const links = new Set(linked.map(endKey))
  return describe(ctx, [...linked, ...named.filter((one) => !links.has(endKey(one)))])
}

/** These ends as the caller sees them; an end that is hidden, deleted or foreign is left out. */
export async function describe(ctx: Context, ends: readonly EndRow[]): Promise<Link[]> {
  const kinds = [...new Set(ends.map((end) => end.kind as Kind))]
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const ids = ends.filter((end) => end.kind === kind).map((end) => end.id)
      return ((await linkables[kind]?.byIds(ctx, ids)) ?? []).map((end) => ({ ...end, kind }))
    }),
  )
  const known = new Map(found.flat().map((end) => [endKey(end), end]))
  return ends.flatMap((end) => {
    const seen = known.get(endKey(end))
    return seen ? [{ ...seen, version: end.version }] : []
  })
}

export const endKey = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`
