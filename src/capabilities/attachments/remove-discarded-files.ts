import { implement } from '../../kernel/operation.ts'
import * as contracts from './attachments.contract.ts'
import { discarded, forgetDiscarded } from './attachments.queries.ts'

const mostOfARun = 500

/** The file goes first: a run that is killed in between finds its name on the list again, and nothing is left behind. */
export const removeDiscardedFiles = implement(contracts.removeDiscardedFiles, {
  async prepare(ctx) {
    const rows = await ctx.transaction('read', ({ tx }) => tx.rows(discarded, [mostOfARun]))
    for (const { file } of rows) await ctx.services.attachments.remove(file)
    return rows.map(({ file }) => file)
  },
  async handle(ctx, _, files) {
    if (files.length > 0) await ctx.tx.rows(forgetDiscarded, [files])
    return { removed: files.length }
  },
})
