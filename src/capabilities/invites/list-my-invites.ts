import { userOf } from '../../kernel/context.ts'
import { implement } from '../../kernel/operation.ts'
import { decodeCursor, lastId, nextPage } from '../paging.ts'
import * as contracts from './invites.contract.ts'
import { invitesTo, provenEmail } from './invites.queries.ts'
import { toInvite } from './to-invite.ts'

export const listMyInvites = implement(contracts.listMyInvites, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const proven = await ctx.tx.row(provenEmail, [])
  const rows = await ctx.tx.rows(invitesTo, [proven?.email ?? null, ctx.clock.now(), before, limit + 1, userOf(ctx)])
  return nextPage(rows.map(toInvite), limit, (row) => [row.id])
})
