import type { Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireFeature } from '../../features/features/require-feature.ts'
import { requireItem } from '../../work/items/require-item.ts'
import * as contracts from './code-of.contract.ts'
import { branchesOf, commitsOf, pullsOf, tasksOf } from './code-of.queries.ts'

export const getTaskCode = implement(contracts.getTaskCode, async (ctx, { task: name }) => {
  const { id } = await requireItem(ctx, 'task', name, 'read')
  return codeOf(ctx, { items: [id], commit: null, project: null })
})

export const getFeatureCode = implement(contracts.getFeatureCode, async (ctx, { feature: name }) => {
  const { id, commit, project_id: project } = await requireFeature(ctx, name, 'read')
  const tasks = await ctx.tx.rows(tasksOf, { org: ctx.org, feature: id })
  return codeOf(ctx, { items: tasks.map((task) => task.id), commit, project })
})

interface Wanted {
  items: string[]
  /** Also include what is at this commit in the repositories of the project. */
  commit: string | null
  project: string | null
}

async function codeOf(ctx: Context, { items, commit, project }: Wanted) {
  const place = { org: ctx.org, items, commit, project }
  const pull_requests = await ctx.tx.rows(pullsOf, place)
  const branches = await ctx.tx.rows(branchesOf, place)
  const commits = await ctx.tx.rows(commitsOf, { org: ctx.org, items })
  return { pull_requests, branches: branches.map((one) => ({ ...one, url: branchUrl(one.url, one.name) })), commits }
}

const branchUrl = (repository: string, name: string): string => `${repository}/tree/${name.split('/').map(encodeURIComponent).join('/')}`
