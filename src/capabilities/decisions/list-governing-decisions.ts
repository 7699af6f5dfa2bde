import { implement } from '../../kernel/operation.ts'
import { requireProject } from '../projects/require-project.ts'
import { decisionsGoverning } from './decisions-governing.ts'
import * as contracts from './decisions.contract.ts'

export const listGoverningDecisions = implement(contracts.listGoverningDecisions, async (ctx, { project, path }) => {
  const { decisions, truncated } = await decisionsGoverning(ctx, await requireProject(ctx, project, 'read'), path)
  return { items: decisions.map(({ decision, governs }) => ({ ...decision, governs })), truncated }
})
