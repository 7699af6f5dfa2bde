import { implement } from '../../kernel/operation.ts'
import { workflowsHere } from './require-workflow.ts'
import * as contracts from './workflows.contract.ts'

export const listWorkflows = implement(contracts.listWorkflows, async (ctx) => ({ items: await workflowsHere(ctx), next_cursor: null }))
