import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { backlinksOf } from '../../links/links.ts'
import { earlierText, requireText } from './add-version.ts'
import { difference } from './difference.ts'
import { requireSpec } from './require-spec.ts'
import * as contracts from './specs.contract.ts'
import type { SpecRow } from './specs.queries.ts'

const isInside = (text: string, place: number): boolean =>
  place > 0 && place < text.length && /[\udc00-\udfff]/.test(text.charAt(place)) && /[\ud800-\udbff]/.test(text.charAt(place - 1))

const maxHunks = 100

export const getSpec = implement(contracts.getSpec, async (ctx, { spec: name, number, compare, offset, limit }) => {
  const spec = await requireSpec(ctx, name, 'read')
  const { body, ...shown } = await requireText(ctx, spec, number ?? spec.latest_version)
  const backlinks = await linksTo(ctx, spec)
  if (compare === undefined) {
    const { text, next_offset } = cut(body, offset, limit)
    return { ...spec, shown, shown_version: shown.number, body: text, diff: null, next_offset, backlinks }
  }
  const before = await earlierText(ctx, spec, compare)
  const names = [`${spec.ref} version ${compare}`, `${spec.ref} version ${shown.number}`] as const
  const { unified: whole, hunks, ...counts } = difference(before, body, names)
  const { text: unified, next_offset } = cut(whole, offset, limit)
  const places = hunks.slice(0, maxHunks).map(({ lines: _, ...place }) => place)
  const diff = { from: compare, to: shown.number, ...counts, unified, hunks: places, hunk_count: hunks.length }
  return { ...spec, shown, shown_version: shown.number, body: null, diff, next_offset, backlinks }
})

/** A link without a version means the spec as it is now, and is never outdated. */
const linksTo = async (ctx: Context, spec: SpecRow) =>
  (await backlinksOf(ctx, { kind: 'spec', id: spec.id })).map((link) => ({
    ...link,
    outdated: link.version !== null && link.version < spec.latest_version,
  }))

/** A piece of a long text and where the next one begins; a surrogate pair is never split. */
function cut(text: string, offset: number, limit: number): { text: string; next_offset: number | null } {
  const start = isInside(text, offset) ? offset - 1 : offset
  let end = start + limit
  if (isInside(text, end)) end += limit === 1 ? 1 : -1
  return { text: text.slice(start, end), next_offset: end < text.length ? end : null }
}
