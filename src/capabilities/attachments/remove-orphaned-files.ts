import { implement } from '../../kernel/operation.ts'
import * as contracts from './attachments.contract.ts'
import { orphaned } from './attachments.queries.ts'

const day = 86_400_000

/** A file is stored before its row. A day later a row that is still missing will not come: its server has ended, or lost the database. */
export const removeOrphanedFiles = implement(contracts.removeOrphanedFiles, {
  async prepare(ctx) {
    const before = ctx.clock.now().getTime() - day
    let removed = 0
    for (const store of [ctx.services.attachments, ctx.services.files]) {
      for await (const batch of store.list()) {
        const old = batch.filter(({ modified }) => modified.getTime() < before).map(({ name }) => name)
        const orphans = old.length > 0 ? await ctx.transaction('read', ({ tx }) => tx.rows(orphaned, [old])) : []
        for (const { file } of orphans) await store.remove(file)
        removed += orphans.length
      }
    }
    return removed
  },
  async handle(_, _input, removed) {
    return { removed }
  },
})
