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

/** The names by which texts refer to something that exists and that the caller sees. */
export interface Named {
  ref: string
  title: string
}

export interface Target {
  kind: Kind
  name: string
  version?: number | null
}

/** Replaces the links of `from` with these. Refuses one that the caller can't see. */
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

/** Stores links whose ends have been resolved already. */
export const storeLinks = (ctx: Context, from: Source, links: readonly Link[]): Promise<void> => storeRows(ctx, from, rowsOf(ctx, links))

export const rowsOf = (ctx: Context, links: readonly Link[]): LinkRow[] =>
  links.map(({ kind, id, version }) => ({ kind, id, version, names: [], explicit: true, created_at: ctx.clock.now().toISOString() }))

/** Replaces all links that lead away from `from` with these rows. */
async function storeRows(ctx: Context, from: Source, rows: readonly LinkRow[]): Promise<void> {
  await ctx.tx.rows(clearLinks, { org: ctx.org, kind: from.kind, from: from.id })
  if (rows.length > 0) await ctx.tx.rows(insertLinks, { org: ctx.org, kind: from.kind, from: from.id, rows: JSON.stringify(rows) })
}

/** The same, stored with COMMIT, and only if they differ from `before`: most texts are saved again with the links they had. */
export async function followRows(ctx: Context, from: Source, before: readonly LinkRow[], after: readonly LinkRow[]): Promise<void> {
  const told = ({ kind, id, version, names, explicit }: LinkRow) => JSON.stringify([kind, id, version, names, explicit])
  if (before.map(told).toSorted().join() === after.map(told).toSorted().join()) return
  const place = { org: ctx.org, kind: from.kind, from: from.id }
  if (before.length > 0) await ctx.tx.rows(clearLinks, place)
  if (after.length > 0) ctx.tx.beforeCommit(insertLinks, { ...place, rows: JSON.stringify(after) })
}

/** All links that lead away from this, whether the caller sees them or not: for rewriting them. */
export const storedRows = (ctx: Context, { kind, id }: { kind: Kind; id: string | Column }): Promise<LinkRow[]> =>
  ctx.tx.rows(linksFrom, { org: ctx.org, kind, id })

/** What this points at, as far as the caller may see it. */
export const linksOf = async (ctx: Context, from: { kind: Kind; id: string | Column }): Promise<Link[]> =>
  describe(ctx, await storedRows(ctx, from))

/** What points at this, as far as the caller may see it. `known` saves looking up its names. */
export async function backlinksOf(outer: Context, { kind, id }: Source, known?: Named): Promise<Link[]> {
  const ctx = together(outer)
  const [linked, named] = await Promise.all([
    ctx.tx.rows(linksTo, { org: ctx.org, kind, id }),
    referrersOf(ctx, { kind, id }, known && { ...known, id }),
  ])
  return describeDistinct(ctx, linked, named)
}

/** The same for something that is read in the same statement. */
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

/** Describes these ends as the caller sees them; an end that is hidden, deleted or foreign is left out. */
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
