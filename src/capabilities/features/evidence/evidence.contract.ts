import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page } from '../../../kernel/contract.ts'
import { Commit, FeatureRef, Passage } from '../features/feature.contract.ts'
import { Markdown } from '../../vocabulary.contract.ts'
import { CheckName, Rank } from '../workflows/gates.contract.ts'
import { components } from '../../components.contract.ts'

/** What a caller may claim. The rank is not part of it: the server derives that from the credential and the attached output. */
export const claim = {
  check: CheckName,
  outcome: z.enum(['pass', 'fail']),
  note: Passage.optional(),
  exit_code: z.int().min(-2_147_483_648).max(2_147_483_647).optional(),
  log: Markdown.optional(),
  url: z
    .string()
    .max(2000)
    .regex(/^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/u, 'must be a web address')
    .optional(),
}

export const Evidence = z.object({
  id: Id,
  feature_id: Id,
  check: z.string(),
  outcome: z.enum(['pass', 'fail']),
  rank: Rank,
  note: z.string(),
  exit_code: z.int().nullable(),
  log: z.string().nullable(),
  url: z.string().nullable(),
  commit: z.string().nullable(),
  spec_version: z.int().nullable(),
  /** For a CI result: the repository, workflow file and event it is bound to. */
  repository_id: Id.nullable(),
  workflow_path: z.string().nullable(),
  event: z.string().nullable(),
  user_id: Id.nullable(),
  agent_id: Id.nullable(),
  credential: z.string(),
  created_at: Timestamp,
  voided_at: Timestamp.nullable(),
  void_reason: z.enum(['commit', 'spec', 'sent_back']).nullable(),
})

components({ Evidence })

export const input = z.strictObject({ feature: FeatureRef, commit: Commit.optional(), ...claim })
export const rehearsal = { input: { check: 'spec', note: 'Agreed on in the planning call' } }

export const addEvidence = contract({
  summary: 'Add a check’s result to a feature; the server decides its rank',
  realm: 'organization',
  permission: 'feature:write',
  effect: 'create',
  creates: { ref: 'evidence', field: 'id' },
  input,
  output: Evidence,
  http: [{ method: 'POST', path: '/api/features/:id/evidence', params: { id: 'feature' } }],
  rehearsal,
})

export const listEvidence = contract({
  summary: 'List all evidence of a feature, newest first, with what has been voided',
  realm: 'organization',
  permission: 'feature:read',
  effect: 'read',
  stale_after: ['feature.*', 'evidence.*'],
  input: z.strictObject({ feature: FeatureRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(Evidence),
  http: [{ method: 'GET', path: '/api/features/:id/evidence', params: { id: 'feature' } }],
})
