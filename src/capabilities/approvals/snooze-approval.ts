import { userOf } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { told } from '../features/features.events.ts'
import { requireFeature } from '../features/require-feature.ts'
import * as contracts from './approvals.contract.ts'
import { approvalSnoozed } from './approvals.events.ts'
import { snooze } from './approvals.queries.ts'

export const snoozeApproval = implement(contracts.snoozeApproval, async (ctx, { feature: name, until }) => {
  const feature = await requireFeature(ctx, name, 'write')
  const time = new Date(until)
  if (Number.isNaN(time.getTime()) || time.getTime() < 0) throw new Refusal('invalid', 'until: is no time of the calendar.')
  const row = await ctx.tx.row(snooze, [ctx.org, feature.id, userOf(ctx), time])
  if (!row) throw new Error('the snooze was not stored')
  ctx.emit(approvalSnoozed, { feature: told(feature), user_id: userOf(ctx), until: row.until })
  ctx.target(feature.id)
  return row
})
