import { Refusal } from '../../../kernel/errors.ts'
import type { Tx } from '../../../platform/postgres.ts'
import { togetherIn } from '../../../platform/together.ts'
import { stopped } from './agent-lock.queries.ts'

/** Checked in the transaction of every write by an agent, so a stop takes effect at once on every node. The reason is data, not our words. */
export async function requireActiveAgent(tx: Tx, org: string, agent: string): Promise<void> {
  const row = await togetherIn(tx).row(stopped, { org, id: agent })
  if (!row) return
  throw new Refusal(
    'agent_stopped',
    row.paused_until
      ? 'This agent is paused: it may read, but not write. Its session and leases are kept. Wait, and repeat the call later; its owner or an admin of the organization resumes it.'
      : 'This agent was stopped: it may read, but not write. Its owner or an admin of the organization can resume it; ask them. {getAgent} shows the reason as stop_reason.',
    {
      agent: row.slug,
      reason: row.reason,
      stopped_at: row.stopped_at,
      paused_until: row.paused_until,
      stopped_by: row.by_handle && { handle: row.by_handle, name: row.by_name },
      can_be_resumed_by: [...(row.owner_handle ? [`@${row.owner_handle}`] : []), 'an admin of the organization'],
    },
  )
}
