import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { agentsById } from '../../agents/agents/find-agents.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { allRows, decodeCursor, lastId, nextPage, withTotal } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import { isAlive } from '../../agents/sessions/require-session.ts'
import * as contracts from './sessions.contract.ts'
import { listStatement, sumsOfSessions } from './sessions.queries.ts'
import { tasksHeldBy } from '../../work/leases/session-leases.ts'
import { showSession } from '../../agents/sessions/show-session.ts'

export const listSessions = implement(contracts.listSessions, async (outer, { whose, status, client_session, limit, cursor, ...named }) => {
  const ctx = together(outer)
  const [project, agent] = await Promise.all([
    named.project === undefined ? null : requireProject(ctx, named.project, 'read'),
    named.agent === undefined ? null : requireAgent(ctx, named.agent),
  ])
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const { user, agent: self } = ctx.principal
  const filters = { org: ctx.org, user, self, project: project?.id, agent: agent?.id, status, client_session }
  const conditions = ['s.id < :before']
  // A caller without an agent can only be asking for the user's sessions.
  if (whose === 'agent' && self) conditions.push('s.agent_id = :self')
  else if (whose !== 'all') conditions.push('s.owner_id = :user')
  if (project) conditions.push('s.project_id = :project')
  if (agent) conditions.push('s.agent_id = :agent')
  if (status) conditions.push('s.status = :status')
  if (client_session) conditions.push('i.client_session = :client_session')
  const statement = listStatement(conditions)
  const rows = await ctx.tx.rows(statement, { ...filters, before, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  const now = ctx.clock.now()
  const ids = items.map((row) => row.id)
  const [agents, sums, held] = await Promise.all([
    agentsById(
      ctx,
      items.map((row) => row.agent_id),
    ),
    ctx.tx.rows(sumsOfSessions, { org: ctx.org, sessions: ids }),
    tasksHeldBy(ctx, ids),
  ])
  const shown = items.map((row) => {
    const { cost_micros = null, tokens = null } = sums.find(({ session_id }) => session_id === row.id) ?? {}
    return {
      ...showSession(row),
      alive: isAlive(row, now),
      agent: agents.get(row.agent_id ?? '') ?? null,
      cost: cost_micros === null ? null : Number(cost_micros) / 1e6,
      tokens: tokens === null ? null : Number(tokens),
      tasks: held.filter(({ holder }) => holder === row.id).map(({ key, title }) => ({ key, title })),
    }
  })
  return withTotal(ctx, cursor, { items: shown, next_cursor }, statement, { ...filters, before: lastId, limit: allRows })
})
