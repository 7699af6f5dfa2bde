import { implement } from '../../kernel/operation.ts'
import { agentsById } from '../agents/agents-by-id.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { allRows, decodeCursor, lastId, nextPage, withTotal } from '../paging.ts'
import { requireProject } from '../projects/require-project.ts'
import { isAlive } from './require-session.ts'
import * as contracts from './sessions.contract.ts'
import { listStatement } from './sessions.queries.ts'
import { showSession } from './show-session.ts'

export const listSessions = implement(contracts.listSessions, async (ctx, { whose, status, client_session, limit, cursor, ...named }) => {
  const project = named.project === undefined ? null : await requireProject(ctx, named.project, 'read')
  const agent = named.agent === undefined ? null : await requireAgent(ctx, named.agent)
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const values: unknown[] = [ctx.org, limit + 1, before]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = ['s.id < $3']
  // Without an agent there is only the user to ask for.
  if (whose === 'agent' && ctx.principal.agent) conditions.push(`s.agent_id = ${bind(ctx.principal.agent)}`)
  else if (whose !== 'all') conditions.push(`s.owner_id = ${bind(ctx.principal.user)}`)
  if (project) conditions.push(`s.project_id = ${bind(project.id)}`)
  if (agent) conditions.push(`s.agent_id = ${bind(agent.id)}`)
  if (status) conditions.push(`s.status = ${bind(status)}`)
  if (client_session) conditions.push(`i.client_session = ${bind(client_session)}`)
  const statement = listStatement(conditions)
  const rows = await ctx.tx.rows(statement, values)
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  const agents = await agentsById(
    ctx,
    items.map((row) => row.agent_id),
  )
  const now = ctx.clock.now()
  const shown = items.map((row) => ({ ...showSession(row), alive: isAlive(row, now), agent: agents.get(row.agent_id ?? '') ?? null }))
  return withTotal(ctx, cursor, { items: shown, next_cursor }, statement, [ctx.org, allRows, lastId, ...values.slice(3)])
})
