import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../../paging.ts'
import * as contracts from './organizations.contract.ts'
import { members, organizationsOf } from './organizations.queries.ts'
import { requireOrganization } from './require-organization.ts'

export const listOrganizations = implement(contracts.listOrganizations, async (ctx, { deleted, limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  return nextPage(await ctx.tx.rows(organizationsOf, { user: userOf(ctx), after, limit: limit + 1, deleted }), limit, (row) => [row.id])
})

export const getOrganization = implement(contracts.getOrganization, (ctx, input) => requireOrganization(ctx, input.organization))

export const listMembers = implement(contracts.listMembers, async (ctx, { limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  return nextPage(await ctx.tx.rows(members, { org: ctx.org, user: after, limit: limit + 1 }), limit, (row) => [row.user_id])
})
