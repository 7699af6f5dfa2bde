import { implement } from '../../../kernel/operation.ts'
import { allRows, decodeCursor, nextPage, withTotal } from '../../paging.ts'
import * as contracts from './memory.contract.ts'
import { listStatement } from './memory.queries.ts'
import { requireMemory } from './require-memory.ts'
import { listed } from './show-memory.ts'
import { readableScopes } from './whose-memory.ts'

const states = {
  live: 'm.deleted_at is null and m.superseded_by is null',
  superseded: 'm.deleted_at is null and m.superseded_by is not null',
  deleted: 'm.deleted_at is not null',
}

export const listMemories = implement(contracts.listMemories, async (ctx, input) => {
  const lanes = await readableScopes(ctx, input)
  if (input.memory !== undefined) return { items: [await requireMemory(ctx, input.memory)], next_cursor: null }
  const { scope, tag, pinned, since, until, limit } = input
  const filters = { org: ctx.org, scopes: lanes, scope, tag, pinned, since, until }
  const conditions = [states[input.state]]
  if (lanes) conditions.push('m.scope_id = any(:scopes::uuid[])')
  if (scope !== undefined) conditions.push('m.scope = :scope')
  if (tag !== undefined) conditions.push('m.tags @> array[:tag]::text[]')
  if (pinned !== undefined) conditions.push('m.pinned = :pinned')
  if (since !== undefined) conditions.push('m.created_at >= :since')
  if (until !== undefined) conditions.push('m.created_at < :until')
  const all = [listStatement(conditions, 0), { ...filters, limit: allRows }] as const
  const [before] = decodeCursor(input.cursor, ['id'] as const) ?? []
  if (before !== undefined) conditions.push('m.id < :before')
  const rows = await ctx.tx.rows(listStatement(conditions, listed(ctx)), { ...filters, before, limit: limit + 1 })
  const page = nextPage(rows, limit, (memory) => [memory.id])
  return withTotal(ctx, input.cursor, page, ...all)
})
