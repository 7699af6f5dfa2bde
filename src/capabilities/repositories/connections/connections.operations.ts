import { userOf } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, nextPage } from '../../paging.ts'
import { repositoryUpdated } from '../repos/repos.events.ts'
import { failWithout, projectsOf } from '../repos/repos.queries.ts'
import * as contracts from './connections.contract.ts'
import { connectionEnded } from './connections.events.ts'
import * as queries from './connections.queries.ts'

export const listHostConnections = implement(contracts.listHostConnections, async (ctx) => ({
  items: await ctx.tx.rows(queries.connections, { org: ctx.org }),
  app: ctx.services.codeHost.app,
}))

export const listHostRepositories = implement(contracts.listHostRepositories, async (ctx, { limit, cursor }) => {
  const [after] = decodeCursor(cursor, ['text']) ?? ['']
  const rows = await ctx.tx.rows(queries.grants, { org: ctx.org, after, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, ({ sort }) => [sort.slice(0, 100)])
  return { items: items.map(({ sort: _, connection_id: __, host_id: ___, ...shown }) => shown), next_cursor }
})

export const endHostConnection = implement(contracts.endHostConnection, async (ctx, { connection: id }) => {
  const found = await ctx.tx.row(queries.lockConnection, { org: ctx.org, id })
  if (!found) throw notFound('connection', id, 'List them with {listHostConnections}.')
  const manages = ctx.principal.organization?.role === 'owner' || ctx.principal.organization?.role === 'admin'
  if (found.granted_by !== userOf(ctx) && !manages)
    throw new Refusal('forbidden', 'Only the creator of this connection or an admin can end it.')
  const now = ctx.clock.now()
  await ctx.tx.rows(queries.endConnection, { org: ctx.org, id, now })
  await ctx.tx.rows(queries.deleteGrants, { org: ctx.org, id })
  const error = 'Its connection to GitHub was ended. Grant access again and connect it anew.'
  for (const repository of await ctx.tx.rows(failWithout, { org: ctx.org, connection: id, error, now })) {
    const projects = await ctx.tx.rows(projectsOf, { org: ctx.org, repository: repository.id })
    for (const { id: project_id } of projects) ctx.emit(repositoryUpdated, { repository, project_id })
  }
  ctx.emit(connectionEnded, { connection: { id, kind: found.kind, account: found.account } })
  ctx.target(id)
  return { ...found, ended_at: now.toISOString() }
})
