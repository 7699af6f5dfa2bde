import { userOf, type Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { newId } from '../../platform/ids.ts'
import { hintSent } from './session-hints.events.ts'
import { hintById, insertHint, type HintRow } from './session-hints.queries.ts'

interface Letter {
  kind: HintRow['kind']
  session: string | null
  agent: string | null
  task: string | null
  body: string
  where: { project_id: string | null; owner_id: string | null }
  mentions?: string[]
}

/** An agent is steered by people: what another agent says is a comment. */
export async function storeHint(ctx: Context, { kind, session, agent, task, body, where, mentions }: Letter): Promise<HintRow> {
  if (ctx.principal.credential.kind !== 'interactive') {
    throw new Refusal('needs_person', 'Only a person who has logged in steers an agent; keys, tokens and devices may comment on the task.')
  }
  const id = newId()
  await ctx.tx.rows(insertHint, [ctx.org, id, kind, session, agent, task, userOf(ctx), body, ctx.clock.now()])
  const hint = await ctx.tx.row(hintById, [ctx.org, id])
  if (!hint) throw new Error('the hint was not stored')
  ctx.emit(hintSent, { hint, where, ...(mentions && { mentions }) })
  ctx.target(id)
  return hint
}
