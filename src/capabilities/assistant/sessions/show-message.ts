import type { z } from 'zod'
import type { Context, TxContext } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { requireProject } from '../../projects/require-project.ts'
import { requireRepository } from '../../repositories/repos/require-repository.ts'
import type { AiMessage, createAiSession } from './ai-sessions.contract.ts'
import { listMessages, lockedSession, sessionById, type AiMessageRow, type AiSessionRow } from './ai-sessions.queries.ts'

export type Shown = z.input<typeof AiMessage>

/** Longer than any answer may take: its writer must be gone. */
const longestWriting = 15 * 60_000
const lost = 'The server stopped while this was being written. Ask again.'

/** One of the caller's own conversations. */
export async function requireAiSession(ctx: TxContext, id: string, purpose: 'read' | 'write' = 'read'): Promise<AiSessionRow> {
  const session = await ctx.tx.row(purpose === 'read' ? sessionById : lockedSession, { org: ctx.org, id })
  if (!session) throw notFound('conversation', id, 'Use {listAiSessions} to find yours.')
  return session
}

/** The project or repository that a conversation is about, if any, must still be visible to the caller. */
export async function requireSource(ctx: TxContext, { project_id, repository_id }: AiSessionRow): Promise<void> {
  if (project_id) await requireProject(ctx, project_id, 'read')
  if (repository_id) await requireRepository(ctx, repository_id)
}

const fewWords = 6

/** The text to search for: a short follow-up such as "And why?" needs the question before it. */
export async function searchedText(ctx: TxContext, { id, messages }: AiSessionRow, text: string): Promise<string> {
  if (messages === 0 || text.split(/\s+/).length >= fewWords) return text
  const before = await ctx.tx.rows(listMessages, { org: ctx.org, session: id, before: messages + 1, limit: 2 })
  return [text, ...before.filter(({ role }) => role === 'question').map((question) => question.text)].join('\n')
}

export function showSession({ user_id: _, ...row }: AiSessionRow): z.input<(typeof createAiSession)['output']> {
  return row
}

export function showMessage(ctx: Pick<Context, 'clock'>, { place: _, outline: _outline, cost_micros, ...row }: AiMessageRow): Shown {
  const isLost = row.status === 'writing' && ctx.clock.now().getTime() - Date.parse(row.created_at) > longestWriting
  return {
    ...row,
    ...(isLost && { status: 'failed', note: lost }),
    passages: row.passages as Shown['passages'],
    citations: row.citations as Shown['citations'],
    dropped: row.dropped as Shown['dropped'],
    cost: cost_micros === null ? null : cost_micros / 1_000_000,
  }
}
