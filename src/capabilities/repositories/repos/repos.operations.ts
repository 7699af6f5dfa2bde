import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { decodeCursor, firstId, nextPage } from '../../paging.ts'
import { requireProject } from '../../projects/require-project.ts'
import { connections } from '../connections/connections.queries.ts'
import { refusedWrites } from '../issues/issues.queries.ts'
import { wantRefused } from '../issues/want-write.ts'
import * as contracts from './repos.contract.ts'
import { repositoryRemoved, repositoryUpdated } from './repos.events.ts'
import * as queries from './repos.queries.ts'
import { requireRepository, shownRepository } from './require-repository.ts'

export const listRepos = implement(contracts.listRepos, async (ctx, { project: name, limit, cursor }) => {
  const project = name === undefined ? null : await requireProject(ctx, name, 'read')
  const [after] = decodeCursor(cursor, ['id']) ?? [firstId]
  const values = { org: ctx.org, after, limit: limit + 1 }
  const rows = project
    ? await ctx.tx.rows(queries.repositoriesOf, { ...values, project: project.id })
    : await ctx.tx.rows(queries.repositories, values)
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  const ways = items.length > 0 ? [] : await ctx.tx.rows(connections, { org: ctx.org })
  const next =
    items.length > 0
      ? null
      : ways.length > 0
        ? 'None is connected. Connect one of those that were granted: {connectRepo}.'
        : `None is connected. A person first grants access at ${ctx.services.config.APP_URL}/repositories.`
  return { items: items.map(shownRepository), next_cursor, next }
})

export const getRepo = implement(contracts.getRepo, async (ctx, { repo }) => {
  const repository = await requireRepository(ctx, repo)
  const { kind, account, ended, ...counts } = await ctx.tx.one(queries.healthOf, { org: ctx.org, id: repository.id })
  const files = await ctx.tx.rows(queries.filesOf, { org: ctx.org, id: repository.id })
  const stored = files.find(({ reason }) => reason === null)
  return {
    ...shownRepository(repository),
    connection: { kind, account, ended },
    ...counts,
    refused_writes: repository.issues === 'two_way' ? await ctx.tx.rows(refusedWrites, { org: ctx.org, id: repository.id }) : [],
    files: {
      stored: stored?.files ?? 0,
      bytes: stored?.bytes ?? 0,
      redacted: stored?.redacted ?? 0,
      skipped: files.flatMap(({ reason, files: count }) => (reason ? [{ reason, files: count }] : [])),
    },
  }
})

export const updateRepo = implement(contracts.updateRepo, async (ctx, { repo, issues, project: name, version }) => {
  const before = await requireRepository(ctx, repo, 'write')
  if (version !== undefined && version !== before.version)
    throw new Refusal('stale_version', 'Someone changed this repository in the meantime. Read it again and retry.')
  const projects = await ctx.tx.rows(queries.projectsOf, { org: ctx.org, repository: before.id })
  const wanted = await requireProject(ctx, name ?? (before.projects[0] as string), 'write')
  if (!projects.some(({ id }) => id === wanted.id))
    throw new Refusal('conflict', 'Issues go to a project that the repository is connected to. Connect it there first: {connectRepo}.')
  await ctx.tx.rows(queries.setIssues, { org: ctx.org, id: before.id, issues, issues_project: wanted.id, now: ctx.clock.now() })
  if (issues === 'two_way') await wantRefused(ctx, before.id)
  for (const { id: project_id } of projects) ctx.emit(repositoryUpdated, { repository: { id: before.id, name: before.name }, project_id })
  ctx.target(before.id)
  return shownRepository(await requireRepository(ctx, before.id))
})

export const deleteRepo = implement(contracts.deleteRepo, async (ctx, { repo }) => {
  const repository = await requireRepository(ctx, repo, 'write')
  const { id, name } = repository
  const removed = await ctx.tx.rows(queries.removeSeenProjects, { org: ctx.org, id })
  const left = await ctx.tx.rows(queries.projectsOf, { org: ctx.org, repository: id })
  if (left.length === 0) await ctx.tx.rows(queries.deleteRepository, { org: ctx.org, id })
  for (const { id: project_id } of removed) ctx.emit(repositoryRemoved, { repository: { id, name }, project_id })
  ctx.target(id)
  return { ...shownRepository(repository), deleted_at: ctx.clock.now().toISOString() }
})

export const listRepoBranches = implement(contracts.listRepoBranches, async (ctx, { repo, limit, cursor }) => {
  const { id, default_branch } = await requireRepository(ctx, repo)
  const [time, name] = decodeCursor(cursor, ['time', 'text']) ?? ['9999-12-31T00:00:00Z', '']
  const rows = await ctx.tx.rows(queries.branchesOf, { org: ctx.org, id, time, name, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.committed_at ?? '1970-01-01T00:00:00Z', row.name.slice(0, 100)])
  return { items: items.map((row) => ({ ...row, default: row.name === default_branch })), next_cursor }
})
