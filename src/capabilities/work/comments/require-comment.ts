import type { Context } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { lockedComment, type CommentRow } from './comments.queries.ts'

/** A comment on this item, locked. */
export async function requireComment(ctx: Context, item: string, id: string): Promise<CommentRow> {
  const comment = await ctx.tx.row(lockedComment, { org: ctx.org, item, id })
  if (!comment) throw notFound('comment', id, 'List the comments of the item to find it.')
  return comment
}

const managers = new Set(['owner', 'admin'])

export function requireAuthorOrAdmin(ctx: Context, comment: CommentRow, what: 'delete' | 'restore'): void {
  if (comment.author_id === ctx.principal.user || managers.has(ctx.principal.organization?.role ?? '')) return
  throw new Refusal('forbidden', `Only its author or an admin may ${what} a comment.`)
}
