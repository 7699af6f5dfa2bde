import { userOf, type Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { holdOffStop } from '../agent-control/agent-lock.ts'
import { markMemoriesUsed } from '../memory/memories-for.ts'
import { continueSession } from '../sessions/continue-session.ts'
import { latestOf } from '../sessions/latest-session.ts'
import { buildPack } from './build-pack.ts'
import * as contracts from './context-pack.contract.ts'
import { gatherMaterial } from './gather-material.ts'
import { embedGoals } from './memories-bearing-on.ts'

export const resumeSession = implement(contracts.resumeSession, {
  prepare: (ctx, { session }) => embedGoals(ctx, async (inside) => session ?? (await latestOf(inside, userOf(ctx), ctx.principal.agent))),
  async handle(ctx, { session: named, budget_tokens }, asked) {
    await holdOffStop(ctx)
    const session = await continueSession(ctx, named ?? (await newest(ctx)))
    ctx.call.progress?.({ done: 0, total: 2, message: 'Gathering what a successor must know' })
    const material = await gatherMaterial(ctx, session, asked)
    ctx.call.progress?.({ done: 1, total: 2, message: 'Fitting it into the budget' })
    const pack = buildPack(material, budget_tokens)
    await markMemoriesUsed(
      ctx,
      pack.memories.map(({ id }) => id),
    )
    ctx.call.progress?.({ done: 2, total: 2, message: 'Done' })
    return pack
  },
})

async function newest(ctx: Context): Promise<string> {
  const found = await latestOf(ctx, userOf(ctx), ctx.principal.agent)
  if (!found) throw new Refusal('not_found', 'You have no session to go on with. Start one: create_session.')
  return found
}
