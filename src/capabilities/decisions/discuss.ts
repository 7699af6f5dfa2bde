import { userOf, type Context } from '../../kernel/context.ts'
import { newId } from '../../platform/ids.ts'
import { tellMentioned } from '../agent-notices/tell.ts'
import { mentionedMembers } from '../organizations/mentioned-members.ts'
import { decisionDiscussed } from './decisions.events.ts'
import { insertEntry, type DecisionRow, type EntryRow } from './decisions.queries.ts'
import { toLine } from './require-decision.ts'

/** An entry is for good, and open to decisions of every status: this is where second thoughts go. */
export async function discuss(ctx: Context, decision: DecisionRow, body: string): Promise<EntryRow> {
  const entry: EntryRow = {
    id: newId(),
    body,
    created_by: userOf(ctx),
    created_by_agent_id: ctx.principal.agent,
    created_at: ctx.clock.now().toISOString(),
  }
  const author = [entry.created_by, entry.created_by_agent_id, entry.created_at]
  await ctx.tx.rows(insertEntry, [ctx.org, entry.id, decision.id, body, ...author])
  ctx.emit(decisionDiscussed, { decision: toLine(decision), entry, mentions: await mentionedMembers(ctx, body) })
  await tellMentioned(ctx, { ...decision, tool: 'get_decision' }, body)
  ctx.target(decision.id)
  return entry
}
