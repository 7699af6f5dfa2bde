import { implement } from '../../../kernel/operation.ts'
import * as contracts from '../changes.contract.ts'
import { relabelProject } from './relabel-project.ts'

export const removeLabel = implement(contracts.removeLabel, (ctx, { project, label }) => relabelProject(ctx, project, label, null))
