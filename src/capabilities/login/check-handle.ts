import { implement } from '../../kernel/operation.ts'
import { NewHandle } from '../vocabulary.contract.ts'
import * as contracts from './login.contract.ts'
import { takenHandles } from './login.queries.ts'

const tails = ['team', 'hq', 'labs', '2', '3']
const longest = 39
const offered = 3

export const checkHandle = implement(contracts.checkHandle, async (ctx, { handle }) => {
  const like = tails.map((tail) => `${handle.slice(0, longest - tail.length - 1).replace(/-+$/, '')}-${tail}`)
  const taken = new Set((await ctx.tx.rows(takenHandles, [[handle, ...like]])).map((row) => row.handle))
  return {
    handle,
    free: !taken.has(handle),
    suggestions: like.filter((one) => !taken.has(one) && NewHandle.safeParse(one).success).slice(0, offered),
  }
})
