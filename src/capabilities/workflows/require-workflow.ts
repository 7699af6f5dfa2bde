import type { Context } from '../../kernel/context.ts'
import { Refusal, notFound } from '../../kernel/errors.ts'
import { defaultWorkflow } from './default-workflow.ts'
import { lockedByName, workflowByName, type StoredWorkflow, type WorkflowRow } from './workflows.queries.ts'

const missing = (name: string) => notFound('workflow', name, 'List them with GET /api/workflows.')

/** A workflow by slug or id; the built-in one stands in where none is stored under its slug. */
export async function requireWorkflow(ctx: Context, name: string): Promise<WorkflowRow> {
  const stored = await ctx.tx.row(workflowByName, [ctx.org, name])
  if (stored) return stored
  if (name === defaultWorkflow.slug) return defaultWorkflow
  throw missing(name)
}

/** One that can be changed. */
export async function requireStored(ctx: Context, name: string): Promise<StoredWorkflow> {
  const stored = await ctx.tx.row(lockedByName, [ctx.org, name])
  if (stored) return stored
  if (name !== defaultWorkflow.slug) throw missing(name)
  throw new Refusal('conflict', 'This workflow is built in. Create one with the slug `default` to take its place.')
}
