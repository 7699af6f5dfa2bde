import { type Context, userOf } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { tellMentioned } from '../../agents/notices/tell.ts'
import { mentionedMembers } from '../../organizations/organizations/people.ts'
import { decisionDiscussed } from './decisions.events.ts'
import { type DecisionRow, type EntryRow, insertEntry } from './decisions.queries.ts'
import { toLine } from './require-decision.ts'

/** An entry is permanent, and can be added to decisions of every status: this is where second thoughts go. */
export async function discuss(ctx: Context, decision: DecisionRow, body: string): Promise<EntryRow> {
  const entry: EntryRow = {
    id: newId(),
    body,
    created_by: userOf(ctx),
    created_by_agent_id: ctx.principal.agent,
    created_at: ctx.clock.now().toISOString(),
  }
  const author = { created_by: entry.created_by, created_by_agent_id: entry.created_by_agent_id, created_at: entry.created_at }
  await ctx.tx.rows(insertEntry, { org: ctx.org, id: entry.id, decision: decision.id, body, ...author })
  ctx.emit(decisionDiscussed, { decision: toLine(decision), entry, mentions: await mentionedMembers(ctx, body) })
  await tellMentioned(ctx, { ...decision, tool: 'get_decision' }, body)
  ctx.target(decision.id)
  return entry
}

type Verdict = Pick<DecisionRow, 'decided_by' | 'decided_by_agent' | 'decided_by_agent_id' | 'decided_at'>

export const undecided: Verdict = { decided_by: null, decided_by_agent: null, decided_by_agent_id: null, decided_at: null }

/** The caller as the one who decides. Agents may, and it is recorded that it was not a person's login. */
export const decidedNow = (ctx: Context): Verdict => ({
  decided_by: userOf(ctx),
  decided_by_agent: ctx.principal.credential.kind !== 'interactive',
  decided_by_agent_id: ctx.principal.agent,
  decided_at: ctx.clock.now().toISOString(),
})
