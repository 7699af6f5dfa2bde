import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { deliverComment } from '../comment-deliveries/deliver-comment.ts'
import { mentionedMembers } from '../../organizations/organizations/people.ts'
import { requireAnyItem } from '../items/require-any-item.ts'
import { keepWords } from './add-comment.ts'
import * as contracts from './comments.contract.ts'
import { commentUpdated } from './comments.events.ts'
import { updateBody } from './comments.queries.ts'
import { namedComment } from './named-comments.ts'
import { requireComment } from './require-comment.ts'

/** Only its author may edit it. Those it mentioned before have already been notified. */
export const updateComment = implement(contracts.updateComment, async (ctx, { item: name, kind, comment: id, body, version }) => {
  const item = await requireAnyItem(ctx, name, 'write', kind)
  const before = await requireComment(ctx, item.id, id)
  ctx.target(before.id)
  if (before.author_id !== ctx.principal.user) throw new Refusal('forbidden', 'Only its author may edit a comment. Reply to it instead.')
  if (before.source_author !== null) throw new Refusal('forbidden', 'It was written elsewhere. Reply to it instead.')
  if (version !== undefined && version !== before.version) {
    throw new Refusal(
      'stale_version',
      `Someone changed this comment in the meantime; it is at version ${before.version}. Read it again and repeat.`,
    )
  }
  if (body === before.body) return namedComment(ctx, before)
  const told = new Set(await mentionedMembers(ctx, before.body))
  const mentions = (await mentionedMembers(ctx, body)).filter((user) => !told.has(user))
  const comment = await ctx.tx.one(updateBody, { org: ctx.org, id: before.id, body, now: ctx.clock.now() })
  await keepWords(ctx, item, comment, before.body)
  await deliverComment(ctx, comment, item)
  ctx.emit(commentUpdated, { comment, item, mentions })
  return namedComment(ctx, comment)
})
