import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { changeItem, type Changes } from '../items/change-item.ts'
import { requireItem, toTask } from '../items/require-item.ts'
import type { FullRow } from '../items/work-items.queries.ts'
import { passStatus } from '../leases/pass-status.ts'
import * as contracts from './relations.contract.ts'
import { dropRelation, putRelation, relatedTo } from './relations.queries.ts'

export const relateTasks = implement(contracts.relateTasks, async (ctx, { task: name, other: named, kind, close, fence }) => {
  if (close && kind !== 'duplicates')
    throw new Refusal('invalid', 'Only a duplicate is closed by its link. Leave close out, or set kind: duplicates.')
  const other = await requireItem(ctx, 'task', named, 'read')
  const before = await requireItem(ctx, 'task', name, 'write')
  if (other.id === before.id) throw new Refusal('invalid', 'A task is not linked to itself. Name another one.')
  await ctx.tx.one(dropRelation, { org: ctx.org, item: before.id, other: other.id })
  const [item, to] = kind === 'relates_to' && other.id < before.id ? [other.id, before.id] : [before.id, other.id]
  await ctx.tx.rows(putRelation, { org: ctx.org, item, other: to, kind, user: userOf(ctx), now: ctx.clock.now() })
  const changes: Changes = close ? { status: 'cancelled' } : {}
  const pass = close ? await passStatus(ctx, before, fence, 'cancelled') : 'free'
  return withRelated(ctx, await changeItem(ctx, before, changes, pass, ['related']))
})

export const unrelateTasks = implement(contracts.unrelateTasks, async (ctx, { task: name, other: named }) => {
  const other = await requireItem(ctx, 'task', named, 'read')
  const before = await requireItem(ctx, 'task', name, 'write')
  const { gone } = await ctx.tx.one(dropRelation, { org: ctx.org, item: before.id, other: other.id })
  return withRelated(ctx, gone > 0 ? await changeItem(ctx, before, {}, 'free', ['related']) : before)
})

async function withRelated(ctx: Context, row: FullRow) {
  ctx.target(row.id)
  return { ...toTask(row), related: await ctx.tx.rows(relatedTo, { org: ctx.org, id: row.id }) }
}
