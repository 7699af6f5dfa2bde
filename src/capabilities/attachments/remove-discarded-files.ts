import { implement } from '../../kernel/operation.ts'
import * as contracts from './attachments.contract.ts'
import { discarded, forgetDiscarded } from './attachments.queries.ts'

const mostOfARun = 500

/** The file goes first: a run that is killed in between finds its name on the list again, and nothing is left behind. */
export const removeDiscardedFiles = implement(contracts.removeDiscardedFiles, {
  async prepare(ctx) {
    const rows = await ctx.transaction('read', ({ tx }) => tx.rows(discarded, [mostOfARun]))
    // Each store removes what has its ending.
    const { attachments, files: pictures } = ctx.services
    for (const { file } of rows) for (const store of [attachments, pictures]) await store.remove(file)
    return rows.map(({ file }) => file)
  },
  async handle(ctx, _, files) {
    if (files.length > 0) await ctx.tx.rows(forgetDiscarded, [files])
    return { removed: files.length }
  },
})
