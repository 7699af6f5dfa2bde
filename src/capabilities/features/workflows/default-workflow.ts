import type { Gate } from './gate.ts'
import type { WorkflowRow } from './workflows.queries.ts'

const gates: Gate[] = [
  {
    key: 'spec',
    name: 'Spec',
    kind: 'evidence',
    before_code: true,
    requires: ['spec_approved'],
    checks: [{ check: 'spec', rank: 'claimed' }],
  },
  { key: 'plan', name: 'Plan', kind: 'evidence', before_code: true, checks: [{ check: 'plan', rank: 'claimed' }] },
  { key: 'build', name: 'Build', kind: 'evidence', before_code: false, checks: [{ check: 'tests', rank: 'reported' }] },
  { key: 'review', name: 'Review', kind: 'review', before_code: false, reviews: 1, by: 'anyone' },
  { key: 'ship', name: 'Ship', kind: 'approval', before_code: false, requires: ['tasks_closed'], approvals: 1, approvers: [], roles: [] },
]

/** The workflow that every organization has without storing one; a stored workflow with the same slug replaces it. */
export const defaultWorkflow: WorkflowRow = {
  id: null,
  slug: 'default',
  name: 'Spec to ship',
  description:
    'An approved spec, plan and build by evidence, review by someone who did not write it, ship by a person’s approval with every linked task closed.',
  gates,
  built_in: true,
  created_by: null,
  created_at: null,
  updated_at: null,
  deleted_at: null,
  version: 1,
}
