import { implement } from '../../kernel/operation.ts'
import { requireSession } from '../sessions/require-session.ts'
import { buildPack } from './build-pack.ts'
import * as contracts from './context-pack.contract.ts'
import { gatherMaterial } from './gather-material.ts'
import { embedGoals } from './memories-bearing-on.ts'

export const getSessionContext = implement(contracts.getSessionContext, {
  prepare: (ctx, { session }) => embedGoals(ctx, async () => session),
  handle: async (ctx, { session, budget_tokens }, asked) =>
    buildPack(await gatherMaterial(ctx, await requireSession(ctx, session), asked), budget_tokens),
})
