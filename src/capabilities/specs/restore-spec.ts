import { implement } from '../../kernel/operation.ts'
import { changeSpec } from './change-spec.ts'
import { requireSpec } from './require-spec.ts'
import * as contracts from './specs.contract.ts'

export const restoreSpec = implement(contracts.restoreSpec, async (ctx, { spec }) =>
  changeSpec(ctx, await requireSpec(ctx, spec, 'restore'), { deleted_at: null }),
)
