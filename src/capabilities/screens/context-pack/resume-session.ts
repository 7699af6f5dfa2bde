import type { z } from 'zod'
import type { TxContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { together } from '../../../platform/together.ts'
import { holdOffStop } from '../../agents/agents/agent-lock.ts'
import { markMemoriesUsed } from '../../memory/entries/memories-for.ts'
import { ownSession, requireOwnSession, requireUnresumed } from '../../agents/sessions/require-session.ts'
import { continueSession } from '../../sessions/sessions/continue-session.ts'
import { requireProject } from '../../projects/require-project.ts'
import { sessionToResume } from '../../sessions/sessions/session-to-resume.ts'
import { buildPack } from './build-pack.ts'
import * as contracts from './context-pack.contract.ts'
import { checkpointsFor, gatherMaterial } from './gather-material.ts'
import { embedGoals } from './memories-bearing-on.ts'

export const resumeSession = implement(contracts.resumeSession, {
  // Another session may be meant by the time it is locked; the pack is then built without the meaning of its goals.
  prepare: (ctx, input) => embedGoals(ctx, (inside) => meant(inside, input).catch(() => undefined)),
  async handle(outer, input, asked) {
    const ctx = together(outer)
    const { take_over, client_session, budget_tokens } = input
    // The lock that holds off a stop is taken before any other; when one of them refuses, nothing may still be under way.
    const begun = [holdOffStop(ctx), meant(ctx, input).then((id) => requireOwnSession(ctx, id, 'resume'))] as const
    await Promise.allSettled(begun)
    const [, before] = await Promise.all(begun)
    // Checks for a successor only after locking the session: a caller that waited for the lock would otherwise miss the one before it.
    const how = { client_session, take_over }
    const going = [requireUnresumed(ctx, before.id), continueSession(ctx, before, how), checkpointsFor(ctx, before)] as const
    await Promise.allSettled(going)
    const [, session, stopped] = await Promise.all(going)
    ctx.call.progress?.({ done: 0, total: 2, message: 'Gathering what a successor must know' })
    const material = await gatherMaterial(ctx, session, asked, stopped)
    ctx.call.progress?.({ done: 1, total: 2, message: 'Fitting it into the budget' })
    const pack = buildPack(material, budget_tokens)
    markMemoriesUsed(
      ctx,
      pack.memories.map(({ id }) => id),
    )
    ctx.call.progress?.({ done: 2, total: 2, message: 'Done' })
    return pack
  },
})

/** If none is named: the session open in this window, or, unless only that is wanted, one that nobody is working in. */
async function meant(ctx: TxContext, input: z.output<typeof contracts.resumeSession.input>): Promise<string> {
  const { session, project: within, client_session, here } = input
  const project = within === undefined ? null : (await requireProject(ctx, within, 'read')).id
  if (!here) return session ?? sessionToResume(ctx, { client_session, project })
  const own = await ownSession(ctx, client_session, project)
  if (!own) throw new Refusal('not_found', 'No session is open in this window. Begin one with {createSession}.')
  return own
}
