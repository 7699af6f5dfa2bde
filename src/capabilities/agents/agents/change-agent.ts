import type { Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { changedFields } from '../../changed-fields.ts'
import { publish, withdraw } from '../../publishing/publish.ts'
import { agentDeleted, agentRestored, agentUpdated } from './agents.events.ts'
import { updateAgent, type AgentRow } from './agents.queries.ts'

type Fixed =
  | 'id'
  | 'slug'
  | 'owner_id'
  | 'client_name'
  | 'status'
  | 'stop_reason'
  | 'stopped_by'
  | 'stopped_at'
  | 'created_at'
  | 'updated_at'
type Changeable = Omit<AgentRow, Fixed | 'version'>
type Changes = { [Field in keyof Changeable]?: Changeable[Field] | undefined }

/** Stores the fields of a locked agent that really change, and keeps its public page in sync. */
export async function changeAgent(ctx: Context, before: AgentRow, changes: Changes, version?: number): Promise<AgentRow> {
  if (version !== undefined && version !== before.version) {
    throw new Refusal(
      'stale_version',
      `Someone changed this agent in the meantime; it is at version ${before.version}. Read it again and repeat.`,
    )
  }
  const changed = changedFields(before, changes)
  ctx.target(before.id)
  if (changed.length === 0) return before
  const named = Object.fromEntries(changed.map((field) => [field, changes[field]]))
  const after: AgentRow = { ...before, ...named, updated_at: ctx.clock.now().toISOString(), version: before.version + 1 }
  await ctx.tx.rows(updateAgent, { ...after, org: ctx.org })
  await showPublic(ctx, after)
  announce(ctx, before, after, changed)
  return after
}

/** The public sees these fields and no others. */
async function showPublic(ctx: Context, { id, public_slug: slug, name, description, role, model }: AgentRow): Promise<void> {
  if (slug === null) return withdraw(ctx, 'agent', id)
  await publish(ctx, { kind: 'agent', slug, id, fields: { slug, name, description, role, model } })
}

function announce(ctx: Context, before: AgentRow, agent: AgentRow, changed: string[]): void {
  if (agent.deleted_at) ctx.emit(agentDeleted, { agent, archive_memory: agent.archive_memory })
  else if (before.deleted_at) ctx.emit(agentRestored, { agent })
  else ctx.emit(agentUpdated, { agent, changed })
}
