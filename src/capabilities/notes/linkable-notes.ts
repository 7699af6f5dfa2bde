import type { Context } from '../../kernel/context.ts'
import { isId } from '../../platform/ids.ts'
import { linkableByIds, linkableByNames } from './notes.queries.ts'

const toEnd = ({ id, title }: { id: string; title: string }) => ({ id, ref: id, title, status: null })

/** Notes as ends of links, by title or id; of several with one title the one in the project `near` comes first. */
export const linkableNotes = {
  byNames: async (ctx: Context, names: readonly string[], near: string | null = null) => {
    const titles = names.map((name) => name.toLowerCase())
    return (await ctx.tx.rows(linkableByNames, [ctx.org, titles, titles.filter(isId), near])).map(toEnd)
  },
  byIds: async (ctx: Context, ids: readonly string[]) => (await ctx.tx.rows(linkableByIds, [ctx.org, ids])).map(toEnd),
}
