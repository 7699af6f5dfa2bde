import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { createAgent } from '../../agents/agents/create-agent.ts'
import { advanceFeature } from '../../features/gates/advance-feature.ts'
import { createFeature } from '../../features/features/create-feature.ts'
import { logDecision } from '../../knowledge/decisions/log-decision.ts'
import { createNote } from '../../knowledge/notes/notes.operations.ts'
import { createSpec } from '../../knowledge/specs/create-spec.ts'
import { storeMemories } from '../../memory/entries/entries.operations.ts'
import { createProject } from '../../projects/create-project.ts'
import { deleteProject } from '../../projects/projects.writes.ts'
import { deleteAgent } from '../../sessions/control/delete-agent.ts'
import { stopSessionsOf } from '../../sessions/sessions/stop-sessions.ts'
import { createComment } from '../../work/comments/comments.operations.ts'
import { createTask } from '../../work/items/create-task.ts'
import { createEpic, createStory } from '../../work/items/items.operations.ts'
import { findSample, mayRemoveSample, within } from './find-sample.ts'
import * as content from './sample-content.ts'
import * as contracts from './sample.contract.ts'
import { deleteSample, insertSample, lockSample, type SampleRow } from './sample.queries.ts'

const show = (row: SampleRow) => ({
  project: { id: row.project_id, slug: row.slug, key: row.key, name: row.name },
  agent: { id: row.agent_id, slug: row.agent_slug, name: row.agent_name },
  created_at: row.created_at,
})

export const createSampleProject = implement(contracts.createSampleProject, async (ctx) => {
  // If the button is pressed twice at once, the second call finds what the first one created.
  await ctx.tx.rows(lockSample, { org: ctx.org })
  const before = await findSample(ctx)
  if (before) {
    ctx.target(before.project_id)
    return { ...show(before), existed: true }
  }
  await ctx.tx.rows(deleteSample, { org: ctx.org })
  const project = await within(ctx, createProject, content.project)
  const agent = await within(ctx, createAgent, { ...content.agent, project: project.id })
  const now = ctx.clock.now()
  await ctx.tx.rows(insertSample, { org: ctx.org, project: project.id, agent: agent.id, now })
  await fill(ctx, project.id, agent.id)
  await ctx.enqueue('replaySample', { agent_id: agent.id, step: 0 })
  ctx.target(project.id)
  const made = await findSample(ctx)
  if (!made) throw new Error('the sample project was not stored')
  return { ...show(made), existed: false }
})

/** Creates all of its content through the operations that people and agents use. */
async function fill(ctx: Context, project: string, agent: string): Promise<void> {
  const spec = await within(ctx, createSpec, { project, ...content.spec })
  await within(ctx, createSpec, { project, ...content.draft })
  for (const decision of content.decisions) await within(ctx, logDecision, { project, ...decision })
  for (const note of content.notes) await within(ctx, createNote, { project, ...note })
  await within(ctx, storeMemories, { project, scope: 'project', entries: content.memories })
  const day = (from: number) => new Date(ctx.clock.now().getTime() + from * 86_400_000).toISOString().slice(0, 10)
  const keys = new Map<string, string>()
  for (const { stories, ...epic } of content.epics) {
    const { key: above } = await within(ctx, createEpic, { project, ...epic })
    for (const { tasks, ...story } of stories) {
      const { key: parent } = await within(ctx, createStory, { project, epic: above, ...story })
      for (const { due, after = [], by, ...task } of tasks) {
        const { key } = await within(ctx, createTask, {
          project,
          story: parent,
          ...task,
          ...(due !== undefined && { due_on: day(due) }),
          ...(by === 'agent' && { assignee_agent: agent }),
          ...(by === 'me' && { assignee: 'me' }),
          blocked_by: after.map((title) => keys.get(title) ?? ''),
        })
        keys.set(task.title, key)
      }
    }
  }
  for (const { on, body } of content.comments) await within(ctx, createComment, { item: keys.get(on) ?? '', body })
  const tasks = content.feature.tasks.map((title) => keys.get(title) ?? '')
  const feature = await within(ctx, createFeature, { project, title: content.feature.title, spec: spec.ref, tasks })
  for (const evidence of content.feature.evidence) await within(ctx, advanceFeature, { feature: feature.id, evidence: [evidence] })
}

export const removeSampleProject = implement(contracts.removeSampleProject, async (ctx) => {
  await ctx.tx.rows(lockSample, { org: ctx.org })
  const before = await findSample(ctx)
  if (before && !mayRemoveSample(ctx, before))
    throw new Refusal('forbidden', 'Only an admin or the person who added the sample project may remove it.')
  await ctx.tx.rows(deleteSample, { org: ctx.org })
  if (!before) return { removed: false }
  await stopSessionsOf(ctx, before.agent_id)
  await within(ctx, deleteAgent, { agent: before.agent_id })
  await within(ctx, deleteProject, { project: before.project_id })
  ctx.target(before.project_id)
  return { removed: true }
})
