import { implement } from '../../kernel/operation.ts'
import { allRows, decodeCursor, nextPage, withTotal } from '../paging.ts'
import * as contracts from './memory.contract.ts'
import { listStatement } from './memory.queries.ts'
import { requireMemory } from './require-memory.ts'
import { listed } from './show-memory.ts'
import { lanesToRead } from './whose-memory.ts'

const states = {
  live: 'm.deleted_at is null and m.superseded_by is null',
  superseded: 'm.deleted_at is null and m.superseded_by is not null',
  deleted: 'm.deleted_at is not null',
}

export const listMemories = implement(contracts.listMemories, async (ctx, input) => {
  const lanes = await lanesToRead(ctx, input)
  if (input.memory !== undefined) return { items: [await requireMemory(ctx, input.memory)], next_cursor: null }
  const values: unknown[] = [ctx.org, input.limit + 1]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [states[input.state]]
  if (lanes) conditions.push(`m.scope_id = any(${bind(lanes)}::uuid[])`)
  if (input.scope !== undefined) conditions.push(`m.scope = ${bind(input.scope)}`)
  if (input.tag !== undefined) conditions.push(`m.tags @> array[${bind(input.tag)}]::text[]`)
  if (input.pinned !== undefined) conditions.push(`m.pinned = ${bind(input.pinned)}`)
  if (input.since !== undefined) conditions.push(`m.created_at >= ${bind(input.since)}`)
  if (input.until !== undefined) conditions.push(`m.created_at < ${bind(input.until)}`)
  const all = [listStatement(conditions, 0), [ctx.org, allRows, ...values.slice(2)]] as const
  const after = decodeCursor(input.cursor, ['id'] as const)
  if (after) conditions.push(`m.id < ${bind(after[0])}`)
  const rows = await ctx.tx.rows(listStatement(conditions, listed(ctx)), values)
  const page = nextPage(rows, input.limit, (memory) => [memory.id])
  return withTotal(ctx, input.cursor, page, ...all)
})
