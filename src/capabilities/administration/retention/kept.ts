import type { Config } from '../../../platform/config.ts'
import type { retained } from './retention.contract.ts'

export type Retained = (typeof retained)[number]

const credentials = (config: Config) => config.CREDENTIALS_KEPT_DAYS
const expired = () => 0

/** Retention of each table in days, counted from the date that `app.retained()` defines; 0 means until that date. */
const days: Record<Retained, (config: Config) => number> = {
  idempotency: expired,
  attempts: () => 1,
  oidc_records: expired,
  pending_logins: expired,
  passkey_challenges: expired,
  mailings: () => 30,
  notifications: () => 180,
  slack_messages: () => 180,
  remote_imports: () => 30,
  webhook_deliveries: (config) => config.WEBHOOKS_KEPT_DAYS,
  sessions: credentials,
  tokens: credentials,
  oauth_grants: credentials,
  announcements: () => 365,
  billing_events: () => 90,
  invites: credentials,
  tool_calls: (config) => config.TOOL_CALLS_KEPT_DAYS,
  usage_days: (config) => config.USAGE_KEPT_DAYS,
  status_changes: (config) => config.USAGE_KEPT_DAYS,
  gate_changes: (config) => config.USAGE_KEPT_DAYS,
  session_checkpoints: (config) => config.CHECKPOINTS_KEPT_DAYS,
  session_traces: (config) => config.CHECKPOINTS_KEPT_DAYS,
  agent_notices: () => 30,
  agent_instances: () => 30,
  tunnel_actions: () => 180,
  run_output: () => 90,
  receipt_nonces: expired,
  sync_mutations: () => 90,
  sync_clocks: () => 90,
  sync_exports: () => 90,
  contact_messages: () => 180,
  comments: (config) => config.DELETED_KEPT_DAYS,
  work_items: (config) => config.DELETED_KEPT_DAYS,
  site_entries: (config) => config.DELETED_KEPT_DAYS,
  memories: () => 30,
  events: (config) => config.EVENTS_KEPT_DAYS,
  audit: (config) => config.AUDIT_KEPT_DAYS,
}

/** Rows dated before this are purged. */
export const keptSince = (table: Retained, config: Config, now: Date): Date => new Date(now.getTime() - days[table](config) * 86_400_000)
