import { implement } from '../../kernel/operation.ts'
import { changeSpec, requireVersion } from './change-spec.ts'
import { requireSpec } from './require-spec.ts'
import * as contracts from './specs.contract.ts'
import { writeBody } from './write-body.ts'

export const updateSpec = implement(contracts.updateSpec, async (ctx, input) => {
  const { spec: name, body, based_on, summary, version, ...fields } = input
  const before = await requireSpec(ctx, name, 'write')
  requireVersion(before, version)
  if (body === undefined) return { ...(await changeSpec(ctx, before, fields)), version_added: false, note: null }
  const { spec, version_added, note } = await writeBody(ctx, before, { body, based_on, summary })
  return { ...(await changeSpec(ctx, spec, fields)), version_added, note }
})
