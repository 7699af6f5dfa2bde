import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { type AgentRow, requireAgent } from '../../agents/agents/require-agent.ts'
import { isAdmin } from '../../organizations/teams/require-team.ts'
import { stoppedAmong as among } from './agent-control.queries.ts'

/** An agent the caller is responsible for, as its owner or an admin. Agents don't control agents, least of all themselves. */
export async function requireControlledAgent(ctx: Context, name: string): Promise<AgentRow> {
  const agent = await requireAgent(ctx, name)
  if (ctx.principal.agent !== null) throw new Refusal('needs_person', 'An agent does not stop, resume or budget agents. Ask a person.')
  if (agent.owner_id === ctx.principal.user || isAdmin(ctx)) return agent
  throw new Refusal('forbidden', 'Only its owner or an admin may stop, resume or budget this agent.')
}

/** Giving an agent more than it has takes a person: a key left lying around may be the agent's own. */
export function requirePerson(ctx: Context): void {
  if (ctx.principal.credential.kind === 'interactive') return
  throw new Refusal('needs_person', 'Only a logged-in person can do this; keys, tokens and devices can’t.')
}

/** Which of these agents of an organization are stopped, and why; for the holder of their streams. */
export async function stoppedAmong(tx: Tx, org: string, agents: readonly string[]) {
  const rows = await tx.rows(among, { org, agents })
  return new Map(rows.map(({ id, slug, reason, paused_until }) => [id, { agent: slug, reason, ...(paused_until && { paused_until }) }]))
}
