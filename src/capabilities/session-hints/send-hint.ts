import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { requireSession } from '../sessions/require-session.ts'
import * as contracts from './session-hints.contract.ts'
import { storeHint } from './store-hint.ts'

export const sendHint = implement(contracts.sendHint, async (ctx, { session: id, body }) => {
  const session = await requireSession(ctx, id)
  if (session.status !== 'running' && session.status !== 'lost') {
    throw new Refusal('conflict', `This session is ${session.status}: nobody reads hints in it any more.`)
  }
  const { project_id, owner_id, agent_id: agent } = session
  const where = { project_id, owner_id: project_id ? null : owner_id }
  return storeHint(ctx, { kind: 'hint', session: session.id, agent, task: null, body, where })
})
