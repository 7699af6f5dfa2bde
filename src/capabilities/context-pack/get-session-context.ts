import { implement } from '../../kernel/operation.ts'
import { requireSession } from '../sessions/require-session.ts'
import { buildPack } from './build-pack.ts'
import * as contracts from './context-pack.contract.ts'
import { gatherMaterial } from './gather-material.ts'

export const getSessionContext = implement(contracts.getSessionContext, async (ctx, { session, budget_tokens }) =>
  buildPack(await gatherMaterial(ctx, await requireSession(ctx, session)), budget_tokens),
)
