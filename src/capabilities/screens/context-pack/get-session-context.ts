import { implement } from '../../../kernel/operation.ts'
import { requireSession } from '../../agents/sessions/require-session.ts'
import { buildPack } from './build-pack.ts'
import * as contracts from './context-pack.contract.ts'
import { gatherMaterial } from './gather-material.ts'
import { embedGoals } from './memories-bearing-on.ts'

export const getSessionContext = implement(contracts.getSessionContext, {
  prepare: (ctx, { session }) => embedGoals(ctx, async () => session),
  async handle(ctx, { session, budget_tokens }, asked) {
    const material = await gatherMaterial(ctx, await requireSession(ctx, session), asked)
    // A fence is for the holder only, and somebody who just reads is not the holder.
    const leases = material.leases.map(({ fence: _, ...lease }) => lease)
    return buildPack({ ...material, leases }, budget_tokens)
  },
})
