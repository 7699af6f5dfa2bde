import type { Context, TxContext } from '../../../kernel/context.ts'
import { Refusal, notFound } from '../../../kernel/errors.ts'
import { namesHere } from '../../names-here.ts'
import { defaultWorkflow } from './default-workflow.ts'
import { lockedByName, workflowByName, workflows, type StoredWorkflow, type WorkflowRow } from './workflows.queries.ts'

async function missing(ctx: Context, name: string): Promise<Refusal> {
  const slugs = (await workflowsHere(ctx)).map(({ slug }) => slug)
  return notFound('workflow', name, namesHere('Workflows', slugs, 'Leave it out for the default one.'))
}

/** The organization's workflows, and the built-in one unless a stored one replaces it. */
export async function workflowsHere(ctx: TxContext): Promise<WorkflowRow[]> {
  const stored = await ctx.tx.rows(workflows, { org: ctx.org })
  return stored.some(({ slug }) => slug === defaultWorkflow.slug) ? stored : [...stored, defaultWorkflow]
}

/** A workflow by slug or id; the built-in one if none is stored under its slug. */
export async function requireWorkflow(ctx: Context, name: string): Promise<WorkflowRow> {
  const stored = await ctx.tx.row(workflowByName, { org: ctx.org, name })
  if (stored) return stored
  if (name === defaultWorkflow.slug) return defaultWorkflow
  throw await missing(ctx, name)
}

/** A workflow that can be changed, locked: a stored one, not the built-in one. */
export async function requireStored(ctx: Context, name: string): Promise<StoredWorkflow> {
  const stored = await ctx.tx.row(lockedByName, { org: ctx.org, name })
  if (stored) return stored
  if (name !== defaultWorkflow.slug) throw await missing(ctx, name)
  throw new Refusal('conflict', 'This workflow is built in. Create one with the slug `default` to take its place.')
}
