import { implement } from '../../kernel/operation.ts'
import { requireProject } from '../projects/require-project.ts'
import * as contracts from './sessions.contract.ts'
import { sessionStarted } from './sessions.events.ts'
import { showSession } from './show-session.ts'
import { startSession } from './start-session.ts'

export const createSession = implement(contracts.createSession, async (ctx, { goals, context = '', project: name, client_session }) => {
  const project = name === undefined ? null : (await requireProject(ctx, name, 'write')).id
  const session = await startSession(ctx, { goals, context, project, parent: null, client_session })
  ctx.emit(sessionStarted, { agent_session: showSession(session) })
  return { ...showSession(session), context }
})
