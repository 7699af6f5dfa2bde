import { implement } from '../../kernel/operation.ts'
import { erasedBefore } from './days-to-undo.ts'
import * as contracts from './organizations.contract.ts'
import { eraseOrganization, organizationsToErase } from './organizations.queries.ts'

const mostOfARun = 20_000
const mostOfAStatement = 2000

/** A large organization takes several runs; each statement stays well within its time. */
export const eraseOrganizations = implement(contracts.eraseOrganizations, async (ctx) => {
  const before = erasedBefore(ctx.clock.now())
  let removed = 0
  for (const { id } of await ctx.tx.rows(organizationsToErase, [before])) {
    for (let gone = 1; gone > 0; removed += gone) {
      if (removed >= mostOfARun) return { removed }
      gone = (await ctx.tx.row(eraseOrganization, [id, before, mostOfAStatement]))?.removed ?? 0
    }
  }
  return { removed }
})
