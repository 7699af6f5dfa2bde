import { userOf, type Context } from '../../kernel/context.ts'
import type { DecisionRow } from './decisions.queries.ts'

type Verdict = Pick<DecisionRow, 'decided_by' | 'decided_by_agent' | 'decided_by_agent_id' | 'decided_at'>

export const undecided: Verdict = { decided_by: null, decided_by_agent: null, decided_by_agent_id: null, decided_at: null }

/** Who decides now. Agents may, and it is written down that it was not a person's login. */
export const decidedNow = (ctx: Context): Verdict => ({
  decided_by: userOf(ctx),
  decided_by_agent: ctx.principal.credential.kind !== 'interactive',
  decided_by_agent_id: ctx.principal.agent,
  decided_at: ctx.clock.now().toISOString(),
})
