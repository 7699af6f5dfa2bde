import { implement } from '../../kernel/operation.ts'
import { requireWorkflow } from './require-workflow.ts'
import * as contracts from './workflows.contract.ts'

export const getWorkflow = implement(contracts.getWorkflow, async (ctx, { workflow }) => requireWorkflow(ctx, workflow))
