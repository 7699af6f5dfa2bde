import { implement } from '../../../kernel/operation.ts'
import { redactSecrets } from '../../../platform/code/redact-secrets.ts'
import { together } from '../../../platform/together.ts'
import { requireOpenSession } from '../../agents/sessions/require-session.ts'
import { showSession } from '../../agents/sessions/show-session.ts'
import { renewLeasesOf } from '../../work/leases/session-leases.ts'
import { keepAlive } from '../sessions/keep-alive.ts'
import { foldTrace } from './fold-trace.ts'
import { showTrace } from './show-trace.ts'
import * as contracts from './traces.contract.ts'
import { sessionTraced } from './traces.events.ts'
import { putTrace, traceOf } from './traces.queries.ts'

/** Nobody chose what stands in a trace, so nobody could leave a secret out of it. */
const clean = (text: string): string => redactSecrets(text).text

export const traceSession = implement(contracts.traceSession, async (outer, { session: named, client_session, said, files, ran }) => {
  const ctx = together(outer)
  const before = await requireOpenSession(ctx, { session: named, client_session })
  const known = await ctx.tx.row(traceOf, { org: ctx.org, session: before.id })
  const trace = foldTrace(known, { said: said && clean(said), files: files?.map(clean), ran })
  const now = ctx.clock.now()
  const [session, leases] = await Promise.all([
    keepAlive(ctx, before),
    renewLeasesOf(ctx, before.id),
    ctx.tx.rows(putTrace, { org: ctx.org, session: before.id, ...trace, ran: JSON.stringify(trace.ran), now }),
  ])
  ctx.emit(sessionTraced, { agent_session: showSession(session) })
  return { id: session.id, status: session.status, trace: showTrace({ ...trace, updated_at: now.toISOString() }), leases }
})
