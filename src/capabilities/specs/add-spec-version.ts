import { implement } from '../../kernel/operation.ts'
import { requireSpec } from './require-spec.ts'
import * as contracts from './specs.contract.ts'
import { writeBody } from './write-body.ts'

export const addSpecVersion = implement(contracts.addSpecVersion, async (ctx, { spec: name, ...writing }) => {
  const { latest, version_added, note } = await writeBody(ctx, await requireSpec(ctx, name, 'write'), writing)
  return { ...latest, version_added, note }
})
