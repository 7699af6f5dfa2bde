import { type Context, userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { hintSent } from './session-hints.events.ts'
import { adopt, hintById, type HintRow, insertHint } from './session-hints.queries.ts'

interface Letter {
  kind: HintRow['kind']
  session: string | null
  agent: string | null
  task: string | null
  body: string
  where: { project_id: string | null; owner_id: string | null }
  mentions?: string[]
}

/** Only people steer an agent; what another agent has to say is a comment. */
export async function storeHint(ctx: Context, { kind, session, agent, task, body, where, mentions }: Letter): Promise<HintRow> {
  if (ctx.principal.credential.kind !== 'interactive') {
    throw new Refusal(
      'needs_person',
      'Only a person who has logged in can steer an agent; keys, tokens and devices can comment on the task.',
    )
  }
  const id = newId()
  await ctx.tx.rows(insertHint, { org: ctx.org, id, kind, session, agent, task, user: userOf(ctx), body, now: ctx.clock.now() })
  const hint = await ctx.tx.one(hintById, { org: ctx.org, id })
  ctx.emit(hintSent, { hint, where, ...(mentions && { mentions }) })
  ctx.target(id)
  return hint
}

/** Hands the hints waiting in a session to the agent that works in it, or to the session that continues it. */
export async function adoptHints(ctx: Context, from: string, to: string, agent: string | null): Promise<void> {
  await ctx.tx.rows(adopt, { org: ctx.org, from, to, agent })
}
