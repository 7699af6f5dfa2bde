import { implement } from '../../../kernel/operation.ts'
import { anyById } from '../items/changes.queries.ts'
import { toWire } from '../items/require-item.ts'
import * as contracts from './questions.contract.ts'
import { questionExpired } from './questions.events.ts'
import { expire } from './questions.queries.ts'

/** Runs when the time to answer is over. */
export const expireQuestion = implement(contracts.expireQuestion, async (ctx, { comment_id: id }) => {
  const expired = await ctx.tx.row(expire, { org: ctx.org, id, now: ctx.clock.now() })
  if (!expired) return { expired: false }
  const item = await ctx.tx.row(anyById, { org: ctx.org, name: expired.item_id })
  if (item) ctx.emit(questionExpired, { comment: { id }, item: toWire(item) })
  ctx.target(id)
  return { expired: true }
})
