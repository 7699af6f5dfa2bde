import { type Context, userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { requireProject } from '../../projects/require-project.ts'
import { grantNamed, type GrantRow } from '../connections/connections.queries.ts'
import * as contracts from './repos.contract.ts'
import { repositoryConnected } from './repos.events.ts'
import * as queries from './repos.queries.ts'
import { requireRepository, shownRepository } from './require-repository.ts'

export const connectRepo = implement(contracts.connectRepo, async (ctx, { project: name, repo, issues }) => {
  const project = await requireProject(ctx, name, 'write')
  const grant = await ctx.tx.row(grantNamed, { org: ctx.org, name: repo })
  if (!grant) throw notGranted(ctx)
  const known = await ctx.tx.row(queries.connectedAs, { org: ctx.org, host_id: grant.host_id })
  const id = known?.id ?? (await insert(ctx, grant, issues, project.id))
  const added = await ctx.tx.row(queries.insertProject, { org: ctx.org, repository: id, project: project.id })
  if (known) {
    const { status } = await requireRepository(ctx, id)
    if (!added && status !== 'failed')
      throw new Refusal('conflict', 'This repository is connected to this project already. To read it again: {syncRepo}.')
    await ctx.tx.rows(queries.reconnect, { org: ctx.org, id, connection_id: grant.connection_id, now: ctx.clock.now() })
    if (issues !== 'off')
      await ctx.tx.rows(queries.setIssues, { org: ctx.org, id, issues, issues_project: project.id, now: ctx.clock.now() })
  }
  await ctx.enqueue('syncRepository', { repository_id: id })
  const repository = await requireRepository(ctx, id)
  ctx.emit(repositoryConnected, { repository: { id, name: repository.name }, project_id: project.id })
  ctx.target(id)
  return shownRepository(repository)
})

/** Only repositories that a person has granted can be named; this doesn't reveal whether any others exist at the host. */
const notGranted = (ctx: Context): Refusal =>
  new Refusal(
    'not_found',
    `Nobody has granted this repository to your organization. See those that are: {listHostRepositories}. A person grants more at ${ctx.services.config.APP_URL}/repositories, with their own GitHub login or a fine-grained token.`,
  )

async function insert(ctx: Context, grant: GrantRow, issues: queries.IssuesMode, project: string): Promise<string> {
  const id = newId()
  const { connection_id, host_id, repo, url, default_branch, private: hidden } = grant
  const row = {
    connection_id,
    host_id,
    repo,
    url,
    default_branch,
    private: hidden,
    issues,
    issues_project: issues === 'off' ? null : project,
  }
  await ctx.tx.rows(queries.insertRepository, { org: ctx.org, id, ...row, user: userOf(ctx), now: ctx.clock.now() })
  return id
}
