import type { Context } from '../../kernel/context.ts'
import { linkableByIds, linkableByKeys, type LinkRow } from './work-items.queries.ts'

const toEnd = ({ id, key, title, status }: LinkRow) => ({ id, ref: key, title, status })

/** Tasks, epics and stories as ends of links. */
export const linkableTasks = {
  byNames: async (ctx: Context, names: readonly string[]) =>
    (await ctx.tx.rows(linkableByKeys, [ctx.org, names.map((name) => name.toUpperCase()), names])).map(toEnd),
  byIds: async (ctx: Context, ids: readonly string[]) => (await ctx.tx.rows(linkableByIds, [ctx.org, ids])).map(toEnd),
}
