import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import * as contracts from './invites.contract.ts'
import { invitesTo } from './invites.queries.ts'
import { requireProvenEmail } from './open-invite.ts'

export const listMyInvites = implement(contracts.listMyInvites, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const email = await requireProvenEmail(ctx)
  return nextPage(await ctx.tx.rows(invitesTo, [email, ctx.clock.now(), before, limit + 1]), limit, (row) => [row.id])
})
