import { implement } from '../../kernel/operation.ts'
import { takeComments } from '../comment-deliveries/take-comments.ts'
import * as contracts from './session-hints.contract.ts'
import { hintDelivered } from './session-hints.events.ts'
import { openSessions, take } from './session-hints.queries.ts'

/** A call that names no session speaks for the agent's only one; with several, a hint waits for the one it is for. */
export const takeHints = implement(contracts.takeHints, async (ctx, { session_id, began, ...from }) => {
  const open = session_id ? [] : await ctx.tx.rows(openSessions, [ctx.org, from.agent_id])
  const session = session_id ?? (open.length === 1 ? (open[0]?.id ?? null) : null)
  const taken = await ctx.tx.rows(take, [ctx.org, from.agent_id, session, ctx.clock.now()])
  const hints = taken.map(({ project_id, owner_id, task, ...hint }) => {
    ctx.emit(hintDelivered, { hint, where: { project_id, owner_id } })
    return { ...hint, task }
  })
  const window = from.client_session ?? from.connection ?? session_id ?? ''
  return { items: [...hints, ...(await takeComments(ctx, { from, session, window, began: new Date(began) }))] }
})
