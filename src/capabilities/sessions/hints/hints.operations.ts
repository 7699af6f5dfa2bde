import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { findSession, requireSession } from '../../agents/sessions/require-session.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { takeComments } from '../../work/comment-deliveries/take-comments.ts'
import { requireItem } from '../../work/items/require-item.ts'
import { isLive } from '../../work/leases/lease.ts'
import * as contracts from './session-hints.contract.ts'
import { hintDelivered } from './session-hints.events.ts'
import { hintsOfSession, hintsOfTask, openSessions, take } from './session-hints.queries.ts'
import { storeHint } from './store-hint.ts'

export const sendHint = implement(contracts.sendHint, async (ctx, { session: id, body }) => {
  const session = await requireSession(ctx, id)
  if (session.status !== 'running' && session.status !== 'lost') {
    throw new Refusal('conflict', `This session is ${session.status}: hints can no longer be delivered.`)
  }
  const { project_id, owner_id, agent_id: agent } = session
  const where = { project_id, owner_id: project_id ? null : owner_id }
  return storeHint(ctx, { kind: 'hint', session: session.id, agent, task: null, body, where })
})

export const listSessionHints = implement(contracts.listSessionHints, async (ctx, { session: id, limit, cursor }) => {
  const session = await requireSession(ctx, id)
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(hintsOfSession, { org: ctx.org, session: session.id, before, limit: limit + 1 }), limit, (row) => [
    row.id,
  ])
})

const usual = 'Please release this task: it is needed elsewhere.'

export const askRelease = implement(contracts.askRelease, async (ctx, { task: name, body = usual }) => {
  const task = await requireItem(ctx, 'task', name, 'read')
  if (!task.lease_holder || !isLive(task, ctx.clock.now())) throw new Refusal('conflict', `No one has claimed ${task.key}. Claim it.`)
  const session = (await findSession(ctx, task.lease_holder))?.id ?? null
  const agent = task.lease_agent_id
  const where = { project_id: task.project_id, owner_id: null }
  const mentions = agent || !task.lease_user_id ? {} : { mentions: [task.lease_user_id] }
  return storeHint(ctx, { kind: 'ask_release', session, agent, task: task.id, body, where, ...mentions })
})

export const listReleaseRequests = implement(contracts.listReleaseRequests, async (ctx, { task: name, limit, cursor }) => {
  const task = await requireItem(ctx, 'task', name, 'read')
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(hintsOfTask, { org: ctx.org, task: task.id, before, limit: limit + 1 }), limit, (row) => [row.id])
})

/** A call without a session counts for the agent's only open one; with several, a hint waits for the session it is for. */
export const takeHints = implement(contracts.takeHints, async (ctx, { session_id, resumes, began, ...from }) => {
  const open = session_id ? [] : await ctx.tx.rows(openSessions, { org: ctx.org, agent_id: from.agent_id })
  const session = session_id ?? (open.length === 1 ? (open[0]?.id ?? null) : null)
  const taken = await ctx.tx.rows(take, { org: ctx.org, agent_id: from.agent_id, session, now: ctx.clock.now() })
  const hints = taken.map(({ project_id, owner_id, task, ...hint }) => {
    ctx.emit(hintDelivered, { hint, where: { project_id, owner_id } })
    return { ...hint, task }
  })
  const window = from.client_session ?? from.connection ?? session_id ?? ''
  return { items: [...hints, ...(await takeComments(ctx, { from, session, window, resumes, began: new Date(began) }))] }
})
