import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Evidence, claim, input, rehearsal } from '../../features/evidence/evidence.contract.ts'
import { Commit } from '../../features/features/feature.contract.ts'
import { TaskRef } from '../../vocabulary.contract.ts'

const TaskEvidence = Evidence.omit({ feature_id: true, spec_version: true, agent_id: true, void_reason: true }).extend({
  task_id: Id,
  commit: z.string(),
  voided_at: Timestamp.nullable(),
  void_reason: z.literal('commit').nullable(),
})

components({ TaskEvidence })

const write = { realm: 'organization', permission: 'ci:write', effect: 'create' } as const

export const reportCheck = contract({
  ...write,
  summary:
    'Add a check’s result as CI: worth `ci` with the token that the code host gave the job, or, where no repository is connected, with an API key whose scopes name `ci:write`',
  input,
  output: Evidence,
  http: [{ method: 'POST', path: '/api/features/:id/checks', params: { id: 'feature' } }],
  rehearsal,
})

export const reportTaskCheck = contract({
  ...write,
  summary: 'Add a check’s result to a task as CI; it becomes the task’s proof',
  creates: { ref: 'task_evidence', field: 'id' },
  input: z.strictObject({ task: TaskRef, commit: Commit.optional(), ...claim }),
  output: TaskEvidence,
  http: [{ method: 'POST', path: '/api/tasks/:key/checks', params: { key: 'task' } }],
  rehearsal: { input: { commit: 'c'.repeat(40), check: 'tests', note: '214 passed' } },
})

export const listTaskChecks = contract({
  summary: 'List the results of checks about a task, newest first, with what has been voided',
  realm: 'organization',
  permission: 'task:read',
  effect: 'read',
  stale_after: ['task.*', 'receipt.*'],
  input: z.strictObject({ task: TaskRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(TaskEvidence),
  http: [{ method: 'GET', path: '/api/tasks/:key/checks', params: { key: 'task' } }],
})
