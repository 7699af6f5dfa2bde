import type { Context } from '../../../kernel/context.ts'
import type { Column } from '../../../platform/together.ts'
import { membersByHandles, peopleByIds } from './organizations.queries.ts'

const mention = /(?<![\w@/.-])@([a-z0-9](?:-?[a-z0-9])*)/gi
const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
const longest = 64
const maxHandles = 50

/** The handles that a text mentions as `@handle`, outside of code: people and agents. */
export function handlesIn(text: string): string[] {
  const handles = [...text.replace(code, ' ').matchAll(mention)].map(([, handle]) => handle?.toLowerCase() ?? '')
  return [...new Set(handles)].filter((handle) => handle.length <= longest).slice(0, maxHandles)
}

/** The members that a text mentions. Who may be notified is decided when notifications are created. */
export async function mentionedMembers(ctx: Context, text: string): Promise<string[]> {
  const handles = handlesIn(text)
  if (handles.length === 0) return []
  return (await ctx.tx.rows(membersByHandles, { org: ctx.org, handles })).map((row) => row.user_id)
}

interface PersonNamed {
  id: string
  handle: string
  name: string
}

/** The people with these ids, as far as the caller may see them. */
export async function peopleById(ctx: Context, ids: readonly (string | null)[] | readonly Column[]): Promise<Map<string, PersonNamed>> {
  const wanted = [...new Set<string | Column | null>(ids)].filter((id) => id !== null)
  const rows = wanted.length > 0 ? await ctx.tx.rows(peopleByIds, { ids: wanted }) : []
  return new Map(rows.map((row) => [row.id, row]))
}
