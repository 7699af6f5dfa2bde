import { implement } from '../../kernel/operation.ts'
import { changeSpec, requireVersion } from './change-spec.ts'
import { requireSpec } from './require-spec.ts'
import * as contracts from './specs.contract.ts'

export const deleteSpec = implement(contracts.deleteSpec, async (ctx, { spec: name, version }) => {
  const before = await requireSpec(ctx, name, 'write')
  requireVersion(before, version)
  return changeSpec(ctx, before, { deleted_at: ctx.clock.now().toISOString() })
})
