import { implement } from '../../kernel/operation.ts'
import * as contracts from './attachments.contract.ts'
import { discarded, forgetDiscarded } from './attachments.queries.ts'

const mostOfARun = 500

/** The file goes first: a run that is killed in between finds its name on the list again, and nothing is left behind. */
export const removeDiscardedFiles = implement(contracts.removeDiscardedFiles, async (ctx) => {
  const files = (await ctx.tx.rows(discarded, [mostOfARun])).map((row) => row.file)
  for (const file of files) await ctx.services.attachments.remove(file)
  if (files.length > 0) await ctx.tx.rows(forgetDiscarded, [files])
  return { removed: files.length }
})
