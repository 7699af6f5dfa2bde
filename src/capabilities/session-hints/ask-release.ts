import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { findSession } from '../sessions/require-session.ts'
import { isLive } from '../work-items/leases/lease.ts'
import { requireItem } from '../work-items/require-item.ts'
import * as contracts from './session-hints.contract.ts'
import { storeHint } from './store-hint.ts'

const usual = 'Please release this task: it is needed elsewhere.'

export const askRelease = implement(contracts.askRelease, async (ctx, { task: name, body = usual }) => {
  const task = await requireItem(ctx, 'task', name, 'read')
  if (!task.lease_holder || !isLive(task, ctx.clock.now())) throw new Refusal('conflict', `Nobody holds ${task.key}. Claim it.`)
  const session = (await findSession(ctx, task.lease_holder))?.id ?? null
  const agent = task.lease_agent_id
  const where = { project_id: task.project_id, owner_id: null }
  const mentions = agent || !task.lease_user_id ? {} : { mentions: [task.lease_user_id] }
  return storeHint(ctx, { kind: 'ask_release', session, agent, task: task.id, body, where, ...mentions })
})
