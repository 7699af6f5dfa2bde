import { implement } from '../../kernel/operation.ts'
import { difference } from './difference.ts'
import { requireSpec } from './require-spec.ts'
import { earlierText, requireText } from './require-text.ts'
import * as contracts from './specs.contract.ts'

/** Without numbers: what the latest version changed. */
export const compareSpec = implement(contracts.compareSpec, async (ctx, input) => {
  const spec = await requireSpec(ctx, input.spec, 'read')
  const { to = spec.latest_version } = input
  const { from = to - 1 } = input
  const before = await earlierText(ctx, spec, from)
  const { body } = await requireText(ctx, spec, to)
  return { from, to, ...difference(before, body, [`${spec.ref} version ${from}`, `${spec.ref} version ${to}`]) }
})
