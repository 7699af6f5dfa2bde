import type { z } from 'zod'
import type { Context } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { hindrances } from './hindrances.ts'
import { placesFor, waitsFor } from './run-places.ts'
import type { getRun } from './runs.contract.ts'
import { runById, type ShownRow } from './runs.queries.ts'

type Shown = z.input<typeof getRun.output>

export async function requireRun(ctx: Context, id: string): Promise<ShownRow> {
  const row = await ctx.tx.row(runById, { org: ctx.org, id })
  if (!row) throw notFound('run', id, 'List them with {listRuns}.')
  return row
}

export async function showRun(ctx: Context, row: ShownRow): Promise<Shown> {
  const { files_changed: files, insertions, deletions, dirty_files } = row
  const { id, state, reason, task, agent, workspace_id, client, machine, session_id, continues, branch, worktree, head } = row
  const {
    refused: count,
    refused_kinds: kinds,
    receipt_id,
    exit_code,
    error,
    last_line,
    stop_requested_at,
    created_at,
    started_at,
    ended_at,
  } = row
  return {
    ...{ id, state, reason, task, agent, workspace_id, client, requested_by: row.requester, machine },
    waits_for: state === 'queued' ? await whatFor(ctx, row) : null,
    attempt: row.fence,
    ...{ session_id, continues, branch, worktree, head },
    changes: files === null ? null : { files, insertions: insertions ?? 0, deletions: deletions ?? 0, dirty_files: dirty_files ?? 0 },
    refused: count === null ? null : { count, kinds },
    ...{ receipt_id, exit_code, error, last_line, stop_requested_at, created_at, started_at, ended_at },
  }
}

/** What keeps a queued run from starting: agent and task are checked first, then the machines. */
async function whatFor(ctx: Context, row: ShownRow): Promise<string> {
  const hindered = await hindrances(ctx, row)
  if (hindered) return hindered
  const asked = { project: row.project_id, workspace: row.workspace_id, machine: row.wanted_tunnel_id }
  return waitsFor(await placesFor(ctx, asked), row.requester, row.client)
}
