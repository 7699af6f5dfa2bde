import { implement } from '../../kernel/operation.ts'
import { requireProject } from '../projects/require-project.ts'
import { mapOf } from './map-of.ts'
import * as contracts from './memory-vectors.contract.ts'

export const getMemoryMap = implement(contracts.getMemoryMap, async (ctx, { project, limit }) =>
  mapOf(ctx, (await requireProject(ctx, project, 'read')).id, limit),
)
