import { system } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { appManifest, appVariables } from '../../../platform/code-host/app-manifest.ts'
import { sql } from '../../../platform/postgres.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import * as contracts from './admin-code-host.contract.ts'

const repositories =
  sql(`select r.id, o.handle as organization, r.name as repo, r.url, r.private, r.status, r.error, r.synced_at, r.issues_mode as issues,
    r.created_at from repositories r join organizations o on o.id = r.org_id where r.id < :before order by r.id desc limit :limit`).as<{
    id: string
    organization: string
    repo: string
    url: string
    private: boolean
    status: 'new' | 'syncing' | 'ready' | 'failed'
    error: string | null
    synced_at: string | null
    issues: 'off' | 'import' | 'mirror' | 'two_way'
    created_at: string
  }>()
const issues =
  sql(`select o.handle as organization, r.name as repo, l.number, l.title, l.state, l.url, l.item_id as task_id, l.host_updated_at as updated_at
  from issue_links l join repositories r on r.org_id = l.org_id and r.id = l.repository_id join organizations o on o.id = l.org_id
  where (l.host_updated_at, l.item_id) < (:time, :before) order by l.host_updated_at desc, l.item_id desc limit :limit`).as<{
    organization: string
    repo: string
    number: number
    title: string
    state: 'open' | 'closed'
    url: string
    task_id: string
    updated_at: string
  }>()
const withIssues = sql(`select r.org_id, r.id from repositories r join organizations o on o.id = r.org_id and o.deleted_at is null
  where r.id = coalesce(:repository, r.id) and r.issues_mode <> 'off' order by r.checked_at nulls first limit 500`).as<{
  org_id: string
  id: string
}>()

export const listAllRepositories = implement(contracts.listAllRepositories, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(repositories, { before, limit: limit + 1 })
  return { ...nextPage(rows, limit, (row) => [row.id]), app: ctx.services.codeHost.app }
})

export const listAllIssues = implement(contracts.listAllIssues, async (ctx, { limit, cursor }) => {
  const [time, before] = decodeCursor(cursor, ['time', 'id']) ?? ['9999-12-31T00:00:00Z', lastId]
  const rows = await ctx.tx.rows(issues, { time, before, limit: limit + 1 })
  return nextPage(rows, limit, (row) => [row.updated_at, row.task_id])
})

export const syncAllIssues = implement(contracts.syncAllIssues, async (ctx, { repository }) => {
  const found = await ctx.tx.rows(withIssues, { repository: repository ?? null })
  if (repository && found.length === 0)
    throw notFound('repository', repository, 'List them with {listAllRepositories}; its issues must be imported or mirrored.')
  const { principal, org } = ctx
  for (const { org_id, id } of found) {
    ctx.enter(system(org_id), org_id)
    await ctx.enqueue('syncRepository', { repository_id: id })
  }
  ctx.enter(principal, org)
  return { repositories: found.length }
})

export const getCodeHostSetup = implement(contracts.getCodeHostSetup, async ({ services: { codeHost, config } }) => {
  const { description: _, public: __, ...manifest } = appManifest(config)
  return {
    app: codeHost.app,
    host: config.GITHUB_URL,
    api: config.GITHUB_API_URL,
    manifest,
    variables: appVariables.map((name) => ({ name, is_set: config[name] !== undefined })),
  }
})
