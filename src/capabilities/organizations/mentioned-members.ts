import type { Context } from '../../kernel/context.ts'
import { membersByHandles } from './organizations.queries.ts'

const mention = /(?<![\w@/.-])@([a-z0-9](?:-?[a-z0-9])*)/gi
const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g

/** The members whom a text names as `@handle`, outside of code. Who may be told of it is decided where they are told. */
export async function mentionedMembers(ctx: Context, text: string): Promise<string[]> {
  const handles = [...text.replace(code, ' ').matchAll(mention)].map(([, handle]) => handle?.toLowerCase() ?? '')
  const few = [...new Set(handles)].filter((handle) => handle.length <= 39).slice(0, 50)
  if (few.length === 0) return []
  return (await ctx.tx.rows(membersByHandles, [ctx.org, few])).map((row) => row.user_id)
}
