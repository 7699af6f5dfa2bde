import type { Context } from '../../kernel/context.ts'
import { linkableByIds, linkableByRefs } from './specs.queries.ts'

/** Specs as ends of links. */
export const linkableSpecs = {
  byNames: (ctx: Context, names: readonly string[]) =>
    ctx.tx.rows(linkableByRefs, [ctx.org, names.map((name) => name.toUpperCase()), names]),
  byIds: (ctx: Context, ids: readonly string[]) => ctx.tx.rows(linkableByIds, [ctx.org, ids]),
}
