import { implement } from '../../kernel/operation.ts'
import { erasedBefore } from './days-to-undo.ts'
import * as contracts from './organizations.contract.ts'
import { eraseOrganization, organizationsToErase } from './organizations.queries.ts'

const batch = 2_000

/** A batch at a time: a large organization takes many, each in a transaction of its own. */
export const eraseOrganizations = implement(contracts.eraseOrganizations, async (ctx) => {
  const before = erasedBefore(ctx.clock.now())
  const organizations = await ctx.tx.rows(organizationsToErase, [before])
  for (const { id } of organizations) {
    const removed = (await ctx.tx.row(eraseOrganization, [id, before, batch]))?.removed ?? 0
    if (removed > 0) return { removed, next: {} }
  }
  return { removed: 0, next: null }
})
