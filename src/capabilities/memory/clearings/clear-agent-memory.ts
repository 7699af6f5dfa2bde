import type { Context } from '../../../kernel/context.ts'
import { clearScope, sizeOf } from './clear-scope.ts'

/** A deleted agent's memory goes with it, if it is not to be kept; like any clearing it can be undone for thirty days. */
export async function clearAgentMemory(ctx: Context, agent: { id: string; owner_id: string }): Promise<void> {
  const lane = { scope: 'agent' as const, scope_id: agent.id, project_id: null, owner_id: agent.owner_id }
  if ((await sizeOf(ctx, lane)).count > 0) await clearScope(ctx, lane)
}
