import type { Tables } from '../../../platform/database-types.ts'

interface LeftOut {
  what: string
  why: string
  tables: readonly (keyof Tables)[]
}

/** The tables of an organization that are in no record. `npm run generate` writes this into docs/sync.md. */
export const tablesLeftOut: readonly LeftOut[] = [
  {
    what: 'members, teams, plan and settings',
    why: 'the other organization has its own',
    tables: [
      ...(['memberships', 'current_teams', 'invites', 'teams', 'team_members', 'team_projects', 'feature_settings'] as const),
      ...(['subscriptions', 'verified_publishers', 'assistant_budgets', 'agent_budgets'] as const),
    ],
  },
  {
    what: 'connections, with their secrets',
    why: 'no record contains a secret: connect again',
    tables: [
      ...(['ci_tokens', 'code_connections', 'code_grants', 'code_host_logins', 'webhooks', 'tunnels', 'tunnel_pairings'] as const),
      ...(['tunnel_signers', 'receipt_nonces', 'workspaces', 'workspace_checkouts', 'workspace_projects', 'workspace_teams'] as const),
      'agent_dispatch',
    ],
  },
  {
    what: 'what is read from code hosts',
    why: 'it is read again from there',
    tables: [
      ...(['repositories', 'repository_branches', 'repository_checks', 'repository_commits', 'repository_files'] as const),
      ...(['repository_indexes', 'repository_outlines', 'repository_pieces', 'repository_projects', 'pull_requests'] as const),
      ...(['code_links', 'issue_links', 'issue_comments', 'feature_commits', 'host_writes'] as const),
    ],
  },
  {
    what: 'proof of tasks',
    why: 'a file proves nothing',
    tables: ['task_evidence', 'receipts'],
  },
  {
    what: 'sessions, runs, actions of machines, and answers of the assistant',
    why: 'they happened in this organization',
    tables: [
      ...(['agent_instances', 'agent_last_calls', 'agent_notices', 'agent_sessions', 'session_checkpoints', 'session_hints'] as const),
      'session_traces',
      ...(['confirmation_answers', 'runs', 'run_output', 'tunnel_actions', 'ai_sessions', 'ai_messages', 'assistant_days'] as const),
      ...(['tool_calls', 'recent_calls', 'usage_days', 'comment_deliveries'] as const),
    ],
  },
  {
    what: 'the log, the audit trail, and insights',
    why: 'they prove what happened here; a copy would prove nothing',
    tables: ['events', 'audit', 'log_heads', 'log_readers', 'logged_types', 'status_changes', 'gate_changes', 'gate_checks'],
  },
  {
    what: 'notifications, watching and other personal choices',
    why: 'they are a person’s, not the organization’s',
    tables: ['notifications', 'watchers', 'feature_snoozes'],
  },
  {
    what: 'devices, exports and imports',
    why: 'they belong to this organization’s sync; what an import brought in is in records',
    tables: [
      ...(['sync_clocks', 'sync_conflicts', 'sync_devices', 'sync_exports', 'sync_mutations', 'imports', 'import_rows'] as const),
      ...(['imported_comments', 'remote_imports', 'remote_import_items', 'sample_projects'] as const),
    ],
  },
  {
    what: 'what Baton computes, counts and delivers',
    why: 'made again from the records',
    tables: [
      ...(['attachment_totals', 'embedding_failures', 'embedding_turns', 'idempotency', 'memory_embeddings', 'memory_maps'] as const),
      ...(['memory_points', 'memory_reviews', 'record_numbers', 'search_documents', 'search_embeddings', 'text_references'] as const),
      // What became of a question follows from its comment and its task.
      'questions',
      ...(['work_item_labels', 'work_item_tallies', 'webhook_deliveries', 'webhook_attempts'] as const),
    ],
  },
  { what: 'cleared memories', why: 'what is deleted is in no record', tables: ['memory_clearings'] },
  { what: 'what is published', why: 'publishing takes a person', tables: ['published'] },
  {
    what: 'the other files of skills, and where they were installed from',
    why: 'download the skill as an archive, or install it again',
    tables: ['skill_archives', 'skill_installs'],
  },
]
