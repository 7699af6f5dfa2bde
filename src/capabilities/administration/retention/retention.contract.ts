import { z } from 'zod'
import { contract } from '../../../kernel/contract.ts'

/** Every table with a retention period; `app.retained()` defines what counts as the age of its rows. */
export const retained = [
  'idempotency',
  'attempts',
  'oidc_records',
  'pending_logins',
  'passkey_challenges',
  'mailings',
  'notifications',
  'slack_messages',
  'remote_imports',
  'webhook_deliveries',
  'sessions',
  'tokens',
  'oauth_grants',
  'announcements',
  'billing_events',
  'invites',
  'tool_calls',
  'usage_days',
  'status_changes',
  'gate_changes',
  'session_checkpoints',
  'session_traces',
  'agent_notices',
  'agent_instances',
  'tunnel_actions',
  'run_output',
  'receipt_nonces',
  'sync_mutations',
  'sync_clocks',
  'sync_exports',
  'contact_messages',
  'comments',
  'work_items',
  'site_entries',
  'memories',
  'events',
  'audit',
] as const

const tables = z.array(z.enum(retained)).min(1).max(retained.length)

export const purge = contract({
  summary: 'Remove a batch of what is kept no longer, from each table in turn',
  realm: 'instance',
  permission: 'system',
  effect: 'delete',
  job: true,
  input: z.strictObject({ tables: tables.default([...retained]) }),
  output: z.object({ removed: z.int(), next: z.object({ tables }).nullable() }),
})
