import type { Context } from '../../../kernel/context.ts'
import { together } from '../../../platform/together.ts'
import { changesSince } from '../../log/changes-since.ts'
import { decisionsInForce } from '../../knowledge/decisions/decisions-governing.ts'
import { traceOfSession } from '../../sessions/traces/show-trace.ts'
import { lastCheckpoints, type Checkpoints } from '../../sessions/sessions/last-checkpoint.ts'
import type { Asked } from '../../memory/search/question-vector.ts'
import type { FullSession } from '../../agents/sessions/show-session.ts'
import { leasesOfHolder, openTasksOf, readyTasksOf } from '../../work/leases/session-leases.ts'
import { memoriesBearingOn } from './memories-bearing-on.ts'
import type { Material, Pack } from './material.ts'

const maxEntries = { tasks: 50, decisions: 50, memories: 30, ready: 10, earlier: 100, changes: 100 }

/** Where a session stopped, with as many earlier checkpoints as a pack has room for. */
export const checkpointsFor = (ctx: Context, { id }: Pick<FullSession, 'id'>): Promise<Checkpoints> =>
  lastCheckpoints(ctx, id, maxEntries.earlier)

/** Everything the caller may see that may go into a session's pack; `stopped` is where it stopped, if that is already known. */
export async function gatherMaterial(
  outer: Context,
  session: FullSession,
  asked: Asked | undefined,
  stopped?: Checkpoints,
): Promise<Material> {
  const ctx = together(outer)
  const { owner_id: user, agent_id: agent, project_id: project } = session
  const { session: checkpointed, last, earlier, more } = stopped ?? (await checkpointsFor(ctx, session))
  const since = last?.at ?? session.started_at
  const [leases, tasks, ready, decisions, memories, changes, trace] = await Promise.all([
    leasesOfHolder(ctx, session.id),
    openTasksOf(ctx, { agent, user, project }, maxEntries.tasks + 1),
    project ? readyTasksOf(ctx, { agent, user, project }, maxEntries.ready + 1) : [],
    decisionsInForce(ctx, project, maxEntries.decisions + 1),
    memoriesBearingOn(ctx, session, last?.progress ?? '', maxEntries.memories, asked),
    changesSince(ctx, { project, since, except: { agent, user } }, maxEntries.changes + 1),
    traceOfSession(ctx, session.id),
  ])
  const held = new Set(leases.map(({ task }) => task))
  const beyond = (list: readonly unknown[], limit: number) => (list.length > limit ? 1 : 0)
  return {
    session: { id: session.id, status: session.status, project: session.project_slug },
    goals: session.goals,
    context: session.context,
    leases: leases.map(({ description: _, from: __, ...lease }) => lease),
    checkpointed,
    last_checkpoint: last,
    trace: trace ? traceFor(trace, last?.files ?? []) : null,
    tasks: tasks.slice(0, maxEntries.tasks).filter(({ task }) => !held.has(task)),
    held: leases.flatMap(({ task, description }) => (description ? { task, description } : [])),
    decisions: decisions.slice(0, maxEntries.decisions).map(({ ref, title, outcome, rationale }) => ({ ref, title, outcome, rationale })),
    memories,
    ready: ready.slice(0, maxEntries.ready).filter(({ task }) => !tasks.some((one) => one.task === task)),
    earlier,
    changes: changes.slice(0, maxEntries.changes).map(({ at, actor, summary }) => ({
      at,
      by: actor.agent_name ?? actor.user_name ?? 'Baton',
      what: summary,
    })),
    more: {
      tasks: beyond(tasks, maxEntries.tasks),
      decisions: beyond(decisions, maxEntries.decisions),
      ready: beyond(ready, maxEntries.ready),
      earlier: more,
      changes: beyond(changes, maxEntries.changes),
    },
  }
}

type Trace = NonNullable<Awaited<ReturnType<typeof traceOfSession>>>

/** What the hooks saw, without the files that the last checkpoint names anyway. */
const traceFor = ({ at, said, files, ran }: Trace, named: readonly string[]): Pack['trace'] => ({
  at,
  said,
  files: files.filter((file) => !named.includes(file)),
  ran: ran.map(({ command, code, times }) => `${command} ended with ${code}${times > 1 ? `, ran ${times} times` : ''}`),
})
