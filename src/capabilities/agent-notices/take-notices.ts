import { implement } from '../../kernel/operation.ts'
import { noticeValues } from './notices-due.ts'
import { toNotice } from './notice-words.ts'
import * as contracts from './notices.contract.ts'
import { takeNotices as take } from './notices.queries.ts'

export const takeNotices = implement(contracts.takeNotices, async (ctx, from) => ({
  items: (await ctx.tx.rows(take, noticeValues(ctx.org, from, ctx.clock.now()))).map(toNotice),
}))
