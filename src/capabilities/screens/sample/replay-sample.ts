import type { z } from 'zod'
import { nobody, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { recordToolCalls } from '../../sessions/telemetry/telemetry.operations.ts'
import { findSample, within } from './find-sample.ts'
import { steps, type Played, type ToolCall } from './replay-steps.ts'
import * as contracts from './sample.contract.ts'
import { featureTitled, openTaskTitled, sampleOwner } from './sample.queries.ts'
import { feature as sampleFeature, played } from './sample-content.ts'

const second = 1000

/**
 * Plays one step as the sample agent, through the operations a real one uses, and schedules the next. It ends when somebody stops or deletes the
 * agent, removes the sample or takes the task away: what a real agent would be refused is refused here too.
 */
export const replaySample = implement(contracts.replaySample, async (ctx, state) => {
  const step = steps[state.step]
  const owner = await ctx.tx.row(sampleOwner, { org: ctx.org, agent: state.agent_id })
  if (!step || !owner) return { played: false }
  const organization = { id: ctx.org, role: owner.role }
  ctx.enter({ ...nobody, user: owner.user_id, agent: state.agent_id, credential: { kind: 'mcp_token', id: null }, organization }, ctx.org)
  const sample = await findSample(ctx)
  if (sample?.agent_id !== state.agent_id) return { played: false }
  const found = { org: ctx.org, project: sample.project_id }
  const [task, feature] = [
    await ctx.tx.row(openTaskTitled, { ...found, title: played }),
    await ctx.tx.row(featureTitled, { ...found, title: sampleFeature.title }),
  ]
  if (!task) return { played: false }
  const place = { project: sample.slug, task: task.key, feature: feature?.id, session: state.session, fence: state.fence }
  const next = await step.play(ctx, place).catch(refused)
  if (!next) return { played: false }
  ctx.target(state.agent_id)
  await noteCalls(ctx, { ...state, ...next }, place.task, step.calls)
  if (state.step + 1 < steps.length) {
    const startAfter = new Date(ctx.clock.now().getTime() + step.seconds * second)
    await ctx.enqueue('replaySample', { ...state, ...next, step: state.step + 1 }, { startAfter })
  }
  return { played: true }
})

function refused(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

/** Counted as the MCP door counts them, so that the wall and the session show them. */
async function noteCalls(ctx: Context, state: z.output<typeof contracts.Replay> & Played, subject: string, calls: readonly ToolCall[]) {
  const now = ctx.clock.now().getTime()
  const at = (place: number) => new Date(now - (calls.length - 1 - place) * second).toISOString()
  const counted = calls.map((call, place) => ({ ...call, at: at(place) }))
  if (counted.length === 0) return
  await within(ctx, recordToolCalls, {
    items: counted.map(({ tool, milliseconds, tokens, at: last_at }) => ({
      agent_id: state.agent_id,
      tool,
      calls: 1,
      errors: 0,
      milliseconds,
      tokens_returned: tokens,
      last_at,
      last_ok: true,
      last_subject: subject,
    })),
    calls: counted.map(({ tool, milliseconds, tokens, at: when }) => ({
      id: newId(),
      agent_id: state.agent_id,
      session_id: state.session ?? null,
      tool,
      ok: true,
      milliseconds,
      tokens_returned: tokens,
      recalled: [],
      at: when,
    })),
  })
}
