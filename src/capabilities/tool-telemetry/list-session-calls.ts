import { implement } from '../../kernel/operation.ts'
import { memoriesInOrder } from '../memory/memories-in-order.ts'
import { requireSession } from '../sessions/require-session.ts'
import * as contracts from './tool-telemetry.contract.ts'
import { callsOfSession } from './tool-telemetry.queries.ts'

const shown = 300

export const listSessionCalls = implement(contracts.listSessionCalls, async (ctx, { session: id, limit }) => {
  const session = await requireSession(ctx, id)
  const until = session.ended_at ?? 'infinity'
  const values = [ctx.org, session.id, session.agent_id, session.started_at, until, limit + 1]
  const found = await ctx.tx.rows(callsOfSession, values)
  const items = found.slice(0, limit)
  const wanted = [...new Set(items.flatMap(({ recalled }) => recalled.map((one) => one.id)))]
  const memories = new Map((await memoriesInOrder(ctx, wanted)).map((memory) => [memory.id, memory]))
  const recalledBy = (recalled: (typeof items)[number]['recalled']) =>
    recalled.flatMap(({ id: memory, text, meaning }) => {
      const { content, pinned } = memories.get(memory) ?? {}
      return content === undefined
        ? []
        : [{ id: memory, content: content.slice(0, shown).toWellFormed(), pinned: pinned === true, text, meaning }]
    })
  return { calls: items.map((row) => ({ ...row, recalled: recalledBy(row.recalled) })), truncated: found.length > limit }
})
