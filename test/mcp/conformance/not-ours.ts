/** Accepted complaints, with the reason and the allowed message. A test fails if a suite says anything else, or no longer complains. */
interface Known {
  reason: string
  says: RegExp
}

const tasks: Known = {
  reason: 'The extension io.modelcontextprotocol/tasks is not offered: tools answer within seconds. No revision requires it.',
  says: /Unknown tool: |capabilities\.extensions MUST be advertised|got -32601|no task was created|routing-task fixture .* unavailable|failing_job returned error code -32602/,
}

export const notOurs: Record<string, Record<string, Known>> = {
  '2025-11-25': {
    'server-sse-polling': {
      reason:
        'The stream of a call is not resumed: a call repeated with its idempotency_key has one effect at whichever node. It is recommended, not required.',
      says: /WARNING server-sse-(priming-event|retry-field): /,
    },
  },
  '2026-07-28': {
    'http-custom-header-server-validation': {
      reason: 'No tool of ours wants an argument repeated in a header. No revision requires it.',
      says: /Not testable: server exposes no tool with x-mcp-header annotations/,
    },
    'tasks-lifecycle': tasks,
    'tasks-capability-negotiation': tasks,
    'tasks-wire-fields': tasks,
    'tasks-request-state-removal': tasks,
    'tasks-mrtr-input': tasks,
    'tasks-request-headers': tasks,
    'tasks-dispatch-and-envelope': tasks,
    'tasks-required-task-error': tasks,
    'tasks-mrtr-composition': tasks,
  },
}
