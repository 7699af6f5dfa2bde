import type { Context } from '../../../kernel/context.ts'
import { adoptHints } from '../hints/store-hint.ts'
import { addUsage } from '../usage/add-usage.ts'
import { changeSession } from './change-session.ts'
import { lostAt } from './start-session.ts'
import { insertCheckpoint } from './sessions.queries.ts'
import type { CheckpointRow, FullSession, SessionRow } from '../../agents/sessions/session-sql.ts'

interface Report {
  progress: string
  state?: string | undefined
  files?: string[] | undefined
  usage?: Used | undefined
}
interface Used {
  tokens_in?: number | undefined
  tokens_out?: number | undefined
  cost?: number | undefined
  model?: string | undefined
}

/** Stores a checkpoint of a locked session and counts its usage, atomically; in a session without an agent, the writer becomes it. */
export async function addCheckpoint(
  ctx: Context,
  before: FullSession,
  report: Report,
  ends: Partial<Pick<SessionRow, 'status' | 'outcome' | 'ended_at'>> = {},
): Promise<{ session: FullSession; checkpoint: CheckpointRow }> {
  const now = ctx.clock.now()
  const agent = before.agent_id ?? ctx.principal.agent
  const { tokens_in = null, tokens_out = null, cost, model = null } = report.usage ?? {}
  const used = { tokens_in, tokens_out, cost_micros: cost === undefined ? null : Math.round(cost * 1_000_000), model }
  const checkpoint: CheckpointRow = {
    number: before.checkpoints + 1,
    progress: report.progress,
    state: report.state ?? '',
    files: report.files ?? [],
    ...used,
    seconds: secondsSince(ctx, before, now),
    created_at: now.toISOString(),
  }
  const { number, progress, state, files, seconds } = checkpoint
  const measures = { model, tokens_in, tokens_out, cost_micros: used.cost_micros, seconds }
  const alive = { status: 'running' as const, agent_id: agent, checkpoints: number, seen_at: checkpoint.created_at }
  const [session] = await Promise.all([
    changeSession(ctx, before, { ...alive, ...ends }),
    ctx.tx.rows(insertCheckpoint, {
      org: ctx.org,
      session_id: before.id,
      number,
      progress,
      state,
      files,
      by_hook: isByHook(report),
      ...measures,
      agent,
      now,
    }),
    agent === before.agent_id ? undefined : adoptHints(ctx, before.id, before.id, agent),
    addUsage(ctx, { ...used, seconds, owner: before.owner_id, agent, project: before.project_id }),
  ])
  if (before.status === 'lost' && !ends.status)
    await ctx.enqueue('loseSession', { session_id: before.id }, { startAfter: lostAt(ctx, now) })
  return { session, checkpoint }
}

/** Hooks of earlier versions save checkpoints of their own: last words and a list of commands, in exactly this form. */
const isByHook = ({ progress, state }: Report): boolean => !state && /\n\nRan:\n(?:- `[^`\n]+` ended with \d+\n)+$/.test(progress)

/** How long it worked since it was last seen; null after a long silence, since nobody knows how much of that was work. */
function secondsSince(ctx: Context, { seen_at }: FullSession, now: Date): number | null {
  const seen = new Date(seen_at)
  return now > lostAt(ctx, seen) ? null : Math.max(0, Math.round((now.getTime() - seen.getTime()) / 1000))
}
