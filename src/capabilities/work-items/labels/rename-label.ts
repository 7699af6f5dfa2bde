import { implement } from '../../../kernel/operation.ts'
import * as contracts from '../changes.contract.ts'
import { relabelProject } from './relabel-project.ts'

/** An item that has the new label already keeps it once. */
export const renameLabel = implement(contracts.renameLabel, (ctx, { project, label, to }) => relabelProject(ctx, project, label, to))
